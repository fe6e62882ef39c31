public import TerminalText

/// The address of a journal: the path of a file, or `SCHEME://…` for another engine.
public struct JournalAddress: Sendable, Hashable {
  /// The address as it was written; it may contain a password.
  public let text: String

  /// Creates an address from its text.
  public init(_ text: String) { self.text = text }

  /// The part before `://` in lower case; `nil` for the path of a file.
  public var scheme: String? {
    guard let range = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<range.lowerBound].utf8
    let isOne =
      scheme.first.map(Self.isLetter) == true && scheme.allSatisfy { Self.isLetter($0) || $0 == 0x2B }
    return isOne ? String(text[..<range.lowerBound]).lowercased() : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The address for messages, without a password.
  public var shown: UntrustedText {
    guard scheme != nil, let start = text.firstRange(of: "://")?.upperBound else {
      return UntrustedText(text)
    }
    let rest = text[start...]
    let authorityEnd = rest.utf8.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex
    var authority = rest[..<authorityEnd]
    if let at = authority.utf8.lastIndex(of: 0x40), let colon = authority[..<at].utf8.firstIndex(of: 0x3A) {
      authority = authority[..<colon] + authority[at...]
    }
    let parts = rest[authorityEnd...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parameters = parts.dropFirst().joined().split(separator: "&").filter {
      !$0.lowercased().hasPrefix("password=") && !$0.lowercased().hasPrefix("sslpassword=")
    }
    let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    return UntrustedText("\(text[..<start])\(authority)\(parts.first ?? "")\(query)")
  }
}

/// A storage engine that opens journals by address.
///
/// A library supplies its engine as a value, such as `SQLiteJournal`'s `.sqlite`, so a program links only the engines
/// that it names.
public struct JournalEngine: Sendable {
  /// The schemes of the engine's addresses in lower case; empty for the engine of files.
  public let schemes: [String]
  /// An example of an address for help texts: `postgresql://HOST/DATABASE`.
  public let example: String
  /// Opens the journal at an address.
  ///
  /// - Parameters:
  ///   - address: the location of the journal.
  ///   - owner: the name of the program that the objects belong to; the journal of another owner is rejected.
  ///   - isMade: whether a missing journal is created.
  public let open:
    @Sendable (_ address: JournalAddress, _ owner: String, _ isMade: Bool) throws(JournalError) -> any Journal

  /// Creates an engine for addresses with these schemes.
  public init(
    schemes: [String], example: String,
    open: @escaping @Sendable (JournalAddress, String, Bool) throws(JournalError) -> any Journal
  ) {
    self.schemes = schemes
    self.example = example
    self.open = open
  }
}

extension [JournalEngine] {
  /// Opens the journal at an address with the engine for it.
  ///
  /// - Parameters:
  ///   - address: the location of the journal.
  ///   - owner: the name of the program that the objects belong to; the journal of another owner is rejected.
  ///   - isMade: whether a missing journal is created.
  /// - Throws: ``JournalError/noEngine(scheme:)`` if no engine supports the scheme, or the reason why the journal
  ///   cannot be opened.
  public func open(
    _ address: JournalAddress, owner: String, isMade: Bool = true
  ) throws(JournalError) -> any Journal {
    let scheme = address.scheme
    for engine in self where scheme.map(engine.schemes.contains) ?? engine.schemes.isEmpty {
      return try engine.open(address, owner, isMade)
    }
    throw .noEngine(scheme: UntrustedText(scheme ?? "file"))
  }
}
