import CommandLanguage
import Foundation
import Simulator
import TerminalText
import WarGame

/// Lines typed into a session: they print the same in another one, nothing hidden, and can be taken back.
enum SessionHarness {
  /// The processor time that one line may take, whatever it does.
  private static let lineNsMax: UInt64 = 1_000_000_000

  private struct Run {
    var output: [UInt8] = []
    var before = ""
    var after = ""
    var problem: String?
  }

  // The fuzzer runs its inputs on one thread.
  private nonisolated(unsafe) static var used: [GameSession?] = [nil, nil]
  private nonisolated(unsafe) static var inputCount = 0

  /// Returns a session in its initial state: the last one at an index after a reset, or a new one.
  private static func session(at index: Int, isNew: Bool = false) throws -> GameSession {
    if !isNew, let session = used[index], session.reset(seed: 7) { return session }
    let session = try warRoom.makeSession(seed: 7)
    used[index] = session
    return session
  }

  static func problem(with input: [UInt8]) -> String? {
    do {
      inputCount += 1
      let session = try session(at: 0)
      let limits = session.interpreter.limits
      let first = run(input, in: session)
      if let problem = first.problem { return problem }
      // A second run of every eighth input leaves time for more inputs, and finds what depends on chance almost as early.
      // Every fourth of those is in a new session, which shows that a session that was reset is the same.
      if inputCount % 8 == 0 {
        let second = run(input, in: try self.session(at: 1, isNew: inputCount % 32 == 0))
        if let problem = second.problem ?? difference(first, second) { return problem }
      }
      if showsHidden(first.output, of: input) { return "something hidden is printed" }
      // The host may raise limits that the input lowered, or it could not go back.
      session.interpreter.limits = limits
      session.interpreter.limits.steps = 1_000_000
      _ = session.run("goto 0")
      // History may have dropped its first steps.
      if session.world.step == 0, session.world.digest != first.before { return "going back leads elsewhere" }
      return nil
    } catch {
      return "a session cannot start: \(error)"
    }
  }

  private static func difference(_ one: Run, _ other: Run) -> String? {
    if one.output != other.output { return "the same lines print other bytes" }
    return one.before != other.before || one.after != other.after ? "the same lines lead elsewhere" : nil
  }

  private static func showsHidden(_ output: [UInt8], of input: [UInt8]) -> Bool {
    // Most outputs are ASCII text without control characters.
    if output.allSatisfy({ $0 == 0x0A || 0x20..<0x7F ~= $0 }) { return false }
    // Plain tables are for other programs: a tab parts their columns.
    let isPlain = input.firstRange(of: Array("--plain".utf8)) != nil
    return String(decoding: output, as: UTF8.self).unicodeScalars.contains {
      $0 != "\n" && !(isPlain && $0 == "\t") && Escaping.isHidden($0)
    }
  }

  private static func run(_ input: [UInt8], in session: GameSession) -> Run {
    // Low limits keep each input short.
    session.interpreter.limits.steps = 1_000
    session.interpreter.limits.memory = 1 << 20
    session.interpreter.limits.output = 1 << 16
    // A restricted session cannot raise its limits.
    session.restrict(in: "a test") { !$0.traits.contains(.reachesOut) }
    var run = Run()
    run.before = session.world.digest
    var start = processorNs()
    for line in input.split(separator: 0x0A) {
      let outcome = session.run(Array(line).span, into: &run.output)
      let end = processorNs()
      let duration = end - start
      start = end
      if duration > lineNsMax {
        run.problem = "a line takes \(duration / 1_000_000) ms: \(String(decoding: line, as: UTF8.self))"
        return run
      }
      if outcome == .quit { break }
    }
    run.after = session.world.digest
    return run
  }

  /// Returns the processor time that the thread has used.
  private static func processorNs() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
