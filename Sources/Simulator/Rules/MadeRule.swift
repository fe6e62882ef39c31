import CommandLanguage

/// A constraint or an invariant that a command created.
public struct MadeRule: Model {
  /// The name of the rule.
  public let id: String
  /// The number of the rule, in the order of creation.
  public let number: Int
  let role: RuleRole
  let condition: Expression
  /// The condition that must follow the first one, and the time it has; `nil` for a rule without a goal.
  let goal: Expression?
  let bound: LeadsTo.Bound?

  var text: String {
    guard let goal, let bound else { return condition.text }
    return "\(condition.text) leads to \(goal.text) within \(bound.text)"
  }

  var variables: String? {
    CapturedVariables.text(of: condition.variables + (goal?.variables ?? []))
  }

  // Older stores have the kind `invariant` instead, whose rules were enforced.
  public static let schema = Schema<MadeRule>(
    "rule", plural: "", label: { "rule \($0.id)" },
    restoring: Restoring(storing: { rule in
      [CapturedField("kept", .expression(rule.condition))]
        + (rule.goal.map { [CapturedField("goal", .expression($0))] } ?? [])
    }) { id, fields in
      guard let number = fields.value("number", as: Int.self), let condition = fields.expression("kept")
      else {
        return nil
      }
      let role = fields.value("role", as: String.self).flatMap { RuleRole(rawValue: $0) } ?? .constraint
      let bound = fields.value("within", as: String.self).flatMap { LeadsTo.Bound($0) }
      // Do not restore a rule without its goal, because it would be a different rule.
      guard let bound else {
        return MadeRule(id: id, number: number, role: role, condition: condition, goal: nil, bound: nil)
      }
      guard let goal = fields.expression("goal") else { return nil }
      return MadeRule(id: id, number: number, role: role, condition: condition, goal: goal, bound: bound)
    }, formerly: "invariant"
  ) {
    Field("number", \.number)
    Field("role", reading: { $0.role.rawValue })
    Field("condition", reading: { $0.text })
    Field("within", reading: { $0.bound?.text })
    Field("variables", reading: { $0.variables })
  }
}
