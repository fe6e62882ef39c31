/// The records that a run leaves for later runs: the failed scenarios, and the duration of each scenario.
///
/// Both files are text with one line per scenario, `failed PATH` or `NANOSECONDS PATH`, after a line that names the
/// format. In a path, `\` is written as `\\` and a line break as `\n`. Unreadable lines are skipped.
enum RunRecords {
  static let failedTitle = "# failed scenarios 1"
  static let timingsTitle = "# scenario timings 1"

  static func failed(in bytes: [UInt8]) -> [FilePath] {
    lines(of: bytes, title: failedTitle).compactMap { line in
      line.starts(with: failedMark) ? unescaped(line.dropFirst(failedMark.count)) : nil
    }
  }

  static func write(failed paths: [FilePath]) -> [UInt8] {
    text(failedTitle, paths.map { failedMark + escaped($0) })
  }

  /// Returns the scenarios that count as failed after a run: those that failed in it, and those that failed before
  /// it and were not run.
  static func failed(before: [FilePath], ran: [FilePath], failed: [FilePath]) -> [FilePath] {
    let ran = Set(ran)
    return (before.filter { !ran.contains($0) } + failed).sorted()
  }

  static func timings(in bytes: [UInt8]) -> [FilePath: UInt64] {
    var timings: [FilePath: UInt64] = [:]
    for line in lines(of: bytes, title: timingsTitle) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let ns = UInt64(String(decoding: line[..<space], as: UTF8.self))
      else { continue }
      timings[unescaped(line[space...].dropFirst())] = ns
    }
    return timings
  }

  static func write(timings: [FilePath: UInt64]) -> [UInt8] {
    text(timingsTitle, timings.keys.sorted().map { Array("\(timings[$0] ?? 0) ".utf8) + escaped($0) })
  }

  private static let failedMark = Array("failed ".utf8)
  private static let newline = UInt8(ascii: "\n")
  private static let backslash = UInt8(ascii: "\\")

  private static func lines(of bytes: [UInt8], title: String) -> [ArraySlice<UInt8>] {
    let lines = bytes.split(separator: newline)
    return lines.first.map { $0.elementsEqual(title.utf8) } == true ? Array(lines.dropFirst()) : []
  }

  private static func text(_ title: String, _ lines: [[UInt8]]) -> [UInt8] {
    var bytes = Array(title.utf8) + [newline]
    for line in lines {
      bytes += line
      bytes.append(newline)
    }
    return bytes
  }

  private static func escaped(_ path: FilePath) -> [UInt8] {
    var result: [UInt8] = []
    for byte in path.bytes {
      switch byte {
      case backslash: result += [backslash, backslash]
      case newline: result += [backslash, UInt8(ascii: "n")]
      default: result.append(byte)
      }
    }
    return result
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> FilePath {
    var result: [UInt8] = []
    var isEscape = false
    for byte in text {
      if isEscape {
        result.append(byte == UInt8(ascii: "n") ? newline : byte)
        isEscape = false
      } else if byte == backslash {
        isEscape = true
      } else {
        result.append(byte)
      }
    }
    return FilePath(bytes: result)
  }
}
