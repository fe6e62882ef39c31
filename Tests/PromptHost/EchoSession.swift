import CommandLanguage

/// A tiny language to try the prompt with: it has commands, names, blocks and something that takes long,
/// and knows nothing but what the prompt needs.
final class EchoSession: Session {
  var isInterrupted: () -> Bool = { false }
  private var names: [String] = []

  private static let commands: [(name: String, summary: String)] = [
    ("spawn", "Bring a unit onto the map"),
    ("spin", "Do nothing until interrupted"),
    ("status", "Change a unit's status"),
    ("repeat", "Run a block several times"),
    ("quit", "End the session"),
  ]
  private static let statuses = ["fallen", "fighting", "healing", "marching", "ready", "wounded"]

  func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome {
    let text = String(decoding: line.text, as: UTF8.self)
    guard completeness(of: line.text.span) == .complete else {
      output += "error: the block has no end\n".utf8
      return .failed
    }
    return run(text.split(separator: "\n", omittingEmptySubsequences: false), into: &output)
  }

  private func run(_ lines: [Substring], into output: inout [UInt8]) -> Outcome {
    guard let first = lines.first else { return .done }
    let words = first.split(separator: " ")
    switch words.first {
    case "repeat" where words.last == "{":
      let body = lines.dropFirst().dropLast()
      for _ in 0..<(words.dropFirst().first.flatMap { Int($0) } ?? 0) {
        for line in body where run([line], into: &output) == .failed { return .failed }
      }
      return .done
    case "spawn" where words.count >= 3:
      names.append(words[2...].joined(separator: " "))
      output += "+ units \(names.count)  \(names[names.count - 1])\n".utf8
      return .done
    case "status" where words.count == 3:
      output += "~ \(words[1])  →\(words[2])\n".utf8
      return .done
    case "spin":
      // Past the prompt, so that a test can tell that the command is running.
      print("spinning")
      while !isInterrupted() {}
      output += "error: interrupted\n".utf8
      return .failed
    case "quit":
      return .quit
    default:
      output += "error: there is no command “\(first)”\n".utf8
      return .failed
    }
  }

  func completeness(of text: Span<UInt8>) -> Completeness {
    let text = Self.string(text)
    let depth = text.reduce(0) { $1 == "{" ? $0 + 1 : $1 == "}" ? $0 - 1 : $0 }
    return depth > 0 ? .open : .complete
  }

  func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    let before = Self.string(text).utf8.prefix(cursor)
    let line = before.suffix(
      from: before.lastIndex(of: UInt8(ascii: "\n")).map(before.index(after:)) ?? before.startIndex)
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let word = words.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    var end = cursor
    while end < text.count, text[end] != UInt8(ascii: " "), text[end] != UInt8(ascii: "\n") { end += 1 }

    let candidates: [Completions.Candidate] =
      switch (words.first.map { String(decoding: $0, as: UTF8.self) }, words.count) {
      case (_, ...1): Self.commands.map { .init($0.name, summary: $0.summary) }
      case ("spawn", 2): [.init("hero"), .init("tower")]
      case ("spawn", 4...): [.init("hp=", isFinal: false), .init("side=", isFinal: false)]
      case ("status", 2): names.map { .init($0) }
      case ("status", 3): Self.statuses.map { .init($0) }
      default: []
      }
    return Completions(
      replaced: (cursor - word.utf8.count)..<end,
      candidates: candidates.filter { $0.text.hasPrefix(word) })
  }

  private static func string(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
