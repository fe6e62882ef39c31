/// The effect of a rule of the world.
enum RuleRole: String, Sendable {
  /// A command that adds a violation fails.
  case constraint
  /// Nothing is refused; a violation is reported.
  case invariant

  /// The command that removes a rule that a command made.
  var removal: String { "un\(rawValue)" }
}
