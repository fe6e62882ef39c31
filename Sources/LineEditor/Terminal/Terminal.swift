import CReadline
import TerminalText

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the program's ends are connected to.
public enum Terminal {
  /// Whether a person sits at both ends: only then is a prompt of any use.
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

  /// The nanoseconds since some moment, which nobody sets.
  public static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Whether colour is welcome on `output`, where the person has not said so on the command line.
  public static func wantsColour(output: Int32 = 1) -> Bool {
    TerminalAbility.wantsColour(isTerminal: isatty(output) == 1, environment)
  }

  /// Whether the terminal breaks its rows anew when its window changes its size: all do but a few, which nothing but
  /// their names tells apart.
  static var reflows: Bool {
    if environment("TMUX") != nil { return true }
    return environment("XTERM_VERSION") == nil && environment("STY") == nil && environment("TERM") != "linux"
  }

  /// The value of an environment variable, if it has one.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
