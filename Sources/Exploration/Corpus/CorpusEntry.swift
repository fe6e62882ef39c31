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

/// Removes lines that are not needed to reach the new cells of a walk.
struct Minimiser {
  let session: JobSession

  func entry(reaching cells: [String], _ path: [Invocation]) -> CorpusEntry {
    func reaches(_ lines: [Invocation]) -> Bool {
      guard let runner = try? session.begin() else { return false }
      session.world.coverage.note(in: runner.session)
      for line in lines { _ = runner.run(line.text) }
      let reached = Set(session.world.cells(exercisedBy: runner.session))
      return cells.allSatisfy(reached.contains)
    }
    var shrinker = Shrinker(session.world.commands, trials: { _, _, _ in [] }, isStill: reaches)
    shrinker.runCountMax = 300
    return CorpusEntry(cells: cells, lines: shrinker.shrink(path).map(\.text), seed: session.seed)
  }
}
