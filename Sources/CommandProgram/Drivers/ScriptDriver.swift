import CommandLanguage
import Posix
import Scenarios
import Simulator
import TerminalText

/// A driver that runs a script from a file, a text or standard input.
struct ScriptDriver {
  private let streams: ProgramStreams
  private let keepsGoing: Bool
  /// The hooks that the program runs before and after each line, the outermost first.
  private var hooks: [any LineHook]
  /// A Boolean value that indicates whether hooks receive lines that are only a comment.
  private let returnsComments: Bool
  private let settings: ProgramSettings

  init(
    _ settings: ProgramSettings, _ streams: ProgramStreams, keepsGoing: Bool? = nil,
    hooks: [any LineHook] = [], returnsComments: Bool = false
  ) {
    self.hooks = hooks
    self.returnsComments = returnsComments
    self.streams = streams
    self.settings = settings
    self.keepsGoing = keepsGoing ?? settings.keepsGoing
  }

  /// Runs the script in a fresh session and ends the program.
  ///
  /// - Parameters:
  ///   - next: a script that continues in the same session.
  ///   - seed: the session's seed; `nil` for the seed that a scenario sets.
  func runToEnd(
    _ script: Script, then next: Script? = nil, in world: some ProgramWorld, seed: UInt64?
  ) -> ReplayStatus {
    // A missing script is reported before the file of events is emptied.
    for case .file(let path) in [script.source] + (next.map { [$0.source] } ?? []) {
      do { _ = try PosixFiles().stamp(path) } catch { return streams.fail(PosixFiles().message(of: error)) }
    }
    do {
      let session = try world.makeSession(seed: seed ?? Self.seed(of: script))
      session.files = SessionFileAccess(streams)
      try session.setVariable("arguments", to: .list(script.arguments.map(Self.value)))
      let store: StoreSession?
      do { store = try StoreSession.open(settings, for: session, of: world, .group, streams) } catch {
        return streams.fail(StoreSession.message(of: error))
      }
      store?.remarkOnRules(streams)
      let events: EventLog?
      do throws(FileFailure) { events = try EventLog(settings.events, streams) } catch {
        return streams.fail(PosixFiles().message(of: error))
      }
      events?.begin(session, world: world.name)
      var driver = self
      if let store { driver.hooks.append(store) }
      var status = driver.run(script, then: next, in: session, store, events)
      if store?.close(streams) == false, status == .success { status = .failure }
      // Releasing the session object by object would take time. The system releases its memory when the process ends.
      withExtendedLifetime(session) { ProcessState.end(status) }
    } catch {
      return streams.fail("\(error)", .failure)
    }
  }

  /// Returns the seed that a scenario sets; `nil` for any other script. A scenario that cannot be read fails when it
  /// runs.
  private static func seed(of script: Script) -> UInt64? {
    guard case .file(let path) = script.source, path.isScenario else { return nil }
    return try? StartingScenario(path, in: PosixFiles()).seed
  }

  /// Runs the script in a given session.
  ///
  /// - Parameters:
  ///   - next: a script that runs afterwards, unless the first one failed or ended the session.
  ///   - name: the name of a text in messages.
  ///   - store: the store, which is flushed before output is shown.
  ///   - events: the event log, which is written when output is shown.
  ///   - afterPiece: called after each piece of the input.
  func run(
    _ script: Script, then next: Script? = nil, in session: any Session, called name: String = "-c",
    _ store: StoreSession?, _ events: EventLog? = nil, afterPiece: () -> Void = {}
  ) -> ReplayStatus {
    let output = ScriptOutput(settings, streams, store, events)
    session.width = output.columns
    session.observer = { output.update($0) }
    defer { session.observer = nil }
    let outcome = inTurn(next.map { [script, $0] } ?? [script], store) {
      self.outcome(of: $0, in: session, called: name, output, afterPiece)
    }
    if events?.hasFailed == true { return .failure }
    return switch outcome {
    case .done, .quit: .success
    case .failed: .failure
    case nil: .usage
    }
  }

