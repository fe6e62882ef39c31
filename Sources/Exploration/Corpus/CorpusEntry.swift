import CommandLanguage
import Scenarios
import Simulator

/// Lines that reach coverage cells that other lines do not.
public struct CorpusEntry: Sendable, Equatable {
  /// The coverage cells that the lines reach, such as `commands: spawn`.
  public var cells: [String]
  /// The lines, without the ones that every session runs first.
  public var lines: [String]
  /// The seed of the session.
  public var seed: UInt64

  /// The name of the entry's file, without an ending.
  public var name: String {
    var name = ""
    for byte in (cells.first ?? "").utf8.prefix(60) {
      let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      if isPlain {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !name.hasSuffix("-") {
        name += "-"
      }
    }
    return name
  }

  /// Returns the lines as a scenario, with their output; `nil` if no session can be created.
  ///
  /// - Parameters:
  ///   - world: the world of the commands.
  ///   - prefix: the first lines of the session.
  public func scenario(of world: ExploredWorld, prefix: [String] = []) -> [UInt8]? {
    let reproducer = Reproducer(session: JobSession(world, seed: seed, prefix: prefix))
    return try? reproducer.recorded(lines, claim: "Reaches \(cells.joined(separator: ", ")).")
  }
}

/// A minimiser of one walk: it removes the lines that are not needed to reach the walk's new cells.
struct Minimiser {
  let session: JobSession
  /// Returns a Boolean value that indicates whether the user has interrupted the search.
  let isInterrupted: () -> Bool
  /// Called with each line before it runs, and with the number of lines before it.
  let onLine: (Int, String) -> Void

  private static let runCountMax = 300
  /// The maximum number of interpreter steps of a line. A shorter walk is rejected if one of its lines exceeds this
  /// number, since each further run might take seconds.
  var stepCountMax = 10_000

  func entry(reaching cells: [String], _ path: [Invocation]) -> CorpusEntry {
    var shrinker = Shrinker(
      session.world.commands, trials: { _, _, _ in [] }, isStill: { !isInterrupted() && reaches(cells, $0) })
    shrinker.runCountMax = Self.runCountMax
    return CorpusEntry(cells: cells, lines: shrinker.shrink(path).map(\.text), seed: session.seed)
  }

  private func reaches(_ cells: [String], _ lines: [Invocation]) -> Bool {
    guard let runner = try? session.begin() else { return false }
    let interpreter = runner.session.interpreter
    interpreter.limits.steps = min(interpreter.limits.steps, stepCountMax)
    session.world.coverage.note(in: runner.session)
    defer { onLine(0, "") }
    for (index, line) in lines.enumerated() {
      onLine(index, line.text)
      _ = runner.run(line.text)
      // With the usual limit, the line might have succeeded.
      if runner.session.reachedLimit != nil { return false }
    }
    let reached = Set(session.world.cells(exercisedBy: runner.session))
    return cells.allSatisfy(reached.contains)
  }
}
