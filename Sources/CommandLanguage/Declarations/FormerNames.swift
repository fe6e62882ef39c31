/// The present names of what a host called otherwise before: of commands, kinds, properties and words.
///
/// Made when a name is unknown, or a text is brought up to date; usually no name is.
struct FormerNames {
  private var commands: [String: String] = [:]
  /// Kinds, as expressions name one object and all of them.
  private var kinds: [String: String] = [:]
  private var plurals: [String: String] = [:]
  /// By the places of the kinds.
  private var properties: [[String: String]] = []
  private var words: [String: String] = [:]

  init(of language: Language) {
    for command in language.commands {
      for former in command.formerNames where language.command(named: former) == nil {
        commands[former] = command.name
      }
    }
    var ambiguous: Set<String> = []
    for kind in language.kinds {
      for former in kind.formerNames {
        if !language.kinds.contains(where: { $0.name == former }) { kinds[former] = kind.name }
        if kind.plural.isEmpty { continue }
        // The plural of a former name is regular, or is among the names.
        for plural in [former + "s", former] where !language.kinds.contains(where: { $0.plural == plural }) {
          plurals[plural] = kind.plural
        }
      }
      var names: [String: String] = [:]
      for property in kind.properties {
        for former in property.formerNames where kind.propertyIndex(former) == nil {
          names[former] = property.name
        }
        for (former, word) in property.formerWords where !language.vocabulary.contains(former) {
          if let other = words[former], other != word { ambiguous.insert(former) }
          words[former] = word
        }
      }
      properties.append(names)
    }
    for word in ambiguous { words[word] = nil }
  }

  func command(_ name: String) -> String? { commands[name] }

  /// The kind as a function, or as the row of a selection.
  func kind(_ name: String) -> String? { kinds[name] }

  func plural(_ name: String) -> String? { plurals[name] }

  func word(_ name: String) -> String? { words[name] }

  /// The property of a kind; of an unknown one the property that it is in every kind that had it.
  func property(_ name: String, ofKind place: Int?) -> String? {
    if let place { return properties[place][name] }
    let found = Set(properties.compactMap { $0[name] })
    return found.count == 1 ? found.first : nil
  }
}

extension Language {
  /// The present names of what was called otherwise before.
  var formerNames: FormerNames { FormerNames(of: self) }
}

// MARK: Texts

extension Interpreter {
  /// Returns a text with the present names in place of former ones; `nil` where it has none.
  ///
  /// A name that has a meaning already is not replaced, nor is one that is unknown either way. Nothing runs.
  ///
  /// - Parameters:
  ///   - text: a command line, or one thing that was kept of one.
  ///   - shape: what it is.
  ///   - variables: the variables that it keeps, with their values; `nil` for a command line.
  func withPresentNames(
    _ text: [UInt8], _ shape: ArgumentShape?, variables: [(name: String, value: Value)]? = nil
  ) -> [UInt8]? {
    let former = language.formerNames
    var bytes = text
    for _ in 0..<Self.renamingMost {
      let replacements = replacements(in: bytes, shape, variables, former)
      if replacements.isEmpty { break }
      for (range, name) in replacements.reversed() { bytes.replaceSubrange(range, with: name.utf8) }
      if bytes.count > limits.line { return nil }
    }
    return bytes == text ? nil : bytes
  }

  /// The most times that a text is read again, as a name that is understood shows others.
  private static var renamingMost: Int { 32 }

  private func replacements(
    in bytes: [UInt8], _ shape: ArgumentShape?, _ variables: [(name: String, value: Value)]?,
    _ former: FormerNames
  ) -> [(range: Range<Int>, name: String)] {
    let read: PreparedLine
    if let shape {
      read = CommandReader.read(bytes, shape, language.grammar, limits)
    } else {
      var lexer = Lexer(language.grammar)
      read = CommandReader.read(bytes, &lexer, language.grammar, limits)
    }
    guard read.diagnostics.isEmpty else { return [] }
    var resolver = Resolver(read.program, language, BorrowedNames(self), .unknown)
    resolver.renaming = Renaming(former: former) { [host] name in
      host.value(named: Array(name.utf8).span) != nil
    }
    for (place, variable) in (variables ?? []).enumerated() {
      resolver.scope.names.append((variable.name, place))
      resolver.localTypes.append(variable.value.type)
    }
    resolver.scope.size = variables?.count ?? 0
    let renamed = resolver.resolve(read.root)
      .filter { $0.explanation.kind == LanguageError.Kind.renamed.rawValue }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    var found: [(range: Range<Int>, name: String)] = []
    for diagnostic in renamed {
      guard let name = diagnostic.explanation.suggestion,
        (found.last?.range.upperBound ?? 0) <= diagnostic.range.lowerBound
      else { continue }
      found.append((diagnostic.range, name))
    }
    return found
  }
}

/// The names that a resolver replaces in a text that is brought up to date.
struct Renaming {
  let former: FormerNames
  /// Returns a Boolean value that indicates whether the host has an object of the name, so that it is no former one.
  let isName: (String) -> Bool
}

extension CommandSession {
  /// Returns a command line with the present names of what the host called otherwise before; `nil` where it has none.
  ///
  /// A name that has a meaning already is not replaced. Nothing runs.
  public func withPresentNames(_ text: [UInt8]) -> [UInt8]? { interpreter.withPresentNames(text, nil) }
}

extension Interpreter {
  /// Returns what was kept of a command with the present names of what the host called otherwise before; `nil` where it has
  /// none, and where it cannot be read.
  ///
  /// - Parameters:
  ///   - text: the text of an expression, a selection or a block.
  ///   - shape: which of them it is.
  ///   - variables: the variables that it keeps.
  public func withPresentNames(
    _ text: String, _ shape: ArgumentShape, variables: [(name: String, value: Value)]
  ) -> String? {
    withPresentNames(Array(text.utf8), shape, variables: variables).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Returns the first reason why what was kept of a command cannot be understood any more; `nil` if it can. Names of variables
  /// and definitions may be made before it runs, and names of objects too.
  ///
  /// - Parameters:
  ///   - text: the text of an expression, a selection or a block.
  ///   - shape: which of them it is.
  ///   - variables: the variables that it keeps.
  ///   - isGone: returns whether a name was a property of a kind, or a word for `nil`, and is none any more.
  public func problem(
    inKept text: String, _ shape: ArgumentShape, variables: [(name: String, value: Value)],
    isGone: @escaping (_ kind: String?, _ name: String) -> Bool
  ) -> Explanation? {
    let bytes = Array(text.utf8)
    let read = CommandReader.read(bytes, shape, language.grammar, limits)
    if let problem = read.diagnostics.first { return problem.explanation }
    var resolver = Resolver(read.program, language, BorrowedNames(self), .unknown)
    resolver.isGone = isGone
    for (place, variable) in variables.enumerated() {
      resolver.scope.names.append((variable.name, place))
      resolver.localTypes.append(variable.value.type)
    }
    resolver.scope.size = variables.count
    return resolver.resolve(read.root).first?.explanation
  }
}
