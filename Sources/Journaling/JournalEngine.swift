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

  /// The password before the host, as it was written; `nil` if there is none.
  ///
  /// It is found even if it contains characters that should have been percent-encoded, or if the host is missing.
  package var password: Substring? {
    guard scheme != nil, let start = text.firstRange(of: "://")?.upperBound else { return nil }
    let rest = text[start...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let user = authority.prefix { $0 != "@" }
    guard let colon = user.firstIndex(of: ":") else { return nil }
    let secret = authority.index(after: colon)
    if user.endIndex < authority.endIndex { return rest[secret..<(authority.lastIndex(of: "@") ?? secret)] }
    if Self.areHosts(authority) { return nil }
    // The text after the colon is not a port. It is a password with a slash or a question mark, or the host is missing.
    let end = rest.prefix { $0 != "?" }.lastIndex(of: "@") ?? rest.lastIndex(of: "@") ?? authority.endIndex
    return rest[secret..<end]
  }

  /// Returns a Boolean value that indicates whether a text is a list of hosts, each with an optional port.
  private static func areHosts(_ text: Substring) -> Bool {
    text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
      let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
      let rest = host[name.endIndex...]
      let port = rest.hasPrefix("]") ? rest.dropFirst() : rest
      return port.isEmpty
        || port.hasPrefix(":") && port.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  /// The passwords of the address, each as it was written and percent-decoded.
  package var secrets: [String] {
    let query = text.drop { $0 != "?" }.dropFirst().split(separator: "&")
    let values = query.filter(Self.isSecret).map { $0.drop { $0 != "=" }.dropFirst() }
    let written = (password.map { [$0] } ?? []) + values
    return written.flatMap { [String($0), Self.decoded($0) ?? ""] }.filter { !$0.isEmpty }
  }

  /// Returns a Boolean value that indicates whether a parameter is a password, or the end of one with an ampersand.
  private static func isSecret(_ parameter: Substring) -> Bool {
    if !parameter.contains("=") { return true }
    let name = decoded(parameter.prefix { $0 != "=" })?.lowercased()
    return name == nil || name == "password" || name == "sslpassword"
  }

  /// The address for messages, without a password.
  public var shown: UntrustedText {
    guard scheme != nil else { return UntrustedText(text) }
    var address = text
    if let password { address.removeSubrange(text.index(before: password.startIndex)..<password.endIndex) }
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parameters = parts.dropFirst().joined().split(separator: "&").filter { !Self.isSecret($0) }
    let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    return UntrustedText("\(parts.first ?? "")\(query)")
  }

  /// Returns a percent-decoded part of an address; `nil` if it is not valid UTF-8.
  package static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
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
  ///   - createsMissing: whether a missing journal is created.
  public let open:
    @Sendable (_ address: JournalAddress, _ owner: String, _ createsMissing: Bool) throws(JournalError) ->
      any Journal

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
  ///   - createsMissing: whether a missing journal is created.
  /// - Throws: ``JournalError/noEngine(scheme:)`` if no engine supports the scheme, or the reason why the journal
  ///   cannot be opened.
  public func open(
    _ address: JournalAddress, owner: String, createsMissing: Bool = true
  ) throws(JournalError) -> any Journal {
    let scheme = address.scheme
    for engine in self where scheme.map(engine.schemes.contains) ?? engine.schemes.isEmpty {
      return try engine.open(address, owner, createsMissing)
    }
    throw .noEngine(scheme: UntrustedText(scheme ?? "file"))
  }
}
