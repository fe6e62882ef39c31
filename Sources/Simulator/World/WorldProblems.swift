import CommandLanguage

/// What is wrong with declarations that the language itself does not see.
enum WorldProblems {
  static func find(in declarations: Declarations) -> [String] {
    var problems: [String] = []
    var models: [String: String] = [:]
    for schema in declarations.schemas {
      let (name, model) = (schema.kindName, model(of: schema))
      if let first = models[name] {
        problems.append("two schemas are called “\(name)”: those of \(first) and \(model)")
      }
      models[name] = model
      problems += find(schema)
    }
    for command in declarations.commands
    where command.description.parameters.contains(where: { $0.label == FieldCandidates.undeclared }) {
      problems.append("the command “\(command.description.name)” reads a value of what is no field")
    }
    return problems
  }

  private static func find(_ schema: some AnySchema) -> [String] { find(schema.schema) }

  private static func model<S: AnySchema>(of schema: S) -> String { "\(S.Object.self)" }

  private static func find<M: Model>(_ schema: Schema<M>) -> [String] {
    schema.nameOf != nil && schema.nameField == nil
      ? ["the name of a \(schema.name) is none of its fields"] : []
  }
}
