import CommandLanguage
import Scenarios
import Simulator
import TerminalText

/// Runs a script: a file, a text, or standard input as it comes.
struct ScriptDriver {
  private let streams: ProgramStreams
  private let keepsGoing: Bool
  /// What the program does before and after each line, the outermost first.
  private var hooks: [any LineHook]
  /// A Boolean value that indicates whether a line of a comment alone is run, for a hook that keeps it.
  private let givesComments: Bool
  private let painter: Painter
  private let errorPainter: Painter
  private let settings: ProgramSettings
  private let isWatched = ProgramStreams.isOutputTerminal
  /// The columns of the window that shows the output; `nil` for a file and a pipe, which get lines as they are.
  private var columns: Int? { isWatched ? ProgramStreams.outputColumns : nil }

  init(
    _ settings: ProgramSettings, _ streams: ProgramStreams, keepsGoing: Bool? = nil,
    hooks: [any LineHook] = [], givesComments: Bool = false
  ) {
    self.hooks = hooks
    self.givesComments = givesComments
    self.streams = streams
    self.settings = settings
    self.keepsGoing = keepsGoing ?? settings.keepsGoing
    painter = Painter(isOn: settings.usesColour)
    errorPainter = Painter(isOn: settings.usesColour(onTerminal: ProgramStreams.isErrorTerminal))
  }

  /// Runs the script in a fresh session and ends the program.
  ///
  /// - Parameter next: goes on in the same session.
  func runToEnd(
    _ script: Script, then next: Script? = nil, in world: some ProgramWorld, seed: UInt64?
  ) -> ReplayStatus {
    do {
      let session = try world.makeSession(seed: seed)
      session.files = SessionFileAccess(streams)
      try session.setVariable("arguments", to: .list(script.arguments.map(Self.value)))
      let store: StoreSitting?
      do { store = try StoreSitting.open(settings.store, for: session, of: world, .group, streams) } catch {
        return streams.fail(StoreSitting.message(of: error))
      }
      var driver = self
      if let store { driver.hooks.append(store) }
      let status = driver.run(script, then: next, in: session, store)
      store?.close(streams)
      // The memory ends with the program: taking a session apart first, object by object, would only make the
      // user wait.
      withExtendedLifetime(session) { ProcessState.end(status) }
    } catch {
      return streams.fail("\(error)", .failure)
    }
  }

  /// Runs the script in a session that somebody brings.
  ///
  /// - Parameters:
  ///   - next: goes on behind it, unless it failed or left the session.
  ///   - name: what a text is called in messages.
  ///   - store: is written before what was printed is shown.
  ///   - afterPiece: called after every piece of the input.
  func run(
    _ script: Script, then next: Script? = nil, in session: any Session, called name: String = "-c",
    _ store: StoreSitting?, afterPiece: () -> Void = {}
  ) -> ReplayStatus {
    let outcome = inTurn(next.map { [script, $0] } ?? [script], store) {
      self.outcome(of: $0, in: session, called: name, store, afterPiece)
    }
    return switch outcome {
    case .done, .quit: .success
    case .failed: .failure
    case nil: .usage
    }
  }

  /// Runs pieces one behind the other, until one fails, unless it is to be gone on, or leaves the session.
  private func inTurn<Piece>(_ pieces: [Piece], _ store: StoreSitting?, _ run: (Piece) -> Outcome?)
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

  /// `nil` when the script cannot be read, which has been said then.
  private func outcome(
    of script: Script, in session: any Session, called name: String, _ store: StoreSitting?,
    _ afterPiece: () -> Void
  ) -> Outcome? {
    var outcome: Outcome?
    session.width = columns
    switch script.source {
    case .text(let text):
      outcome = run(text, name, in: session, store, keepsGoing: keepsGoing)
      afterPiece()
    case .file(let path) where path.isScenario:
      // Its commands are the script, and what they once printed is not.
      do throws(FileFailure) {
        outcome = inTurn(try StartingScenario(path, in: PosixFiles()).parts, store) { part in
          defer { afterPiece() }
          // What fails where it is meant to is no reason to stop before what goes on from it.
          let isMeantToFail = script.isBeginning && part.transcript.expectsErrors
          let outcome = run(
            part.transcript.script(), part.path.description, in: session, store,
            keepsGoing: keepsGoing || isMeantToFail)
          return outcome == .failed && isMeantToFail ? .done : outcome
        }
      } catch {
        _ = streams.fail(PosixFiles().message(of: error))
      }
    case .standardInput:
      outcome = run(InputStream(), "standard input", in: session, runsAsItComes: true, store, afterPiece)
    case .file(let path):
      do {
        outcome = run(try InputStream(path), path, in: session, runsAsItComes: false, store, afterPiece)
      } catch {
        _ = streams.fail(PosixFiles().message(of: error))
      }
    }
    return outcome
  }

