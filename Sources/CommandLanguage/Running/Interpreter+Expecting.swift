extension Interpreter {
  /// Fails with the values of both sides, at the first part of an `and` that does not hold.
  func expect(_ program: Program, _ index: Int32) throws {
    if try isTrue(program, index) { return }
    let part = try failing(program, index)
    throw program.failure(LanguageError.expectationFailed(try sides(program, part)), program[part].range)
  }

  private func failing(_ program: Program, _ index: Int32) throws -> Int32 {
    let node = program[index]
    switch node.kind {
    case .group: return try failing(program, node.first)
    case .and:
      for child in program.children(of: index) where !(try isTrue(program, child)) {
        return try failing(program, child)
      }
      return index
    default: return index
    }
  }

  private func sides(_ program: Program, _ index: Int32) throws -> [LanguageError.Side] {
    switch program[index].kind {
    case .binary, .or, .not, .group:
      var found: [LanguageError.Side] = []
      for child in program.children(of: index) where program[child].kind != .mark {
        for side in try nestedSides(program, child) where !found.contains(side) { found.append(side) }
      }
      return found
    default: return try nestedSides(program, index)
    }
  }

  private func nestedSides(_ program: Program, _ index: Int32) throws -> [LanguageError.Side] {
    let node = program[index]
    switch node.kind {
    case .number, .decimal, .string, .truth, .nothing, .constant: return []
    case .or, .and, .not, .group: return try sides(program, index)
    case .binary where Operator(rawValue: program[program[node.first].next].payload)?.compares == true:
      return try sides(program, index)
    default:
      let value = try evaluate(program, index)
      return [LanguageError.Side(text: program.text(node.range), value: inspect(value))]
    }
  }
}
