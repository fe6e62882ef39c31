import CommandLanguage
import Scenarios
import TerminalText

/// Runs a script: a file, a text, or standard input as it comes.
struct ScriptDriver {
  private let streams: ProgramStreams
  private let keepsGoing: Bool
  private let painter: Painter
  private let isWatched = ProgramStreams.isOutputTerminal

  init(_ settings: ProgramSettings, _ streams: ProgramStreams, keepsGoing: Bool? = nil) {
    self.streams = streams
    self.keepsGoing = keepsGoing ?? settings.keepsGoing
    painter = Painter(isOn: settings.usesColour)
  }

  /// Runs the script in a fresh session and ends the program.
  func runToEnd(_ script: Script, in world: some ProgramWorld, seed: UInt64?) -> ReplayStatus {
    do {
      let session = try world.makeSession(seed: seed)
      session.files = SessionFileAccess(streams)
      try session.setVariable("arguments", to: .list(script.arguments.map(Self.value)))
      let status = run(script, in: session)
      // The memory ends with the program: taking a session apart first, object by object, would only make the
      // user wait.
      withExtendedLifetime(session) { ProcessState.end(status) }
    } catch {
      return streams.fail("\(error)", .failure)
    }
  }

  /// Runs the script in a session that somebody brings.
  ///
  /// - Parameter afterPiece: called after every piece of the input.
  func run(
    _ script: Script, in session: any ScriptSession, afterPiece: () -> Void = {}
  ) -> ReplayStatus {
    let outcome: Outcome?
    switch script.source {
    case .text(let text):
      var runner = ScriptRunner(session, name: "-c", keepsGoing: keepsGoing)
      var output: [UInt8] = []
      _ = feed(&runner, text.span, &output)
      outcome = finish(&runner, &output)
      afterPiece()
    case .standardInput:
      outcome = run(InputStream(), "standard input", in: session, runsAsItComes: true, afterPiece)
    case .file(let path):
      do {
        outcome = run(try InputStream(path), path, in: session, runsAsItComes: false, afterPiece)
      } catch {
        return streams.fail("\(error)")
      }
    }
    return switch outcome {
    case .done, .quit: .success
    case .failed: .failure
    case nil: .usage
    }
  }

  /// `nil` when the stream cannot be read.
  ///
  /// - Parameter runsAsItComes: what comes from a pipe may have no end; a file is checked as a whole before its first
  ///   line acts.
  private func run(
    _ input: borrowing InputStream, _ name: FilePath, in session: any ScriptSession, runsAsItComes: Bool,
    _ afterPiece: () -> Void
  ) -> Outcome? {
    var runner = ScriptRunner(
      session, name: name.description, keepsGoing: keepsGoing, runsAsItComes: runsAsItComes)
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
        let outcome = feed(&runner, chunk.span, &output)
        afterPiece()
        guard outcome == .done else { break reading }
      }
    }
    let outcome = finish(&runner, &output)
    afterPiece()
    return outcome
  }

  /// Feeds a chunk; somebody who watches sees what a line printed before the next one runs.
  private func feed(
    _ script: inout ScriptRunner, _ chunk: Span<UInt8>, _ output: inout [UInt8]
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
      write(&output)
      start = end
    }
    return outcome
  }

  private func finish(_ script: inout ScriptRunner, _ output: inout [UInt8]) -> Outcome {
    let outcome = script.finish(into: &output)
    write(&output)
    return outcome
  }

  private func write(_ output: inout [UInt8]) {
    streams.write(painter.paint(output))
    output.removeAll(keepingCapacity: true)
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
