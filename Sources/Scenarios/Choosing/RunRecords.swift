/// What runs leave behind for later ones: which scenarios failed, and how long each took.
///
/// Both files are text, a line each: `failed PATH` and `NANOSECONDS PATH`, below a line that names the
/// format. In a path `\` stands as `\\` and a line break as `\n`. Lines that cannot be read are skipped.
enum RunRecords {
  private static let failedTitle = "# failed scenarios 1"
  private static let timingsTitle = "# scenario timings 1"

  static func failed(in bytes: [UInt8]) -> [String] {
    lines(of: bytes, title: failedTitle).compactMap { line in
      line.utf8.starts(with: "failed ".utf8) ? unescaped(line.utf8.dropFirst("failed ".utf8.count)) : nil
    }
  }

  static func write(failed paths: [String]) -> [UInt8] {
    text([failedTitle] + paths.map { "failed " + escaped($0) })
  }

  /// What is failed after a run: what it saw fail, and what failed before and was not run.
  static func failed(before: [String], ran: [String], failed: [String]) -> [String] {
    let ran = Set(ran)
    return (before.filter { !ran.contains($0) } + failed).sorted(by: ScenarioPath.precedes)
  }

  static func timings(in bytes: [UInt8]) -> [String: UInt64] {
    var timings: [String: UInt64] = [:]
    for line in lines(of: bytes, title: timingsTitle) {
      guard let space = line.utf8.firstIndex(of: UInt8(ascii: " ")),
        let ns = UInt64(line[..<space])
      else { continue }
      timings[unescaped(line.utf8[space...].dropFirst())] = ns
    }
    return timings
  }

  static func write(timings: [String: UInt64]) -> [UInt8] {
    let paths = timings.keys.sorted(by: ScenarioPath.precedes)
    return text([timingsTitle] + paths.map { "\(timings[$0] ?? 0) " + escaped($0) })
  }

  private static func lines(of bytes: [UInt8], title: String) -> [String] {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    return lines.first == title ? Array(lines.dropFirst()) : []
  }

  private static func text(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func escaped(_ path: String) -> String {
    var result = ""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescaped(_ text: Substring.UTF8View) -> String {
    var result = ""
    var isEscape = false
    for scalar in Substring(text).unicodeScalars {
      if isEscape {
        result.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
        isEscape = false
      } else if scalar == "\\" {
        isEscape = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
