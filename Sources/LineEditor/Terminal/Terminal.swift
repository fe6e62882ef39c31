import CReadline
import TerminalText

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files or terminals that the program reads from and writes to.
public enum Terminal {
  /// Returns a Boolean value that indicates whether input and output are both terminals: only then is a prompt
  /// useful.
  ///
  /// readline on a pipe would echo the prompt and the text to standard output.
  public static func isInteractive(input: Int32 = 0, output: Int32 = 1) -> Bool {
    isatty(input) == 1 && isatty(output) == 1
  }

  /// A Boolean value that indicates whether the terminal at standard input has been closed.
  static var isGone: Bool {
    var modes = termios()
    return tcgetattr(STDIN_FILENO, &modes) != 0
  }

  /// The nanoseconds of a monotonic clock.
  public static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Returns a Boolean value that indicates whether to use colour on `output`, if the command line does not say.
  public static func wantsColour(output: Int32 = 1) -> Bool {
    TerminalAbility.wantsColour(isTerminal: isatty(output) == 1, environment)
  }

  /// A Boolean value that indicates whether the terminal rewraps its rows when its window changes its size: all do
  /// except a few, which only their names reveal.
  static var reflows: Bool {
    if environment("TMUX") != nil { return true }
    return environment("XTERM_VERSION") == nil && environment("STY") == nil && environment("TERM") != "linux"
  }

  /// The value of an environment variable, if it has one.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
