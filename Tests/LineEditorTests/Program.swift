import Glibc
import Testing

/// A program with a prompt, built beside the tests.
enum Program: String, CaseIterable, CustomTestStringConvertible {
  case promptHost = "prompt-host"
  case warroom

  var testDescription: String { rawValue }

  /// Starts the program on a terminal, and waits for its prompt.
  func start(
    _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    let off = ["PROMPT_HOST_HISTORY": "off", "WARROOM_HISTORY": "off"]
    let terminal = try PseudoTerminal(
      path, arguments, environment: off.merging(environment) { $1 },
      columns: columns, rows: rows)
    try terminal.waitForLines(1)
    return terminal
  }

  var path: String { Self.folder + "/" + rawValue }

  /// The folder of the test executable.
  private static let folder: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(path) }
    return String(cString: path).split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }()
}
