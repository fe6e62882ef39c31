import CommandLanguage

/// An invariant that a command made.
public struct MadeInvariant: Model {
  /// Its name.
  public let id: String
  /// Its number in the order of making.
  public let number: Int
  let condition: Expression

  public static let schema = Schema<MadeInvariant>(
    "invariant", plural: "", label: { "invariant \($0.id)" },
    restoring: Restoring(keeping: { [KeptField("kept", .expression($0.condition))] }) { id, fields in
      guard let number = fields.value("number", as: Int.self), let condition = fields.expression("kept")
      else {
        return nil
      }
      return MadeInvariant(id: id, number: number, condition: condition)
    }
  ) {
    Field("number", \.number)
    Field("condition", reading: { $0.condition.text })
  }
}
