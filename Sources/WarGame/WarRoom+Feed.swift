import CommandLanguage

extension WarRoom {
  /// `feed`, `feed off`, `feed -- PROGRAM ARG…`, `feed FILE`.
  func feed(_ words: [String]) throws {
    let rest = Array(words.dropFirst())
    if words.first != "--", !rest.isEmpty {
      throw Explanation(
        "this is more than one file", notes: ["a program with its arguments stands after “--”"])
    }
    switch words.first {
    case nil: output.writeLine(try feeds?.report() ?? Self.noFeed)
    case "off": output.writeLine(try feeds?.stop() ?? Self.noFeed)
    case "--":
      guard !rest.isEmpty else { throw GameError.missingDetail("the program, after “--”") }
      guard let feeds else {
        throw Explanation(
          "no program is started from here", notes: ["the prompt alone runs the feed of a program"])
      }
      output.writeLine(try feeds.start(rest))
    case let path?: try takeIn(path)
    }
  }

  private static let noFeed = "no feed is running"

  /// Takes in each status of a file as a step of its own, as if `receive` had been typed.
  ///
  /// What is no status is reported and left out; only when all is done does the command fail for it.
  private func takeIn(_ path: String) throws {
    guard let interpreter else { return }
    var lines = FeedLines(byteCountMax: feedLineLimit)
    var lineCount = 0
    var problemCount = 0
    func take(_ line: FeedLine) throws {
      let status: GameStatus
      do {
        guard let told = try line.status() else { return }
        lineCount += 1
        status = told
      } catch {
        lineCount += 1
        problemCount += 1
        if problemCount <= Self.shownProblemsMax { output.writeLine("warning: \(error)") }
        return
      }
      try interpreter.run(try interpreter.block("{ \(status.command) }"))
    }
    try interpreter.readFile(path) { try lines.take($0, take) }
    try lines.finish(take)
    if problemCount > 0 {
      throw Explanation(
        "of \(lineCount) lines \(problemCount) could not be taken in",
        notes: problemCount > Self.shownProblemsMax
          ? ["only the first \(Self.shownProblemsMax) of them are shown"] : [], argument: 0)
    }
  }

  private static let shownProblemsMax = 20
}
