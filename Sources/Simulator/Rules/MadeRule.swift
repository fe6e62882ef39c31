import CommandLanguage

/// A constraint or an invariant that a command made.
public struct MadeRule: Model {
  /// Its name.
  public let id: String
  /// Its number in the order of making.
  public let number: Int
  let role: RuleRole
  let condition: Expression

  // Conditions that were called invariants before were enforced.
  public static let schema = Schema<MadeRule>(
    "rule", plural: "", label: { "rule \($0.id)" },
    restoring: Restoring(keeping: { [KeptField("kept", .expression($0.condition))] }) { id, fields in
      guard let number = fields.value("number", as: Int.self), let condition = fields.expression("kept")
      else {
        return nil
      }
      let role = fields.value("role", as: String.self).flatMap { RuleRole(rawValue: $0) } ?? .constraint
      return MadeRule(id: id, number: number, role: role, condition: condition)
    }, formerly: "invariant"
  ) {
    Field("number", \.number)
    Field("role", reading: { $0.role.rawValue })
    Field("condition", reading: { $0.condition.text })
  }
}
