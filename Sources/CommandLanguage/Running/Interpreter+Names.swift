import TerminalText

extension Interpreter {
  /// Returns the value of a resolved name.
  func nameValue(_ program: Program, _ node: Node) throws -> Value {
    switch node.kind {
    case .local:
      if let value = stack.value(at: base + node.payload) { return value }
      throw unknownVariable(program, node)
    case .global:
      if let value = globals.value(at: node.payload) { return value }
      throw unknownVariable(program, node)
    case .property: return row?.cursor?.read(node.payload) ?? .none
    case .propertyOr: return try rowValue(program, node)
    case .element:
      if let element = row?.element { return element }
      throw unknownName("it", program, node.range)
    case .outerElement:
      let place = enclosingRows.count - node.payload
      if place >= 0, let element = enclosingRows[place].element { return element }
      throw unknownName(program.text(node.range), program, node.range)
    case .root: return language.roots[node.payload].read(host)
    case .rows: return try rows(of: node.payload)
    default: return try worldValue(program.texts[node.payload], program, node.range)
    }
  }

  private func unknownVariable(_ program: Program, _ node: Node) -> CommandFailure {
    var name = program.text(node.range)
    let isPlain = !name.hasPrefix("$")
    if !isPlain { name.removeFirst() }
    let near = NearNames.nearest(to: name, among: variableNames)
    if isPlain { return program.failure(LanguageError.unknownName(name, suggestion: near), node.range) }
    return program.failure(LanguageError.unknownVariable(name, suggestion: near), node.range)
  }

  /// A property of the row, whose kind shows only now, or what else the name means.
  private func rowValue(_ program: Program, _ node: Node) throws -> Value {
    let fallback = program.fallbacks[node.payload]
    if let row, row.kind >= 0,
      let property = language.kinds[row.kind].propertyIndex(program.texts[fallback.name])
    {
      return row.cursor?.read(property) ?? .none
    }
    var other = node
    other.kind = fallback.kind
    other.payload = fallback.payload
    return other.kind == .constant
      ? .text(language.vocabulary[other.payload]) : try nameValue(program, other)
  }

  private func rows(of kind: Int) throws -> Value {
    let ids = kinds[kind].numbers()
    guard ids.count <= limits.list else { throw listLimit() }
    try budget.make(ids.count * Value.elementByteCount)
    let id = language.kinds[kind].id
    return .list(ids.map { .object(id, $0) })
  }

  /// A name that was nothing when the text was resolved: a variable that has been made since, or the world's.
  private func worldValue(_ name: String, _ program: Program, _ range: Range<Int>) throws -> Value {
    if !isClosed, let place = symbols.variable(named: name), isSet(place), let value = globals[place] {
      return value
    }
    if let value = rowObject(ofKind: name) { return value }
    let bytes = Array(name.utf8)
    if let value = host.value(named: bytes.span) { return value }
    throw unknownName(name, program, range)
  }

  private func unknownName(_ name: String, _ program: Program, _ range: Range<Int>) -> CommandFailure {
    let properties = row.flatMap { $0.kind >= 0 ? language.kinds[$0.kind].properties.map(\.name) : nil } ?? []
    let known = properties + variableNames + language.constantNames + host.valueNames()
    return program.failure(
      LanguageError.unknownName(name, suggestion: NearNames.nearest(to: name, among: known)), range)
  }

  // MARK: Properties and elements

  /// `value.property[index]…`
  func evaluatePath(_ program: Program, _ node: Node) throws -> Value {
    var index = program[node.first].next
    var value: Value
    if let property = rowProperty(program, node.first, index) {
      value = property
      index = program[index].next
    } else {
      value = try evaluate(program, node.first)
    }
    while index >= 0 {
      let part = program[index]
      do {
        switch part.kind {
        case .index: value = try element(of: value, try evaluate(program, part.first))
        case .slice:
          let from = try evaluate(program, part.first)
          value = try slice(of: value, from, try evaluate(program, program[part.first].next))
        default: value = try property(program.texts[part.payload], of: value)
        }
      } catch {
        throw program.located(error, part.range)
      }
      index = part.next
    }
    return value
  }

