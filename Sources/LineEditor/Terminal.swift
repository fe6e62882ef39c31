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

  /// Whether the terminal understands nothing but text (`TERM=dumb`, or no `TERM` at all).
  public static var isDumb: Bool {
    guard let name = environment("TERM") else { return true }
    return name.isEmpty || name == "dumb"
  }

  /// Whether colour is welcome on `output`, where the person has not said so on the command line:
  /// on a terminal that is not dumb, unless `NO_COLOR` is set to anything but nothing.
  public static func wantsColour(output: Int32 = 1) -> Bool {
    isatty(output) == 1 && !isDumb && (environment("NO_COLOR") ?? "").isEmpty
  }

  /// The value of an environment variable, if it has one.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
