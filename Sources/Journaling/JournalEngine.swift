public import TerminalText

/// The address of a journal: the path of a file, or `SCHEME://…` of an engine that keeps journals elsewhere.
public struct JournalAddress: Sendable, Hashable {
  /// The address as it was written; it may hold a password.
  public let text: String

  /// The address that a text is.
  public init(_ text: String) { self.text = text }

  /// The part before `://`, in small letters; `nil` for the path of a file.
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

  /// The address as messages show it: without a password.
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

/// A way to keep journals, which opens them by address.
///
/// An engine is a value that its library supplies, such as `SQLiteJournal`'s `.sqlite`: a program links no library of an
/// engine that it does not name.
public struct JournalEngine: Sendable {
  /// The schemes of its addresses, in small letters; none for the engine of files.
  public let schemes: [String]
  /// An address as help shows it: `postgresql://HOST/DATABASE`.
  public let example: String
  /// Opens the journal at an address.
  ///
  /// - Parameters:
  ///   - address: where the journal is, or is to be.
  ///   - owner: the name of the program that the objects belong to; the journal of another owner is refused.
  ///   - isMade: whether a journal is made where there is none.
  public let open:
    @Sendable (_ address: JournalAddress, _ owner: String, _ isMade: Bool) throws(JournalError) -> any Journal

  /// An engine for the addresses with these schemes.
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
  ///   - address: where the journal is, or is to be.
  ///   - owner: the name of the program that the objects belong to; the journal of another owner is refused.
  ///   - isMade: whether a journal is made where there is none.
  /// - Throws: ``JournalError/noEngine(scheme:)`` for a scheme that no engine has, or why the journal cannot be opened.
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
