/// The abilities of a terminal, according to the environment. The caller asks the system and passes the results.
public enum TerminalAbility {
  /// Returns a Boolean value that indicates whether the terminal understands nothing but text (`TERM=dumb`, or no
  /// `TERM` at all).
  ///
  /// - Parameter environment: gives a variable's value.
  public static func isDumb(_ environment: (String) -> String?) -> Bool {
    guard let name = environment("TERM") else { return true }
    return name.isEmpty || name == "dumb"
  }

  /// Returns a Boolean value that indicates whether to use colour if the command line does not say: on a terminal
  /// that is not dumb, unless `NO_COLOR` is set and not empty.
  public static func wantsColour(isTerminal: Bool, _ environment: (String) -> String?) -> Bool {
    isTerminal && !isDumb(environment) && (environment("NO_COLOR") ?? "").isEmpty
  }
}
