extension Interpreter {
  func noteUsage() {
    usage = UsageTally(commandCount: marks.count)
    for index in marks.indices { mark(index, .noted) }
  }

  func noteUse(_ program: Program, _ index: Int32, _ node: Node) {
    guard let usage else { return }
    let description = language.commands[node.payload]
    var options: [String] = []
    var positionalCount = 0
    for child in program.children(of: index) {
      if program[child].kind == .option {
        options.append(program.text(program[child].nameRange))
      } else {
        positionalCount += 1
      }
    }
    var given: [Int] = []
    for (place, parameter) in description.parameters.enumerated() {
      if let option = parameter.option {
        if options.contains(option) { given.append(place) }
      } else if positionalCount > 0 {
        positionalCount -= 1
        given.append(place)
      }
    }
    if usage.use(node.payload, of: description, parameters: given) {
      marks[node.payload].remove(.noted)
    }
  }
}