  /// Runs pieces one after another until one ends the session, or fails and `keepsGoing` is not set.
  private func inTurn<Piece>(_ pieces: [Piece], _ store: StoreSession?, _ run: (Piece) -> Outcome?)
    -> Outcome?
  {
    var whole: Outcome? = .done
    for piece in pieces where whole == .done || keepsGoing && whole == .failed {
      let outcome = run(piece)
      if whole == .done || outcome != .done { whole = outcome }
      if store?.hasFailed == true { break }
    }
    return whole
  }

  /// Returns the outcome of a script; `nil` if the script cannot be read, which has then been reported.
  private func outcome(
    of script: Script, in session: any Session, called name: String, _ output: ScriptOutput,
    _ afterPiece: () -> Void
  ) -> Outcome? {
    var outcome: Outcome?
    switch script.source {
    case .text(let text):
      outcome = run(text, name, in: session, output, keepsGoing: keepsGoing)
      afterPiece()
    case .file(let path) where path.isScenario:
      // The commands of a scenario run as a script, and its expected output is ignored. As in a replay, each command is
      // parsed when it runs.
      do throws(FileFailure) {
        outcome = inTurn(try StartingScenario(path, in: PosixFiles()).parts, output.store) { part in
          defer { afterPiece() }
          // A scenario that expects an error does not prevent the script that continues from it.
          let isMeantToFail = script.isBeginning && part.transcript.expectsErrors
          let outcome = run(
            part.transcript.script(), part.path.description, in: session, output,
            keepsGoing: keepsGoing || isMeantToFail, runsAsItComes: true)
          return outcome == .failed && isMeantToFail ? .done : outcome
        }
      } catch {
        _ = streams.fail(PosixFiles().message(of: error))
      }
    case .standardInput:
      outcome = run(InputStream(), "standard input", in: session, runsAsItComes: true, output, afterPiece)
    case .file(let path):
      do {
        outcome = run(try InputStream(path), path, in: session, runsAsItComes: false, output, afterPiece)
      } catch {
        _ = streams.fail(PosixFiles().message(of: error))
      }
    }
    return outcome
  }

  private func run(
    _ text: [UInt8], _ name: String, in session: any Session, _ output: ScriptOutput, keepsGoing: Bool,
    runsAsItComes: Bool = false
  ) -> Outcome {
    var runner = runner(name, in: session, output, keepsGoing: keepsGoing, runsAsItComes: runsAsItComes)
    output.feed(&runner, text.span)
    return output.finish(&runner)
  }

  /// Returns the outcome of the commands in a stream; `nil` if the stream cannot be read, which has then been reported.
  ///
  /// - Parameter runsAsItComes: whether lines run as they arrive. They do for a pipe, which may have no end. A file is
  ///   checked as a whole before its first line runs.
  private func run(
    _ input: borrowing InputStream, _ name: FilePath, in session: any Session, runsAsItComes: Bool,
    _ output: ScriptOutput, _ afterPiece: () -> Void
  ) -> Outcome? {
    var runner = runner(
      name.description, in: session, output, keepsGoing: keepsGoing, runsAsItComes: runsAsItComes)
    var chunk: [UInt8] = []
    reading: while true {
      switch input.read(byteCountMax: 1 << 16, into: &chunk) {
      case .interrupted, .nothingYet: continue
      case .end: break reading
      case .failed(let number):
        _ = streams.fail("\(FileFailure(name, errno: number))")
        return nil
      case .bytes:
        let outcome = output.feed(&runner, chunk.span)
        afterPiece()
        guard outcome == .done else { break reading }
      }
    }
    let outcome = output.finish(&runner)
    afterPiece()
    return outcome
  }

  private func runner(
    _ name: String, in session: any Session, _ output: ScriptOutput, keepsGoing: Bool,
    runsAsItComes: Bool = false
  ) -> ScriptRunner {
    ScriptRunner(
      session, hooks: hooks, name: name, keepsGoing: keepsGoing, runsAsItComes: runsAsItComes,
      returnsComments: returnsComments
    ) { output.lineEnded(&$0, plain: $1, errors: $2) }
  }

  /// Returns the value of a script's argument: a number if it is written as one, and otherwise a text.
  private static func value(_ argument: [UInt8]) -> Value {
    (try? Value(number: argument.span, as: .plain)) ?? .text(String(decoding: argument, as: UTF8.self))
  }
}
