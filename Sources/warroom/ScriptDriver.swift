import CommandLanguage
import Glibc
import LineEditor
import Scenarios
import WarGame

/// Runs scripts: from files, or from standard input as it comes.
struct ScriptDriver {
  private let settings: Settings
  private let keepsGoing: Bool
  private let painter: Painter
  private let isWatched = StandardStream.output.isTerminal

  init(_ settings: Settings, keepsGoing: Bool? = nil) {
    self.settings = settings
    self.keepsGoing = keepsGoing ?? settings.keepsGoing
    painter = Painter(isOn: settings.usesColour)
  }

  /// Runs the files in one session, in their order, and ends the program; `-` is standard input.
  func runToEnd(_ paths: [FilePath]) -> ReplayStatus {
    let session: GameSession
    do { session = try Program.session(settings) } catch { return Program.fail("\(error)", .failure) }
    session.files = SessionFileAccess()
    let status = run(paths, in: session)
    // The memory ends with the program: taking a session apart first, unit by unit, would only make the user
    // wait.
    withExtendedLifetime(session) { exit(status.rawValue) }
  }

  /// Runs the files in a session that somebody brings.
  ///
  /// - Parameter afterPiece: called after every piece of the input.
  func run(
    _ paths: [FilePath], in session: any ScriptSession, afterPiece: () -> Void = {}
  ) -> ReplayStatus {
    var status = ReplayStatus.success
    for path in paths {
      switch run(path, in: session, afterPiece) {
      case .done: continue
      case .quit: return status
      case .failed:
        status = .failure
        if !keepsGoing { return status }
      case nil: return .usage
      }
    }
    return status
  }

  /// `nil` when the file cannot be read.
  private func run(
    _ path: FilePath, in session: any ScriptSession, _ afterPiece: () -> Void
  ) -> Outcome? {
    var input: Int32 = 0
    if path != "-" {
      do { input = try PosixFiles().open(path, O_RDONLY) } catch { return unreadable(error) }
    }
    defer { if input > 0 { close(input) } }
    // What comes from a pipe may have no end; a file is checked as a whole before its first line acts.
    var script = ScriptRunner(
      session, name: path == "-" ? "standard input" : path.description, keepsGoing: keepsGoing,
      runsAsItComes: path == "-")
    var output: [UInt8] = []
    var chunk: [UInt8] = []
    reading: while true {
      switch PosixFiles.readPiece(of: input, byteCountMax: 1 << 16, into: &chunk) {
      case .interrupted: continue
      case .nothingYet: PosixThreads.wait(milliseconds: 10)
      case .end: break reading
      case .failed(let number):
        return unreadable(FileFailure(path == "-" ? "standard input" : path, errno: number))
      case .bytes:
        let outcome = feed(&script, chunk.span, &output)
        afterPiece()
        guard outcome == .done else { break reading }
      }
    }
    let outcome = script.finish(into: &output)
    write(&output)
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

  private func write(_ output: inout [UInt8]) {
    StandardStream.output.write(painter.paint(output))
    output.removeAll(keepingCapacity: true)
  }

  private func unreadable(_ failure: FileFailure) -> Outcome? {
    _ = Program.fail("\(failure)")
    return nil
  }
}
