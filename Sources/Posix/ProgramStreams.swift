import Glibc
package import Scenarios
import TerminalText

/// The standard streams of a program.
package struct ProgramStreams: Sendable {
  /// The program's name, which precedes its own messages.
  package let program: String

  package init(program: String) { self.program = program }

  private static let output: Int32 = 1
  private static let errors: Int32 = 2

  package static var isInputTerminal: Bool { isatty(0) == 1 }
  package static var isOutputTerminal: Bool { isatty(output) == 1 }
  package static var isErrorTerminal: Bool { isatty(errors) == 1 }

  /// The columns of the window that shows standard output; `nil` if there is none.
  package static var outputColumns: Int? { columns(of: output) }

  private static func columns(of descriptor: Int32) -> Int? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// Writes all bytes to standard output. If that fails, the program ends, so that a partial report is not mistaken for
  /// a complete one.
  package func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let error = SystemCalls.write(bytes, to: Self.output) else { return }
    _ = fail("standard output: \(UntrustedText.systemError(error))")
    exit(ReplayStatus.failure.rawValue)
  }

  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes text to standard output, wrapped between words at the width of the window.
  package func show(_ text: String) { write(Self.wrapped(text, for: Self.output)) }

  private static func wrapped(_ text: String, for descriptor: Int32) -> [UInt8] {
    let text = Array(text.utf8)
    return columns(of: descriptor).map { WordWrap.wrapped(text, to: $0) } ?? text
  }

  package func report(_ bytes: [UInt8]) { _ = SystemCalls.write(bytes, to: Self.errors) }

  /// Writes a line to standard error, wrapped between words at the width of the window.
  package func report(_ line: String) { report(Self.wrapped("\(line)\n", for: Self.errors)) }

  /// Writes a line to standard error, after the program's name.
  package func remark(_ text: String) { report("\(program): \(text)") }

  /// Writes an error message to standard error, and returns the exit status.
  package func fail(_ problem: String, _ status: ReplayStatus = .usage) -> ReplayStatus {
    remark(problem)
    return status
  }
}
