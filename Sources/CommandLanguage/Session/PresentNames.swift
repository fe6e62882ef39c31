extension Interpreter {
  /// Returns a text with former names replaced by the current ones; `nil` if it contains none, or if the result exceeds
  /// the limit `line`.
  ///
  /// Names that have a current meaning, and unknown names, are not replaced. Nothing runs.
  ///
  /// - Parameters:
  ///   - text: a command line, or a captured argument.
  ///   - shape: the kind of argument; `nil` for a command line.
  ///   - variables: the captured variables with their values; `nil` for a command line.
  ///   - excluded: the ranges of the text in which nothing is replaced, in order; afterwards, their positions in the
  ///     result.
  func withPresentNames(
    _ text: [UInt8], _ shape: ArgumentShape?, variables: [(name: String, value: Value)]? = nil,
    excluding excluded: inout [Range<Int>]
  ) -> [UInt8]? {
    var bytes = text
    for _ in 0..<Self.renamingMost {
      let replacements = replacements(in: bytes, shape, variables).filter { range, _ in
        // An empty excluded range within the name excludes the name too.
        !excluded.contains { $0.lowerBound < range.upperBound && range.lowerBound < $0.upperBound }
      }
      if replacements.isEmpty { break }
      for (range, name) in replacements.reversed() {
        bytes.replaceSubrange(range, with: name.utf8)
        let growth = name.utf8.count - range.count
        excluded = excluded.map { later in
          later.lowerBound < range.upperBound
            ? later : later.lowerBound + growth..<later.upperBound + growth
        }
      }
      if bytes.count > limits.line { return nil }
    }
    return bytes == text ? nil : bytes
  }

  /// The maximum number of passes; resolving one name can reveal others.
  private static var renamingMost: Int { 32 }

  private func replacements(
    in bytes: [UInt8], _ shape: ArgumentShape?, _ variables: [(name: String, value: Value)]?
  ) -> [(range: Range<Int>, name: String)] {
    let read = CommandReader.read(bytes, as: shape, language.grammar, limits)
    guard read.diagnostics.isEmpty else { return [] }
    var resolver = resolver(of: read.program, variables ?? [])
    resolver.isObjectName = { [host] name in host.value(named: Array(name.utf8).span) != nil }
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

  private func resolver(of program: Program, _ variables: [(name: String, value: Value)]) -> Resolver {
    var resolver = Resolver(program, language, Variables(copying: self.variables), .unknown)
    resolver.scope.names = variables.enumerated().map { ($1.name, $0) }
    resolver.localTypes = variables.map(\.value.type)
    resolver.scope.size = variables.count
    return resolver
  }
}

extension CommandSession {
  /// Returns a command line with former names replaced by the current ones; `nil` if it contains none, or if the result
  /// exceeds the limit `line`.
  ///
  /// Names that have a current meaning, and unknown names, are not replaced. Nothing runs.
  ///
  /// - Parameters:
  ///   - text: the command line.
  ///   - excluded: the ranges of the text in which nothing is replaced, in order; afterwards, their positions in the
  ///     result.
  public func withPresentNames(_ text: [UInt8], excluding excluded: inout [Range<Int>]) -> [UInt8]? {
    interpreter.withPresentNames(text, nil, excluding: &excluded)
  }
}

extension Interpreter {
  /// Returns captured syntax with former names replaced by the current ones; `nil` if that is not needed or not
  /// possible.
  ///
  /// - Parameters:
  ///   - text: the text of an expression, a selection or a block.
  ///   - shape: the kind of argument that the text is.
  ///   - variables: the captured variables.
  public func withPresentNames(
    _ text: String, _ shape: ArgumentShape, variables: [(name: String, value: Value)]
  ) -> String? {
    var excluded: [Range<Int>] = []
    return withPresentNames(Array(text.utf8), shape, variables: variables, excluding: &excluded).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Returns the first reason why captured syntax is no longer valid; `nil` if it is valid. Unknown names of variables,
  /// definitions and objects are allowed, because they may be created before the syntax runs.
  ///
  /// - Parameters:
  ///   - text: the text of an expression, a selection or a block.
  ///   - shape: the kind of argument that the text is.
  ///   - variables: the captured variables.
  ///   - kindOfObject: returns the kind of the object with a name; `nil` if there is none.
  ///   - isGone: returns whether a name has been removed: a property of the kind, or a word if the kind is
  ///     `nil`.
  public func problem(
    inKept text: String, _ shape: ArgumentShape, variables: [(name: String, value: Value)],
    kindOfObject: @escaping (_ name: String) -> String? = { _ in nil },
    isGone: @escaping (_ kind: String?, _ name: String) -> Bool
  ) -> Explanation? {
    let bytes = Array(text.utf8)
    let read = CommandReader.read(bytes, as: shape, language.grammar, limits)
    if let problem = read.diagnostics.first { return problem.explanation }
    var resolver = resolver(of: read.program, variables)
    resolver.isGone = isGone
    if let problem = resolver.resolve(read.root).first { return problem.explanation }
    // The type checker also finds unknown properties of named objects, which are otherwise found when the text runs.
    var checker = TypeChecker(
      resolver.nodes, resolver.texts, source: bytes, language, resolver.known, .unknown,
      localTypes: variables.map(\.value.type))
    checker.uses = NameUses { name in kindOfObject(name).map { .object(KindID($0)) } }
    checker.check(read.root)
    let kinds = [LanguageError.Kind.unknownProperty, .renamed].map(\.rawValue)
    return checker.diagnostics.first { kinds.contains($0.explanation.kind ?? "") }?.explanation
  }
}
