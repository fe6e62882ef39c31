import Journaling
import TerminalText

/// The parts of an address: a connection string for libpq, and the name of the store.
struct ConnectionSettings {
  let connection: String
  /// The name of the store in the database; `nil` for the owner's name.
  let store: String?

  /// - Throws: ``JournalError/failed(_:)`` if the name of the store is empty or invalid.
  init(_ address: JournalAddress) throws(JournalError) {
    let parts = address.text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var (kept, store): ([Substring], String?) = ([], nil)
    for parameter in parts.dropFirst().joined().split(separator: "&") {
      guard parameter.hasPrefix("store=") else {
        kept.append(parameter)
        continue
      }
      guard let name = Self.decoded(parameter.dropFirst(6)), !name.isEmpty,
        !name.unicodeScalars.contains("\0")
      else { throw .failed("“store=” needs a name") }
      store = name
    }
    self.store = store
    connection =
      (parts.first.map(String.init) ?? "") + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }

  /// Returns a percent-decoded part of an address; `nil` if it is not valid UTF-8.
  private static func decoded(_ text: Substring) -> String? {
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
