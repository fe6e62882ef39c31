import Glibc

@testable import SQLiteJournal

/// Direct access to store files for tests.
enum StoreFile {
  /// Runs a statement on the file of a store.
  static func run(_ statement: String, on path: String) throws {
    try Database(path, waitsMax: 0).run(statement)
  }

  /// Returns the text of a file.
  static func text(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  struct Missing: Error { let path: String }
}
