import CReadline
import Glibc
import TerminalText

/// The terminal at the program's standard input and output.
public enum Terminal {
  /// Returns whether input and output are both terminals, as a prompt requires.
  ///
  /// On a pipe, readline would echo the prompt and the text to standard output.
  public static func isInteractive(input: Int32 = 0, output: Int32 = 1) -> Bool {
    isatty(input) == 1 && isatty(output) == 1
  }

  /// A Boolean value that indicates whether the terminal at standard input has been closed.
  static var isGone: Bool {
    var modes = termios()
    return tcgetattr(STDIN_FILENO, &modes) != 0
  }

  /// Returns the nanoseconds of a monotonic clock.
  public static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Returns whether to use colours on `output` if no option of the program decides.
  public static func wantsColour(output: Int32 = 1) -> Bool {
    TerminalAbility.wantsColour(isTerminal: isatty(output) == 1, environment)
  }

  /// A Boolean value that indicates whether the terminal rewraps its rows when its window changes its size. Most
  /// terminals do. The others are recognized by name.
  static var reflows: Bool {
    if environment("TMUX") != nil { return true }
    return environment("XTERM_VERSION") == nil && environment("STY") == nil && environment("TERM") != "linux"
  }

  /// Returns the value of an environment variable; `nil` if it is not set.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// The character encoding of readline, which must be UTF-8, like that of all texts in this target.
enum UTF8Locale {
  /// Sets the process's encoding to UTF-8 if it would be ASCII, as in a minimal container.
  ///
  /// The method sets an environment variable, since readline reads the environment before every line. A locale with any
  /// other encoding is the user's choice and is not changed.
  static func prepare() {
    setlocale(LC_CTYPE, "")
    guard let codeset = nl_langinfo(nl_item(CODESET)).map({ String(cString: $0) }), isASCII(codeset) else {
      return
    }
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil else { return }
    setenv(getenv("LC_ALL") == nil ? "LC_CTYPE" : "LC_ALL", "C.UTF-8", 1)
  }

  static var isUTF8: Bool {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
  }

  private static func isASCII(_ codeset: String) -> Bool {
    ["ANSI_X3.4-1968", "US-ASCII", "ASCII", "646", ""].contains(codeset)
  }
}
