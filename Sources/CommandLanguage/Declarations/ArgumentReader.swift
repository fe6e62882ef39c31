import TerminalText

/// A reader that passes the arguments of a command to its parameters in order, and runs the command's body.
public final class ArgumentReader {
  unowned let interpreter: Interpreter
  private let evaluator: Evaluator
  @usableFromInline let host: any CommandHost
  private let language: Language
  private let kinds: [BoundKind]
  private(set) var program: Program
  private(set) var node: Int32 = -1
  private var hasOptions = false
  /// A Boolean value that indicates whether a repeated call has the same argument values while object names are
  /// unchanged.
  private(set) var isReusable = true
  /// The kinds of the objects that were looked up by name, with the versions of their names.
  private(set) var names: [BoundCalls.Names] = []
  private var nextArgument: Int32 = -1
  /// The node of the selected option's value, which is read next; -1 if no option is selected.
  private var selectedOption: Int32 = -1
  private(set) var last: Int32 = -1
  private var substitutions: [(range: Range<Int>, value: Value)] = []
  private var hasSubstitutions = false

  init(_ interpreter: Interpreter) {
    self.interpreter = interpreter
    evaluator = interpreter.evaluator
    host = interpreter.host
    language = interpreter.language
    kinds = interpreter.kinds
    program = Program(source: [], nodes: [], roots: [], texts: [])
  }

  func begin(_ program: Program, _ index: Int32, _ node: Node, isRepeated: Bool) {
    self.program = program
    self.node = index
    hasOptions = node.flag
    nextArgument = node.first
    selectedOption = -1
    last = -1
    if hasSubstitutions { substitutions.removeAll(keepingCapacity: true) }
    hasSubstitutions = false
    isReusable = isRepeated
    if !names.isEmpty { names = [] }
    if hasOptions { skipOptions() }
  }

  private var description: CommandDescription { language.commands[program[node].payload] }

  // MARK: Walking

  /// A Boolean value that indicates whether a positional argument or the value of an option remains to be read.
  var hasMore: Bool { selectedOption >= 0 || nextArgument >= 0 }

  private func skipOptions() {
    while nextArgument >= 0, program[nextArgument].kind == .option {
      nextArgument = program[nextArgument].next
    }
  }

  func next() throws -> Int32 {
    if selectedOption >= 0 {
      last = selectedOption
      selectedOption = -1
      return last
    }
    guard nextArgument >= 0 else {
      let end = program[node].range.upperBound
      throw program.failure(
        LanguageError.missingArgument(label: nil, usage: description.usage), end..<end)
    }
    last = nextArgument
    nextArgument = program[nextArgument].next
    if hasOptions { skipOptions() }
    return last
  }

  /// Makes the value of the option `name` the next argument; returns `false` if the option is not given.
  func selectOption(_ name: String) -> Bool {
    guard hasOptions else { return false }
    for child in program.children(of: node) where program[child].kind == .option {
      if name.utf8.elementsEqual(program.bytes(program[child].nameRange)) {
        selectedOption = program[child].first
        return true
      }
    }
    return false
  }

  // MARK: Reading

  /// Calls `body` with the bytes of the next argument. Errors refer to that argument.
  @usableFromInline
  func readBytes<R>(_ body: (Span<UInt8>) throws -> R) throws -> R {
    let node = program[try next()]
    do {
      switch node.kind {
      case .word:
        let source = program.source
        return try body(source.span.extracting(node.range))
      case .string: return try body(Array(program.texts[node.payload].utf8).span)
      case .block: throw LanguageError.unexpectedBlock
      default: return try body(Array(try evaluator.operations.text(of: evaluateLast()).utf8).span)
      }
    } catch {
      throw located(error)
    }
  }

  /// Reads the next argument with a reader that needs no host. A plain word was already read when the line was parsed.
  func readWord(_ read: WordReader) throws -> Int {
    let index = selectedOption >= 0 ? selectedOption : nextArgument
    guard index >= 0, program[index].kind == .word, program[index].flag else { return try readBytes(read) }
    _ = try next()
    return program[index].payload
  }

  func readText() throws -> String {
    try readBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
  }

  func readValue() throws -> Value {
    _ = try next()
    return try evaluateLast()
  }

  func readNumber(_ label: String, in range: ClosedRange<Int>) throws -> Int {
    let node = program[try next()]
    if node.kind == .word, node.flag { return node.payload }
    do {
      if node.kind == .word {
        let source = program.source
        return try NumberWord.read(source.span.extracting(node.range), label, in: range)
      }
      guard case .number(let number) = try evaluateLast() else {
        throw LanguageError.notANumber(label: label)
      }
      guard range.contains(number) else { throw LanguageError.outOfRange(label: label, range) }
      return number
    } catch {
      throw located(error)
    }
  }

