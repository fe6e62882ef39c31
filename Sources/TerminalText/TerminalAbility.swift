/// The abilities of a terminal, computed from the environment that the caller passes.
public enum TerminalAbility {
  /// Returns whether the terminal supports only plain text (`TERM=dumb`, or no `TERM`).
  ///
  /// - Parameter environment: returns the value of a variable.
  public static func isDumb(_ environment: (String) -> String?) -> Bool {
    guard let name = environment("TERM") else { return true }
    return name.isEmpty || name == "dumb"
  }

  /// Returns whether to use colours by default: on a terminal that is not dumb, unless `NO_COLOR` is set and not empty.
  public static func wantsColour(isTerminal: Bool, _ environment: (String) -> String?) -> Bool {
    isTerminal && !isDumb(environment) && (environment("NO_COLOR") ?? "").isEmpty
  }
}