  private func run(
    _ text: [UInt8], _ name: String, in session: any Session, _ store: StoreSitting?, keepsGoing: Bool
  ) -> Outcome {
    var runner = ScriptRunner(
      session, hooks: hooks, name: name, keepsGoing: keepsGoing, givesComments: givesComments)
    var output: [UInt8] = []
    _ = feed(&runner, text.span, &output, store)
    return finish(&runner, &output, store)
  }

  /// `nil` when the stream cannot be read.
  ///
  /// - Parameter runsAsItComes: what comes from a pipe may have no end; a file is checked as a whole before its first
  ///   line acts.
  private func run(
    _ input: borrowing InputStream, _ name: FilePath, in session: any Session, runsAsItComes: Bool,
    _ store: StoreSitting?, _ afterPiece: () -> Void
  ) -> Outcome? {
    var runner = ScriptRunner(
      session, hooks: hooks, name: name.description, keepsGoing: keepsGoing, runsAsItComes: runsAsItComes,
      givesComments: givesComments)
    var output: [UInt8] = []
    var chunk: [UInt8] = []
    reading: while true {
      switch input.read(byteCountMax: 1 << 16, into: &chunk) {
      case .interrupted, .nothingYet: continue
      case .end: break reading
      case .failed(let number):
        _ = streams.fail("\(FileFailure(name, errno: number))")
        return nil
      case .bytes:
        let outcome = feed(&runner, chunk.span, &output, store)
        afterPiece()
        guard outcome == .done else { break reading }
      }
    }
    let outcome = finish(&runner, &output, store)
    afterPiece()
    return outcome
  }

  /// Feeds a chunk; somebody who watches sees what a line printed before the next one runs.
  private func feed(
    _ script: inout ScriptRunner, _ chunk: Span<UInt8>, _ output: inout [UInt8], _ store: StoreSitting?
  ) -> Outcome {
    var start = 0
    var outcome = Outcome.done
    while start < chunk.count, outcome == .done {
      var end = chunk.count
      if isWatched {
        end = start
        while end < chunk.count, chunk[end] != 0x0A { end += 1 }
        end = min(end + 1, chunk.count)
      }
      outcome = script.feed(chunk.extracting(start..<end), into: &output)
      if !write(&output, errors: script.takeErrorRanges(), store) { return .failed }
      start = end
    }
    return outcome
  }

  private func finish(
    _ script: inout ScriptRunner, _ output: inout [UInt8], _ store: StoreSitting?
  ) -> Outcome {
    // What cannot be kept stops the script, and nothing more of it runs.
    if store?.hasFailed == true { return .failed }
    let outcome = script.finish(into: &output)
    return write(&output, errors: script.takeErrorRanges(), store) ? outcome : .failed
  }

  /// Shows what was printed, once what was done is on disk: errors on standard error, each behind what was printed
  /// before it.
  ///
  /// - Parameter errors: where they stand in the output.
  /// - Returns: whether what was done is on disk.
  private func write(_ output: inout [UInt8], errors: [Range<Int>], _ store: StoreSitting?) -> Bool {
    if let problem = store?.flush() {
      streams.remark(problem)
      output.removeAll()
      return false
    }
    var start = 0
    for range in errors where range.lowerBound >= start && range.upperBound <= output.count {
      streams.write(wrapped(painter.paint(Array(output[start..<range.lowerBound]))))
      streams.tell(wrapped(errorPainter.paint(Array(output[range]))))
      start = range.upperBound
    }
    streams.write(wrapped(painter.paint(Array(output[start...]))))
    output.removeAll(keepingCapacity: true)
    return store?.hasFailed != true
  }

  private func wrapped(_ text: [UInt8]) -> [UInt8] {
    columns.map { WordWrap.wrapped(text, to: $0) } ?? text
  }

  /// What an argument is in the script: a number where it is written as one, as behind `run FILE` in a script.
  private static func value(_ argument: [UInt8]) -> Value {
    switch DecimalReader.number(argument.span) {
    case .integer(let number): .number(number)
    case .decimal(let number): .decimal(number)
    case .outOfRange, nil: .text(String(decoding: argument, as: UTF8.self))
    }
  }
}
