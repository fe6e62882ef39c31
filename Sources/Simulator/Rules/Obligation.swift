/// The second condition of a ``LeadsTo`` that an object, or the world as a whole, has yet to meet.
struct Obligation: Model {
  /// The object's number and the rule's name: an object has at most one obligation of a rule.
  let id: String
  /// The name of the rule.
  let rule: String
  /// The number of the object; `nil` for the world as a whole.
  let object: Int?
  /// The last tick at which it is in time, or the number of commands that are left: -1 when it is late.
  var limit: Int

  init(of rule: String, object: Int?, limit: Int) {
    id = Self.id(of: rule, object: object)
    self.rule = rule
    self.object = object
    self.limit = limit
  }

  static func id(of rule: String, object: Int?) -> String {
    "\(object.map { "\($0)" } ?? "") \(rule)"
  }

  static let schema = Simulator.Schema<Obligation>(
    "obligation", plural: "", label: { $0.id }, isInternal: true,
    restoring: Restoring { id, fields in
      fields.value("rule", as: String.self).map {
        Obligation(of: $0, object: fields.value("object", as: Int.self), limit: 0)
      }
    }
  ) {
    Field("rule", reading: { $0.rule })
    Field("object", reading: { $0.object })
    Field("limit", \.limit)
  }
}
