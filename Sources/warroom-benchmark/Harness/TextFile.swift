import Foundation

/// Text files for other programs.
enum TextFile {
  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
    let isWritten = fputs(text, file) >= 0
    guard fclose(file) == 0, isWritten else { throw CocoaError(.fileWriteUnknown) }
  }

  static func lastLine(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd() else { return nil }
    defer { try? file.close() }
    try? file.seek(toOffset: end > 1_000 ? end - 1_000 : 0)
    guard let data = try? file.readToEnd() else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").last.map(String.init)
  }

  /// Calls `body` with a temporary folder.
  static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "warroom-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
  }
}
