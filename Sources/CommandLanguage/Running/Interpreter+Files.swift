extension Interpreter {
  func reachFiles() throws -> any SessionFiles {
    guard let files else { throw LanguageError.withoutFiles }
    return files
  }

  /// Gives a file's content to a host's command in pieces of any size; it is reached as `run FILE` reaches
  /// its own. An error of `consume` ends the reading.
  public func readFile(_ path: String, _ consume: (Span<UInt8>) throws -> Void) throws {
    var failure: (any Error)?
    try reachFiles().read(path) { piece in
      do { try consume(piece) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }

  /// Runs a file's commands one after the other as part of the command that asked for it: they count for
  /// its line, and the first failure ends it.
  func runFile(_ path: String) throws {
    let files = try reachFiles()
    try calling {
      let (start, outer, wasInDefinition, outerRow) = (locals.count, frameStart, isInDefinition, row)
      frameStart = start
      isInDefinition = false
      row = nil
      defer {
        locals.removeSubrange(start...)
        frameStart = outer
        isInDefinition = wasInDefinition
        row = outerRow
      }
      var runner = ScriptRunner(InnerSession(self), name: path)
      var places: [UInt8] = []
      try files.read(path) { runner.feed($0, into: &places) == .done }
      let outcome = runner.finish(into: &places)
      report(lines: places)
      switch outcome {
      case .done: return
      case .quit: throw Quit()
      case .failed: throw LanguageError.fileFailed(path)
      }
    }
  }

  /// The session that a file inside a session drives: what it prints goes where the line's output goes.
  private final class InnerSession: ScriptSession {
    let interpreter: Interpreter
    var isInterrupted: () -> Bool = { false }

    init(_ interpreter: Interpreter) { self.interpreter = interpreter }

    func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
      command.withUnsafeBufferPointer { bytes in
        do {
          return try interpreter.deeper { interpreter.run(bytes, printed: 0) }
        } catch {
          interpreter.report(error)
          return .failed
        }
      }
    }

    func check(_ text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
      text.withUnsafeBufferPointer { interpreter.check($0, into: &output) }
    }

    func completeness(of text: Span<UInt8>) -> Completeness {
      text.withUnsafeBufferPointer { interpreter.completeness(of: $0) }
    }

    func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
      Completions(replaced: cursor..<cursor, candidates: [])
    }
  }

  // MARK: Only parsing

  func completeness(of text: UnsafeBufferPointer<UInt8>) -> Completeness {
    var parser = Parser(text, language: language, limits: limitsPointer)
    _ = parser.parseScript()
    return parser.endsOpen ? .open : .complete
  }

  func check(_ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) -> Bool {
    var parser = Parser(text, language: language, limits: limitsPointer)
    _ = parser.parseScript()
    usage?.note(parser.diagnostics)
    output.append(contentsOf: renderer.render(parser.diagnostics, in: text).utf8)
    return parser.diagnostics.isEmpty
  }

  // MARK: Settings

  var settingNames: [String] { Limits.named.map(\.name) + language.settings.map(\.name) }

  func setting(_ name: String) -> Value {
    if let limit = Limits.named.first(where: { $0.name == name }) {
      return .number(bounds[keyPath: limit.path])
    }
    return language.settings.first { $0.name == name }?.read(world) ?? .none
  }

  func change(_ name: String, to value: Value) throws {
    guard let limit = Limits.named.first(where: { $0.name == name }) else {
      try language.settings.first { $0.name == name }?.write(world, value)
      return
    }
    guard case .number(let number) = value, number >= 1, number <= limit.most else {
      throw LanguageError.settingOutOfRange(name, 1...limit.most)
    }
    bounds[keyPath: limit.path] = number
  }

  func printSettings() {
    let bounds = bounds
    let rows =
      Limits.named.map { ($0.name, String(bounds[keyPath: $0.path]), $0.summary) }
      + language.settings.map { ($0.name, show($0.read(world)), $0.summary) }
    let nameWidth = rows.map(\.0.count).max() ?? 0
    let valueWidth = rows.map(\.1.count).max() ?? 0
    for (name, value, summary) in rows {
      output.writeLine("\(Help.pad(name, nameWidth))  \(Help.pad(value, valueWidth))  \(summary)")
    }
  }
}