  @usableFromInline
  func readObject(_ id: KindID) throws -> Int {
    let node = program[try next()]
    guard let offset = language.kindIndex(id) else {
      throw program.failure(LanguageError.unknownKind, node.range)
    }
    let kind = kinds[offset]
    note(kind)
    if node.kind == .word {
      let source = program.source
      if let row = kind.find(source.span.extracting(node.range)) { return row }
    }
    do {
      let value = try evaluateLast()
      if case .object(let object) = value, object.kind == id { return object.id }
      if case .list = value {
        throw LanguageError.wrongArgument(label: id.name, wanted: English.article(id.name), given: value.noun)
      }
      let name = try evaluator.operations.text(of: value)
      if let row = kind.find(Array(name.utf8).span) { return row }
      throw evaluator.unknownObject(offset, name)
    } catch {
      throw located(error)
    }
  }

  /// Records that an argument's value depends on the names of a kind's objects.
  private func note(_ kind: BoundKind) {
    guard isReusable, !names.contains(where: { $0.kind === kind }) else { return }
    if let version = kind.nameVersion {
      names.append(.init(kind: kind, version: version))
    } else {
      markAsNotReusable()
    }
  }

  /// Records that an argument's value may differ when the command is repeated.
  func markAsNotReusable() { isReusable = false }

  func readName() throws -> String {
    markAsNotReusable()
    let limit = interpreter.limits.name
    return try readBytes { span in
      try NameWord.check(span)
      guard span.count <= limit else { throw LanguageError.reached(.name(limit, given: span.count)) }
      let name = String(decoding: [UInt8](copying: span), as: UTF8.self)
      guard Escaping.isClean(name) else {
        throw LanguageError.invisibleCharacter(Escaping.escaped(name))
      }
      return name
    }
  }

  func readRest() -> String {
    guard let index = try? next() else { return "" }
    return program.text(program[index].range)
  }

  // MARK: Capturing syntax

  func readExpression() throws -> Expression {
    markAsNotReusable()
    return Expression(kept: evaluator.keep(try next(), of: program))
  }

  func readSelection() throws -> Selection {
    markAsNotReusable()
    return try interpreter.closed(evaluator.keepSelection(try next(), of: program))
  }

  func readBlock() throws -> Block {
    markAsNotReusable()
    let index = try next()
    guard program[index].kind == .block else {
      throw program.failure(LanguageError.expected(.block), program[index].range)
    }
    return Block(kept: evaluator.keep(index, of: program))
  }

  private func evaluateLast() throws -> Value {
    let value = try evaluator.argument(last, of: program)
    switch program[last].kind {
    case .word, .string, .block: break
    default:
      markAsNotReusable()
      substitutions.append((program[last].range, value))
      hasSubstitutions = true
    }
    return value
  }

  // MARK: Running

  func run(_ body: () throws -> Void) throws {
    let command = program[node].payload
    switch language.frames[command] {
    case .language: try body()
    case .session:
      evaluator.executor?.noteDirect(program, program[node])
      try blamingLast(body)
    case .host:
      do {
        if language.isDirect[command] {
          evaluator.executor?.noteDirect(program, program[node])
          try body()
        } else {
          try host.perform(call(), body)
        }
      } catch {
        throw blamed(error)
      }
    }
  }

  /// Returns the command as it could have been typed, with the values of evaluated arguments.
  private func call() -> CommandCall {
    let range = program[node].range
    if !hasSubstitutions { return CommandCall(bytes: program.bytes(range)) }
    var text: [UInt8] = []
    var offset = range.lowerBound
    for (range, value) in substitutions.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      // No word represents a list.
      if case .list = value { continue }
      guard range.lowerBound >= offset, let shown = try? evaluator.operations.text(of: value) else {
        continue
      }
      text += program.bytes(offset..<range.lowerBound)
      text += (Self.isText(value) ? Quoting.word(shown) : shown).utf8
      offset = range.upperBound
    }
    text += program.bytes(offset..<range.upperBound)
    return CommandCall(bytes: text[...])
  }

  private static func isText(_ value: Value) -> Bool {
    switch value {
    case .text, .object: true
    default: false
    }
  }

  // MARK: Problems

  func located(_ error: any Error) -> any Error {
    guard interpreter.explainsFailures else { return error }
    guard last >= 0 else { return program.located(error, program[node].range) }
    if error is CommandFailure || error is Quit { return error }
    return program.failure(
      program.guessing(Explanation(of: error), from: last, in: program[node]), program[last].range)
  }

  @usableFromInline
  func blamingLast<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw located(error) }
  }

  /// Returns the error of a body, located at the argument that the error names.
  private func blamed(_ error: any Error) -> any Error {
    if !interpreter.explainsFailures || error is CommandFailure || error is Quit { return error }
    let facts = Explanation(of: error)
    let parameter =
      facts.argument
      ?? facts.parameter.flatMap { label in description.parameters.firstIndex { $0.label == label } }
    return program.failure(facts, parameter.flatMap { range(ofParameter: $0) } ?? program[node].range)
  }

  private func range(ofParameter index: Int) -> Range<Int>? {
    let parameters = description.parameters
    guard parameters.indices.contains(index) else { return nil }
    let children = Array(program.children(of: node))
    if let option = parameters[index].option {
      let child = children.first {
        program[$0].kind == .option && program.text(program[$0].nameRange) == option
      }
      return child.map { program[program[$0].first].range }
    }
    let position = parameters[..<index].count { $0.option == nil }
    return children.filter { program[$0].kind != .option }.dropFirst(position).first.map { program[$0].range }
  }
}
