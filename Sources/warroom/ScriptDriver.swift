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
  private let isWatched = isatty(STDOUT_FILENO) == 1

  init(_ settings: Settings, keepsGoing: Bool? = nil) {
    self.settings = settings
    self.keepsGoing = keepsGoing ?? settings.keepsGoing
    painter = Painter(isOn: settings.usesColour)
  }

  /// Runs the files in one session, in their order; `-` is standard input.
  func run(_ paths: [String]) -> ReplayStatus {
    let session: GameSession
    do { session = try Program.session(settings) } catch { return Program.fail("\(error)", .failure) }
    session.files = SessionFileAccess()
    // The program ends with the scripts, and its memory with it: taking a session apart first, unit by
    // unit, would only make the user wait.
    _ = Unmanaged.passRetained(session)
    return run(paths, in: session)
  }

  /// Runs the files in a session that somebody brings.
  func run(_ paths: [String], in session: any ScriptSession) -> ReplayStatus {
    var status = ReplayStatus.success
    for path in paths {
      switch run(path, in: session) {
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
  private func run(_ path: String, in session: any ScriptSession) -> Outcome? {
    var input: Int32 = 0
    if path != "-" {
      input = open(path, O_RDONLY | O_CLOEXEC)
      guard input >= 0 else { return unreadable(path) }
    }
    defer { if input > 0 { close(input) } }
    var script = ScriptRunner(
      session, name: path == "-" ? "standard input" : path, keepsGoing: keepsGoing)
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return unreadable(path) }
      if count == 0 { break }
      guard feed(&script, chunk.span.extracting(0..<count), &output) == .done else { break }
    }
    let outcome = script.finish(into: &output)
    write(&output)
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

  private func unreadable(_ path: String) -> Outcome? {
    _ = Program.fail("\(FileFailure(path == "-" ? "standard input" : path, errno: errno))")
    return nil
  }
}
