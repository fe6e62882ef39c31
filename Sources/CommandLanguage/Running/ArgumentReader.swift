/// Hands a command's arguments to its parameters, one after the other, and runs its body.
public final class ArgumentReader {
  /// The interpreter owns its readers and lends them to a command's body only while it runs.
  unowned(unsafe) let interpreter: Interpreter
  /// The interpreter's own, which are reached from here without counting references to it.
  let language: Language
  let world: any CommandWorld
  private(set) var tree: Tree
  private(set) var node: Int32 = -1
  /// The command's index in the language's table.
  private(set) var command = 0
  private var isDirectCommand = false
  private var hasOptions = false
  /// The next positional argument, or -1.
  private var upcoming: Int32 = -1
  /// The value of the option that is to be read next, or -1.
  private var selected: Int32 = -1
  /// The argument that was read last.
  private(set) var last: Int32 = -1
  /// Arguments that stood for something else, and what for.
  private var meanings: [(range: Range<Int>, value: Value)] = []

  init(_ interpreter: Interpreter) {
    self.interpreter = interpreter
    language = interpreter.language
    world = interpreter.world
    let nothing = UnsafeMutableBufferPointer<Node>(start: nil, count: 0)
    tree = Tree(nodes: UnsafeBufferPointer(nothing), source: UnsafeBufferPointer(start: nil, count: 0))
  }

  func begin(_ tree: Tree, _ index: Int32, _ node: Node, isDirect: Bool) {
    self.isDirectCommand = isDirect
    self.tree = tree
    self.node = index
    command = node.payload
    hasOptions = node.flag
    upcoming = node.first
    selected = -1
    last = -1
    if !meanings.isEmpty { meanings.removeAll(keepingCapacity: true) }
    if hasOptions { skipOptions() }
  }

  // MARK: Walking

  /// Whether a positional argument, or the value of an option, is to be read.
  var hasMore: Bool { selected >= 0 || upcoming >= 0 }

  private func skipOptions() {
    while upcoming >= 0, tree[upcoming].kind == .option { upcoming = tree[upcoming].next }
  }

  /// The next argument; throws when there is none.
  func next() throws -> Int32 {
    if selected >= 0 {
      last = selected
      selected = -1
      return last
    }
    guard upcoming >= 0 else { throw missing() }
    last = upcoming
    upcoming = tree[upcoming].next
    if hasOptions { skipOptions() }
    return last
  }

  /// Makes the value of the option `name` the next argument; `false` when it is not given.
  func selectOption(_ name: String, hash: UInt32) -> Bool {
    guard hasOptions else { return false }
    for child in tree.children(of: node) where tree[child].kind == .option {
      guard tree[child].payload == Int(hash), name.utf8.elementsEqual(tree.bytes(tree[child].nameRange))
      else {
        continue
      }
      selected = tree[child].first
      return true
    }
    return false
  }

  // MARK: Meaning

  /// The value of the argument that was moved to, which is more than a word or a string.
  func evaluateLast() throws -> Value {
    let value = try interpreter.argumentValue(tree, last)
    switch tree[last].kind {
    case .variable, .group: meanings.append((tree[last].range, value))
    default: break
    }
    return value
  }

  /// The command with what its arguments stood for in their places, as it could have been typed; `nil` when
  /// that is what was typed.
  @usableFromInline
  func meantText() -> [UInt8]? {
    if meanings.isEmpty { return nil }
    var text: [UInt8] = []
    var place = tree[node].range.lowerBound
    for (range, value) in meanings.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      // No word stands for a list.
      if case .list = value { continue }
      guard range.lowerBound >= place else { continue }
      text += tree.bytes(place..<range.lowerBound)
      text += Completion.word(interpreter.plainText(value)).utf8
      place = range.upperBound
    }
    return text + tree.bytes(place..<tree[node].range.upperBound)
  }

  // MARK: Running

  /// Checks that every argument has been read, and runs the body as the command's world wants it.
  @inlinable
  public func perform<World: CommandWorld>(_ world: World, _ body: () throws -> Void) throws {
    do {
      if try isDirect() { try body() } else { try world.perform(CommandCall(self), body) }
    } catch {
      throw blamed(error)
    }
  }

  @usableFromInline func isDirect() throws -> Bool {
    if upcoming >= 0 || hasOptions { try checkLeftOver() }
    return isDirectCommand
  }

  private func checkLeftOver() throws {
    let description = language.commands[command].description
    if upcoming >= 0 {
      throw failure(.leftOverArgument(usage: description.usage), tree[upcoming].range)
    }
    var given: [String] = []
    let known = description.parameters.compactMap(\.option)
    for child in tree.children(of: node) where tree[child].kind == .option {
      let range = tree[child].nameRange
      let name = tree.text(range)
      if given.contains(name) { throw failure(.optionTwice(name), range) }
      given.append(name)
      if known.contains(name) { continue }
      let near = Suggestion.nearest(to: name, among: known)
      throw failure(
        .unknownOption(command: description.name, name, suggestion: near, usage: description.usage), range)
    }
  }

  // MARK: Problems

  func failure(_ error: LanguageError, _ range: Range<Int>) -> CommandFailure {
    interpreter.failure(error, tree, range)
  }

  private func missing() -> CommandFailure {
    let description = language.commands[command].description
    let end = tree[node].range.upperBound
    let label = nextParameter(description)?.label
    return failure(.missingArgument(label: label, usage: description.usage), end..<end)
  }

  /// The parameter whose argument is missing: the first that takes none of those given.
  private func nextParameter(_ description: CommandDescription) -> ParameterInfo? {
    let given = tree.children(of: node).reduce(0) { $0 + (tree[$1].kind == .option ? 0 : 1) }
    return description.parameters.filter { $0.option == nil }.dropFirst(given).first
      ?? description.parameters.last { $0.option == nil }
  }

  /// The error about the argument that was read last.
  @usableFromInline
  func located(_ error: any Error) -> any Error {
    interpreter.located(error, tree, last >= 0 ? tree[last].range : tree[node].range)
  }

  func blamingLast<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw located(error) }
  }

  /// The error of a body, about the argument that it names.
  @usableFromInline func blamed(_ error: any Error) -> any Error {
    if error is CommandFailure || error is Interpreter.Quit { return error }
    let facts = Interpreter.explanation(of: error)
    let range = facts.argument.flatMap { self.range(ofParameter: $0) } ?? tree[node].range
    return interpreter.failure(facts, tree, range)
  }

  private func range(ofParameter index: Int) -> Range<Int>? {
    let parameters = language.commands[command].description.parameters
    guard parameters.indices.contains(index) else { return nil }
    if let option = parameters[index].option {
      let child = tree.children(of: node).first {
        tree[$0].kind == .option && tree.text(tree[$0].nameRange) == option
      }
      return child.map { tree[tree[$0].first].range }
    }
    let position = parameters[..<index].reduce(0) { $0 + ($1.option == nil ? 1 : 0) }
    let positional = tree.children(of: node).filter { tree[$0].kind != .option }
    return positional.dropFirst(position).first.map { tree[$0].range }
  }
}
