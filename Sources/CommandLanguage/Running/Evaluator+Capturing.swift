import TerminalText

extension Evaluator {
  func argument(_ index: Int32, of program: Program) throws -> Value {
    let node = program[index]
    switch node.kind {
    case .option: throw program.failure(LanguageError.definitionWithOption, node.range)
    case .block: throw program.failure(LanguageError.unexpectedBlock, node.range)
    default: return try evaluate(program, index)
    }
  }

  func unknownObject(_ kind: Int, _ name: String) -> LanguageError {
    let described = language.kinds[kind]
    guard suggestsNames else { return .unknownObject(kind: described.name, name, suggestion: nil) }
    let known = kinds[kind].numbers().prefix(NearNames.countMax).map {
      operations.name(of: ObjectReference(kind: described.id, id: $0))
    }
    return .unknownObject(
      kind: described.name, name, suggestion: NearNames.nearest(to: name, among: known))
  }

  func keep(_ index: Int32, of program: Program) -> CapturedSyntax {
    keep(index, of: program) { _, _ in nil }
  }

  /// - Parameter global: returns the captured global variable for a local variable that is not set, by its index or
  ///   else by its name; `nil` if global variables are not captured.
  private func keep(
    _ index: Int32, of program: Program, capturing global: (_ local: Int, _ name: String) -> CapturedValue?
  ) -> CapturedSyntax {
    var captured: [CapturedSyntax.Captured] = []
    for position in program.subtree(index) where program[position].kind == .local {
      let local = program[position].payload
      guard !captured.contains(where: { $0.index == local }) else { continue }
      var name = program.text(program[position].range)
      if name.hasPrefix("$") { name.removeFirst() }
      if let box = variables.local(at: local).map({ CapturedValue($0) }) ?? global(local, name) {
        captured.append(.init(name: name, index: local, box: box))
      }
    }
    return CapturedSyntax(program: program, node: index, captured: captured, frameSize: variables.frameSize)
  }

  /// Captures a selection. Its base must be a kind, so that its rows can be observed.
  func keepSelection(_ index: Int32, of program: Program) throws -> Selection {
    let parts = SelectionParts(program, index)
    guard program[parts.base].kind == .rows else { throw noSelection(program, parts.base) }
    let kind = language.kinds[program[parts.base].payload].id
    var kept = keep(index, of: program) { local, name in
      let capture = program.captures.first { $0.node == index && $0.local == local }
      return (capture?.global ?? variables.symbols.variable(named: name)).flatMap {
        variables.capture(global: $0)
      }
    }
    kept.isClosed = true
    return Selection(kept: kept, kind: kind)
  }

  /// Evaluates captured syntax as a condition, which may only read, with the variables that it captured as the only
  /// local variables.
  ///
  /// - Parameter inner: the row for which `body` evaluates the syntax.
  func evaluating<R>(_ kept: CapturedSyntax, on inner: RowScope? = nil, _ body: (Program) throws -> R) throws
    -> R
  {
    conditions &+= 1
    defer { conditions &-= 1 }
    return try running(kept, on: inner, body)
  }

  /// Runs captured syntax with the variables that it captured as the only local variables.
  func running<R>(_ kept: CapturedSyntax, on inner: RowScope? = nil, _ body: (Program) throws -> R) throws
    -> R
  {
    let outer = scopes
    // A condition of another selection may evaluate the syntax. The rows of that selection are not in its scope.
    scopes = RowScopes(row: inner, isClosed: kept.isClosed)
    // Most conditions use no variables.
    let frame = kept.frameSize > 0 ? variables.enter(kept) : nil
    defer {
      if let frame { variables.leave(to: frame, isCharged: false) }
      scopes = outer
    }
    do {
      return try body(kept.program)
    } catch {
      throw cut(kept.program.located(error, kept.range), to: kept)
    }
  }

  /// Cuts a failure in captured syntax to that syntax, without the text around it.
  private func cut(_ error: any Error, to kept: CapturedSyntax) -> any Error {
    let unit = kept.program.unit(around: kept.range)
    let range = kept.range.lowerBound - unit.lowerBound..<kept.range.upperBound - unit.lowerBound
    guard var failure = error as? CommandFailure, failure.text.elementsEqual(kept.program.bytes(unit)) else {
      return error
    }
    let position = failure.diagnostic.range
    guard range.lowerBound <= position.lowerBound, position.upperBound <= range.upperBound else {
      return error
    }
    failure.text = Array(kept.program.bytes(kept.range))
    failure.diagnostic.range = position.lowerBound - range.lowerBound..<position.upperBound - range.lowerBound
    return failure
  }
}
