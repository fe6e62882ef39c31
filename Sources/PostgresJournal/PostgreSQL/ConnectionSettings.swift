import Journaling
import TerminalText

/// The parts of an address: a connection string for libpq, and the name of the store.
struct ConnectionSettings {
  let connection: String
  /// The name of the store in the database; `nil` for the owner's name.
  let store: String?
  private let secrets: [String]

  /// - Throws: ``JournalError/failed(_:)`` if the name of the store is empty or invalid, or if the password has a
  ///   character that must be percent-encoded.
  init(_ address: JournalAddress) throws(JournalError) {
    secrets = address.secrets
    if let password = address.password, !Self.isEncoded(password) {
      throw .failed(
        "the password in its address has a character that must be encoded: write %40 for @, %2F for /, %3F for ?, and %25 for %"
      )
    }
    let parts = address.text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var (kept, store): ([Substring], String?) = ([], nil)
    for parameter in parts.dropFirst().joined().split(separator: "&") {
      guard parameter.hasPrefix("store=") else {
        kept.append(parameter)
        continue
      }
      guard let name = JournalAddress.decoded(parameter.dropFirst(6)), !name.isEmpty,
        !name.unicodeScalars.contains("\0")
      else { throw .failed("“store=” needs a name") }
      store = name
    }
    self.store = store
    connection =
      (parts.first.map(String.init) ?? "") + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }

  /// Returns a message, or a general one if the message quotes a password.
  func withoutPassword(_ message: UntrustedText) -> UntrustedText {
    secrets.contains { message.raw.contains($0) } ? "the address is not valid" : message
  }

  /// Returns a Boolean value that indicates whether a password has no character that an address must encode.
  private static func isEncoded(_ password: Substring) -> Bool {
    let parts = password.split(separator: "%", omittingEmptySubsequences: false)
    return !password.contains { "@/?".contains($0) }
      && parts.dropFirst().allSatisfy { $0.prefix(2).count == 2 && $0.prefix(2).allSatisfy(\.isHexDigit) }
  }
}
