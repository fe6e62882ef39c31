import Glibc

/// The fixture files of the tests.
enum Fixture {
  struct Missing: Error { let name: String }

  static func text(_ name: String) throws -> String {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    guard let file = fopen("\(folder)/Fixtures/\(name).sql", "r") else { throw Missing(name: name) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
