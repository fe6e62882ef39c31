/// The parts of a row that a condition or a key reads.
struct RowReads {
  /// The properties of the row, in the order of their first occurrence.
  private(set) var properties: [String] = []
  /// A Boolean value that indicates whether nothing but these properties is read, so that the value is valid until the
  /// row changes.
  private(set) var areAll = true
  private let program: Program
  private let language: Language
  private let kind: Int

  init(_ program: Program, _ language: Language, ofKind kind: Int, below roots: [Int32]) {
    self.program = program
    self.language = language
    self.kind = kind
    for root in roots { note(root) }
  }

  private mutating func note(_ index: Int32) {
    let node = program[index]
    switch node.kind {
    case .property: note(property: program.text(node.range))
    case .path:
      if let name = propertyOfRow(node) { return note(property: name) }
      // Any other path may lead to any object.
      areAll = false
    // A host's function and a definition may read anything.
    case .selection, .comprehension, .root, .rows, .worldName, .global, .propertyOr, .element, .outerElement,
      .callHost, .callKind, .callDefinition:
      areAll = false
    default: break
    }
    for child in program.children(of: index) { note(child) }
  }

  private mutating func note(property name: String) {
    if !properties.contains(name) { properties.append(name) }
  }

  /// Returns the property in a path such as `it.hp`; `nil` for any other path.
  private func propertyOfRow(_ path: Node) -> String? {
    let member = program[path.first].next
    guard program.namesRow(path.first, of: language.kinds[kind]), member >= 0, program[member].next < 0,
      program[member].kind == .member
    else { return nil }
    let name = program.texts[program[member].payload]
    return language.kinds[kind].propertyIndex(name) == nil ? nil : name
  }
}

/// The rows of a selection whose condition compares a row with its state before the running command.
///
/// As with the objects of a rule, new rows are skipped, because they have no former state. Rows that the command did
/// not change are skipped too, unless the condition reads more than the row.
struct ComparedRows {
  private let program: Program
  private let filter: Int32
  private var changes: [Int: (changes: RowChanges, areRowsAlone: Bool)] = [:]

  /// Creates the rows of a selection; `nil` if its condition compares no row with its former state.
  init?(_ program: Program, _ language: Language, _ parts: SelectionParts) {
    guard parts.comparesStates, Self.compares(program, language, parts.filter, depth: 0, isBefore: false)
    else { return nil }
    self.program = program
    filter = parts.filter
  }

  /// Returns a Boolean value that indicates whether an `old(…)` at or below a node refers to the row of the selection.
  ///
  /// - Parameters:
  ///   - depth: the number of selections between the condition and the node.
  ///   - isBefore: whether the node is in an `old(…)`.
  private static func compares(
    _ program: Program, _ language: Language, _ index: Int32, depth: Int, isBefore: Bool
  ) -> Bool {
    let node = program[index]
    switch node.kind {
    case .property, .propertyOr, .element: return isBefore && depth == 0
    case .outerElement: return isBefore && node.payload == depth
    case .worldName:
      return isBefore && language.kinds.contains { $0.name == program.texts[node.payload] }
    default: break
    }
    let isBefore = isBefore || program.isOld(node)
    return program.children(of: index).contains { child in
      let isInner = program[child].kind == .filter || program[child].kind == .key
      return compares(program, language, child, depth: isInner ? depth + 1 : depth, isBefore: isBefore)
    }
  }

  /// Returns a Boolean value that indicates whether the condition must be evaluated for a row.
  mutating func contains(_ row: Int, ofKind kind: Int, _ evaluator: Evaluator) -> Bool {
    if changes[kind] == nil {
      let reads = RowReads(program, evaluator.language, ofKind: kind, below: [filter])
      let found = evaluator.kinds[kind].changes(of: reads.properties) ?? RowChanges(changed: nil)
      changes[kind] = (found, reads.areAll)
    }
    guard let (changes, areRowsAlone) = changes[kind], !changes.added.contains(row) else { return false }
    return areRowsAlone ? changes.changed?.contains(row) ?? true : true
  }
}

extension Program {
  /// Returns a Boolean value that indicates whether a name is the row of a selection of a kind: `it` or the kind's
  /// name.
  func namesRow(_ index: Int32, of kind: Kind) -> Bool {
    switch self[index].kind {
    case .element: true
    case .worldName: kind.name == texts[self[index].payload]
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether a node is a call of `old`.
  func isOld(_ node: Node) -> Bool {
    node.kind == .callBuiltin && BuiltinFunction.allCases[node.payload] == .old
  }
}
