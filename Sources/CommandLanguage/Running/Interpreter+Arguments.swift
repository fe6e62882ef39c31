import TerminalText

extension Interpreter: ArgumentEvaluator {
  var interpreter: Interpreter { self }

  /// Returns the value of an argument: a number, a text, or the value of an expression.
  func argument(_ index: Int32, of program: Program) throws -> Value {
    let node = program[index]
    switch node.kind {
    case .option: throw program.failure(LanguageError.definitionWithOption, node.range)
    case .block: throw program.failure(LanguageError.unexpectedBlock, node.range)
    default: return try evaluate(program, index)
    }
  }

  func text(of value: Value) throws -> String {
    if case .text(let text) = value { return text }
    var text = ""
    try append(value, to: &text, most: limits.text)
    return text
  }

  func unknownObject(_ kind: Int, _ name: String) -> LanguageError {
    let described = language.kinds[kind]
    guard printsDiagnostics else { return .unknownObject(kind: described.name, name, suggestion: nil) }
    let known = kinds[kind].numbers().prefix(NearNames.countMax).map {
      self.name(of: ObjectReference(kind: described.id, id: $0))
    }
    return .unknownObject(
      kind: described.name, name, suggestion: NearNames.nearest(to: name, among: known))
  }

  // MARK: Syntax to keep

  func keep(_ index: Int32, of program: Program) -> CapturedSyntax {
    keep(index, of: program, capturing: [:])
  }

  /// - Parameter globals: variables of the session that are captured, by their places among the local ones.
  private func keep(_ index: Int32, of program: Program, capturing globals: [Int: CapturedValue])
    -> CapturedSyntax
  {
    var captured: [CapturedSyntax.Captured] = []
    for place in program.subtree(index) where program[place].kind == .local {
      let local = program[place].payload
      guard base + local < stack.count, !captured.contains(where: { $0.place == local }) else { continue }
      if let box = globals[local] ?? stack[base + local].map({ CapturedValue($0) }) {
        var name = program.text(program[place].range)
        if name.hasPrefix("$") { name.removeFirst() }
        captured.append(.init(name: name, place: local, box: box))
      }
    }
    return CapturedSyntax(program: program, node: index, captured: captured, frameSize: stack.count - base)
  }

  /// A selection to be kept: its base must be a kind, so that its rows can be followed.
  func keepSelection(_ index: Int32, of program: Program) throws -> Selection {
    var captured: [Int: CapturedValue] = [:]
    for capture in program.captures where capture.node == index {
      captured[capture.local] = capturedGlobal(capture.global)
    }
    let parts = SelectionParts(program, index)
    guard program[parts.base].kind == .rows else { throw noSelection(program, parts.base) }
    let kind = language.kinds[program[parts.base].payload].id
    var kept = keep(index, of: program, capturing: captured)
    kept.isClosed = true
    return Selection(kept: kept, kind: kind)
  }

  /// The value that a variable of the session has, to be captured: the same one until the variable changes.
  func capturedGlobal(_ place: Int) -> CapturedValue? {
    if let known = capturedGlobals[place] { return known }
    guard let value = globals.value(at: place) else { return nil }
    let box = CapturedValue(value)
    capturedGlobals[place] = box
    return box
  }

  /// Runs `body` with the variables that `kept` has kept, and no others that are local.
  ///
  /// - Parameter inner: the row that it is about.
  func withKept<R>(_ kept: CapturedSyntax, on inner: RowScope? = nil, _ body: (Program) throws -> R) throws
    -> R
  {
    let (outer, outerRow, outerClosed, outerRows) = (base, row, isClosed, enclosingRows)
    row = inner
    // It may be evaluated because a selection's condition reads it, and knows nothing of that one's rows.
    if !outerRows.isEmpty { enclosingRows = [] }
    isClosed = kept.isClosed
    firstStatement = -1
    // Most conditions name no variable.
    let hasFrame = kept.frameSize > 0
    if hasFrame {
      base = stack.count
      stack.append(contentsOf: repeatElement(nil, count: kept.frameSize))
      for captured in kept.captured where captured.place < kept.frameSize {
        stack[base + captured.place] = captured.value
      }
    }
    defer {
      if hasFrame { stack.removeSubrange(base...) }
      (base, row, isClosed) = (outer, outerRow, outerClosed)
      if !outerRows.isEmpty { enclosingRows = outerRows }
    }
    do {
      return try body(kept.program)
    } catch {
      throw cut(kept.program.located(error, kept.range), to: kept)
    }
  }

  /// A failure in what was kept shows that alone, and not the text that it stood in.
  private func cut(_ error: any Error, to kept: CapturedSyntax) -> any Error {
    let unit = kept.program.unit(around: kept.range)
    let range = kept.range.lowerBound - unit.lowerBound..<kept.range.upperBound - unit.lowerBound
    guard var failure = error as? CommandFailure, failure.text.elementsEqual(kept.program.bytes(unit)) else {
      return error
    }
    let place = failure.diagnostic.range
    guard range.lowerBound <= place.lowerBound, place.upperBound <= range.upperBound else { return error }
    failure.text = Array(kept.program.bytes(kept.range))
    failure.diagnostic.range = place.lowerBound - range.lowerBound..<place.upperBound - range.lowerBound
    return failure
  }
}
