import AutoUpdate
import CommandLanguage

extension WarRoom {
  /// `feed`, `feed off`, `feed -- PROGRAM ARG…`, `feed FILE`.
  func feed(_ words: [String]) throws {
    let rest = Array(words.dropFirst())
    if words.first != "--", !rest.isEmpty {
      throw GameError.severalFiles
    }
    switch words.first {
    case nil: output.writeLine(try feeds?.report() ?? Self.noFeed)
    case "off": output.writeLine(try feeds?.stop() ?? Self.noFeed)
    case "--":
      guard !rest.isEmpty else { throw GameError.missingDetail("the program, after “--”") }
      guard let feeds else {
        throw GameError.withoutPrograms
      }
      output.writeLine(try feeds.start(rest))
    case let path?: try takeIn(path)
    }
  }

  private static let noFeed = "no feed is running"

  /// Takes in a status as a step of its own, whose cause is the command that repeats it.
  ///
  /// The status is a value all the way: what a server says is never read as a command.
  public func receive(_ status: GameStatus) throws {
    defer { finish() }
    try store.transaction(status.command) { _ in try poller.receive(status) }
  }

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
      try interpreter.budget.charge()
      try receive(status)
    }
    try interpreter.readFile(path) { try lines.take($0, take) }
    try lines.finish(take)
    if problemCount > 0 {
      throw GameError.notTakenIn(problemCount, of: lineCount, shown: Self.shownProblemsMax)
    }
  }

  private static let shownProblemsMax = 20
}
