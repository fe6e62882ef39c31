import Foundation

/// S10: explorations of the states of five units, the phases and the sides, exhaustively and by random walks.
///
/// There are 62,208 states, 6⁵ · 4 · 2: each of five units has one of 6 statuses, the game one of 4 phases, and the
/// player one of 2 sides. Phases follow each other in a circle, and everything else depends on the phase.
@MainActor
struct Explorations {
  let programs: Programs
  let folder: String

  private func beginning(_ name: String, _ first: String) throws -> String {
    let path = "\(folder)/\(name).scenario"
    let units = (1...5).map { "> spawn hero u\($0)\n" }.joined()
    try TextFile.write(first + units, to: path)
    return path
  }

  private func contender(_ name: String, _ steps: Int, _ beginning: String, _ words: [String]) -> Contender? {
    child(steps, beginning, words).map { Contender(program: name, $0, isElapsed: true) }
  }

  private func child(
    _ steps: Int, _ beginning: String, _ words: [String], output: String = "/dev/null"
  ) -> ChildProcess? {
    programs.warroom.map { path in
      ChildProcess(
        program: path,
        arguments: [
          "explore", "--steps", "\(steps)", "--from", beginning, "--commands", "status phase side", "--out",
          folder,
        ] + words, output: output)
    }
  }

  /// Returns the memory that the set of states takes for each state, as the program reports it.
  func bytesPerState(_ count: Int) throws -> MemoryResult? {
    let output = "\(folder)/states.out"
    let words = ["--exhaustive", "--checks", "none"]
    guard let child = child(count, try beginning("closed", "> close map\n"), words, output: output),
      child.run(watchesMemory: false)?.isSuccess == true
    else { return nil }
    let text = try String(contentsOfFile: output, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    guard let index = text.firstIndex(of: "bytes"), index > 0, let bytes = Double(text[index - 1]) else {
      return nil
    }
    return MemoryResult(
      id: "S10", title: "bytes of a known state", size: count,
      contenders: [.init(name: "views closed, unchecked", bytesPerObject: bytes)])
  }

  /// Returns the work of an exhaustive search with a limited number of commands.
  func searches(_ count: Int) throws -> Work {
    let (closed, open) = (try beginning("closed", "> close map\n"), try beginning("open", ""))
    return Work(
      id: "S10", title: "explore --exhaustive, 5 units", size: count, operation: "command", operations: count,
      contenders: [
        contender("views closed, unchecked", count, closed, ["--exhaustive", "--checks", "none"]),
        contender("views open and checked", count, open, ["--exhaustive", "--checks", "views"]),
        contender(
          "views closed, two jobs", count, closed, ["--exhaustive", "--checks", "none", "--jobs", "2"]),
      ].compactMap(\.self))
  }

  /// Returns the work of random walks.
  func walks(_ count: Int) throws -> Work {
    let open = try beginning("open", "")
    return Work(
      id: "S10", title: "explore, 5 units", size: count, operation: "command", operations: count,
      contenders: [
        contender("all checks", count, open, []), contender("no checks", count, open, ["--checks", "none"]),
      ].compactMap(\.self))
  }
}
