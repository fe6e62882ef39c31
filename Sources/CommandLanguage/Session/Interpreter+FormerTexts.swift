import TerminalText

extension Interpreter {
  /// Returns the text of captured syntax and the values of its variables, with former names replaced by current ones.
  /// Nothing runs.
  ///
  /// All names are replaced at once, so that a name can be reused.
  ///
  /// - Parameters:
  ///   - text: the text of an expression, a selection or a block.
  ///   - variables: the captured variables.
  ///   - former: the declarations with which the text was written.
  ///   - kindOfObject: returns the former kind of the object with a name; `nil` if there is none.
  /// - Throws: ``UntranslatableText`` if a name may have several meanings.
  package func translated(
    _ text: String, variables: [(name: String, value: Value)], from former: FormerDeclarations,
    kindOfObject: @escaping (String) -> String?
  ) throws(UntranslatableText) -> (text: String, values: [Value]) {
    let bytes = Array(text.utf8)
    let shapes: [ArgumentShape] = text.hasPrefix("{") ? [.block] : [.expression, .selection]
    let language = former.language
    let lines = shapes.lazy.map { CommandReader.read(bytes, as: $0, language.grammar, self.limits) }
    guard let line = lines.first(where: { $0.diagnostics.isEmpty }) else {
      return (text, variables.map(\.value))
    }
    let known = Variables(copying: self.variables)
    var resolver = Resolver(line.program, language, known, .unknown)
    resolver.scope.names = variables.enumerated().map { ($1.name, $0) }
    resolver.scope.size = variables.count
    resolver.isObjectName = { kindOfObject($0) != nil }
    resolver.former = former
    resolver.kindOfFormerObject = kindOfObject
    resolver.localTypes = variables.map(\.value.type)
    let renamed = resolver.resolve(line.root, checksTypes: false)
    if let reason = resolver.ambiguity { throw UntranslatableText(reason: reason) }
    var checker = TypeChecker(
      resolver.nodes, resolver.texts, source: bytes, language, known, .unknown,
      localTypes: variables.map(\.value.type))
    checker.uses = NameUses { name in kindOfObject(name).map { .object(KindID($0)) } }
    checker.check(line.root)
    guard let uses = checker.uses else { return (text, variables.map(\.value)) }
    var names = try former.replacements(of: resolver.nodes, uses, in: bytes) { node in
      let fallback = resolver.fallbacks[node.payload]
      return fallback.kind == .worldName && kindOfObject(resolver.texts[fallback.name]) == nil
    }
    for diagnostic in renamed where diagnostic.explanation.kind == LanguageError.Kind.renamed.rawValue {
      if let name = diagnostic.explanation.suggestion { names[diagnostic.range] = name }
    }
    var values: [Value] = []
    for (index, variable) in variables.enumerated() {
      var value = variable.value
      for words in uses.words[index] ?? [] { value = try former.present(variable.value, among: words) }
      values.append(value)
    }
    return (Self.replacing(names, in: bytes), values)
  }

  private static func replacing(_ names: [Range<Int>: String], in bytes: [UInt8]) -> String {
    var result = bytes
    for (range, name) in names.sorted(by: { $0.key.lowerBound > $1.key.lowerBound }) {
      result.replaceSubrange(range, with: name.utf8)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension FormerDeclarations {
  /// Returns the current names in a resolved text, keyed by the ranges of the former ones.
  ///
  /// - Parameter isProperty: returns whether a name that may be a property can be nothing else.
  fileprivate func replacements(
    of nodes: [Node], _ uses: NameUses, in source: [UInt8], isProperty: (Node) -> Bool
  ) throws(UntranslatableText) -> [Range<Int>: String] {
    var names: [Range<Int>: String] = [:]
    func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
    for node in nodes {
      switch node.kind {
      case .rows:
        if text(node.range) == language.kinds[node.payload].plural {
          names[node.range] = try presentKind(node.payload, isPlural: true)
        }
      case .callKind: names[node.nameRange] = try presentKind(node.payload, isPlural: false)
      case .constant where uses.meanings[node.range] == nil:
        names[node.range] = try presentWord(language.vocabulary[node.payload], among: nil)
      case .propertyOr where isProperty(node):
        names[node.range] = try presentProperty(text(node.range), of: nil)
      case .root:
        let root = language.roots[node.payload]
        if case .object(let kind) = root.type, kind.name == root.name, let index = language.kindIndex(kind) {
          names[node.range] = try presentKind(index, isPlural: false)
        }
      case .command where node.payload >= 0:
        names[node.nameRange] = language.presentAlias(ofCommand: node.payload)
      default: break
      }
    }
    for (range, meaning) in uses.meanings {
      let name = text(range)
      switch meaning {
      case .property(let kind): names[range] = try presentProperty(name, of: kind)
      case .kind(let index): names[range] = try presentKind(index, isPlural: false)
      case .word(let words):
        let isQuoted = source[range.lowerBound] == UInt8(ascii: "\"")
        let word = isQuoted ? String(name.dropFirst().dropLast()) : name
        // A text may follow the name of a case.
        let end = words.contains(word) ? word.count : ValueType.caseName(of: word).count
        if let name = try presentWord(String(word.prefix(end)), among: words) {
          let text = name + word.dropFirst(end)
          names[range] = isQuoted ? Quoting.literal(text) : text
        }
      }
    }
    return names
  }

  /// Returns the value of a captured variable with current words, if it is compared with values of a type with these
  /// words.
  fileprivate func present(_ value: Value, among words: [String]) throws(UntranslatableText) -> Value {
    switch value {
    case .text(let text): return try presentWord(text, among: words).map { .text($0) } ?? value
    case .word(let text): return try presentWord(text, among: words).map { .word($0) } ?? value
    case .list(let values):
      var result: [Value] = []
      for value in values { result.append(try present(value, among: words)) }
      return .list(result)
    default: return value
    }
  }
}
