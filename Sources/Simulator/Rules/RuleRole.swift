/// The effect of breaking a rule.
enum RuleRole: String, Sendable {
  /// A command that adds a violation fails.
  case constraint
  /// Nothing is refused. A violation is reported.
  case invariant

  /// The name of the command that removes a rule of this role.
  var removal: String { "un\(rawValue)" }
}