  /// Of a path that begins with the row itself, the property behind it: the row need not be in the store.
  private func rowProperty(_ program: Program, _ first: Int32, _ part: Int32) -> Value? {
    guard part >= 0, let row, row.kind >= 0, let cursor = row.cursor,
      namesRow(program, first, ofKind: row.kind),
      program[part].kind == .member,
      let property = language.kinds[row.kind].propertyIndex(program.texts[program[part].payload])
    else { return nil }
    return cursor.read(property)
  }

  /// Returns a Boolean value that indicates whether a name is the row of a selection of a kind: `it`, or the kind's
  /// name.
  func namesRow(_ program: Program, _ index: Int32, ofKind kind: Int) -> Bool {
    switch program[index].kind {
    case .element: true
    case .worldName: language.kinds[kind].name == program.texts[program[index].payload]
    default: false
    }
  }

  private func element(of value: Value, _ index: Value) throws -> Value {
    guard case .number(let number) = index else { throw LanguageError.wrongOperand(of: "[ ]", .whole) }
    switch value {
    case .list(let elements):
      let place = number < 0 ? number &+ elements.count : number
      guard elements.indices.contains(place) else {
        throw LanguageError.noElement(number, count: elements.count)
      }
      return elements[place]
    case .text(let text):
      let characters = Array(text)
      try budget.charge(bytes: text.utf8.count)
      let place = number < 0 ? number &+ characters.count : number
      guard characters.indices.contains(place) else {
        throw LanguageError.noElement(number, count: characters.count)
      }
      return .text(String(characters[place]))
    default: throw LanguageError.wrongOperand(of: "[ ]", .textOrList)
    }
  }

  /// The elements from one to before another; what lies outside is left out.
  private func slice(of value: Value, _ from: Value, _ to: Value) throws -> Value {
    func bound(_ value: Value, _ usual: Int, _ count: Int) throws -> Int {
      switch value {
      case .none: usual
      case .number(let number): min(max(0, number < 0 ? number &+ count : number), count)
      default: throw LanguageError.wrongOperand(of: "[ : ]", .whole)
      }
    }
    func range(_ count: Int) throws -> Range<Int> {
      let lower = try bound(from, 0, count)
      return lower..<max(lower, try bound(to, count, count))
    }
    switch value {
    case .list(let elements):
      let range = try range(elements.count)
      try budget.make(range.count * Value.elementByteCount)
      return .list(Array(elements[range]))
    case .text(let text):
      try budget.make(text.utf8.count)
      let characters = Array(text)
      return .text(String(characters[try range(characters.count)]))
    default: throw LanguageError.wrongOperand(of: "[ : ]", .textOrList)
    }
  }

  /// A property of an object; of a list, the list of its elements' properties.
  private func property(_ name: String, of value: Value) throws -> Value {
    switch value {
    case .object(let object): return try property(name, of: object)
    // A reference that leads nowhere: `owner.team == red` is false of a card that nobody has.
    case .none: return .none
    case .list(let elements):
      try budget.make(elements.count * Value.elementByteCount)
      return .list(
        try elements.map { element in
          try budget.charge()
          let value = try property(name, of: element)
          if case .list = value { throw LanguageError.nestedList }
          return value
        })
    case .text(let text):
      // A `def` is given names as texts: `$who.hp` means the object of that name.
      if case .object(let object) = host.value(named: Array(text.utf8).span) {
        return try property(name, of: object)
      }
    default: break
    }
    throw LanguageError.withoutProperties(value.noun)
  }

  private func property(_ name: String, of object: ObjectReference) throws -> Value {
    guard let index = language.kindIndex(object.kind) else { throw LanguageError.unknownKind }
    let kind = language.kinds[index]
    let shared = cursor(index)
    let cursor = row?.cursor === shared ? kinds[index].makeCursor() : shared
    guard cursor.move(object.id) else { throw LanguageError.objectGone(kind: kind.name) }
    if let place = kind.propertyIndex(name) { return cursor.read(place) }
    if let child = cursor.child(Array(name.utf8).span) { return child }
    throw kind.unknownProperty(name)
  }
}
