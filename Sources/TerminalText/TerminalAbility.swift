/// What a terminal can show, as far as the environment tells; who asks the system brings its answers.
public enum TerminalAbility {
  /// Whether the terminal understands nothing but text (`TERM=dumb`, or no `TERM` at all).
  ///
  /// - Parameter environment: gives a variable's value.
  public static func isDumb(_ environment: (String) -> String?) -> Bool {
    guard let name = environment("TERM") else { return true }
    return name.isEmpty || name == "dumb"
  }

  /// Whether colour is welcome where the person has not said so on the command line: on a terminal that is not
  /// dumb, unless `NO_COLOR` is set to anything but nothing.
  public static func wantsColour(isTerminal: Bool, _ environment: (String) -> String?) -> Bool {
    isTerminal && !isDumb(environment) && (environment("NO_COLOR") ?? "").isEmpty
  }
}
