import CommandLanguage

/// What is wrong with declarations that the language itself does not see.
enum WorldProblems {
  static func find(in declarations: Declarations) -> [String] {
    var problems: [String] = []
    var names: Set<String> = []
    for schema in declarations.schemas {
      if !names.insert(schema.kindName).inserted {
        problems.append("two schemas are called “\(schema.kindName)”")
      }
      problems += find(schema)
    }
    for command in declarations.commands
    where command.description.parameters.contains(where: { $0.label == FieldCandidates.undeclared }) {
      problems.append("the command “\(command.description.name)” reads a value of what is no field")
    }
    return problems
  }

  private static func find(_ schema: some AnySchema) -> [String] { find(schema.schema) }

  private static func find<M: Model>(_ schema: Schema<M>) -> [String] {
    schema.nameOf != nil && schema.nameField == nil
      ? ["the name of a \(schema.name) is none of its fields"] : []
  }
}
