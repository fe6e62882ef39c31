import Journaling
import PostgresTesting
import ProgramTesting
import SQLiteJournal
import Testing

@testable import PostgresJournal

/// The journals that a test runs with. All must behave the same.
enum TestEngine: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case sqlite, postgresql

  /// The engines whose programs are installed.
  static var all: [TestEngine] { PostgresServer.missing == nil ? allCases : [.sqlite] }

  var testDescription: String { rawValue }

  /// Returns the address of a store for the folder of a test.
  func address(_ name: String, in folder: TemporaryFolder) -> String {
    let server = self == .postgresql ? PostgresServer.shared : nil
    let own = folder.path.split(separator: "/").joined(separator: "-")
    return server.map { $0.address(store: "\(own)-\(name)") } ?? folder[name]
  }
}

/// Opens the journal at an address.
func openJournal(
  _ address: String, owner: String, waitsMax: Int = 5_000
) throws(JournalError) -> any Journal {
  let address = JournalAddress(address)
  if address.scheme == nil { return try SQLiteJournal(address.text, owner: owner, waitsMax: waitsMax) }
  return try PostgresJournal(address, owner: owner, .init(lock: waitsMax))
}
