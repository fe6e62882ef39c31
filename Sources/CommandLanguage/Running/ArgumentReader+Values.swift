extension ArgumentReader {
  /// Calls `body` with the bytes of the next argument; its errors are about that argument.
  @inlinable
  @inline(__always)
  func readBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) throws -> R {
    do {
      if let word = try nextWord() { return try body(word) }
      return try readColdBytes(body)
    } catch {
      throw located(error)
    }
  }

  /// Moves to the next argument and gives its bytes if it is a plain word.
  @usableFromInline
  func nextWord() throws -> UnsafeBufferPointer<UInt8>? {
    let node = tree[try next()]
    return node.kind == .word ? tree.bytes(node.range) : nil
  }

  /// The bytes of the argument that was moved to, when it is something else.
  @usableFromInline
  func readColdBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) throws -> R {
    let node = tree[last]
    var bytes: [UInt8]
    switch node.kind {
    case .string:
      let inside = tree.bytes(node.range.lowerBound + 1..<node.range.upperBound - 1)
      if !node.flag { return try body(inside) }
      bytes = []
      Escape.decode(inside, into: &bytes)
    case .block: throw LanguageError.unexpectedBlock
    default: bytes = Array(interpreter.plainText(try evaluateLast()).utf8)
    }
    return try bytes.withUnsafeBufferPointer(body)
  }

  func readValue() throws -> Value {
    _ = try next()
    return try evaluateLast()
  }

  func readNumber(_ label: String, in range: ClosedRange<Int>) throws -> Int {
    let index = try next()
    let node = tree[index]
    var number: Int?
    if node.kind == .word {
      number = Number.parse(tree.bytes(node.range))
    } else if case .number(let value) = try evaluateLast() {
      number = value
    }
    guard let number else { throw failure(.notANumber(label: label), node.range) }
    guard range.contains(number) else {
      throw failure(.outOfRange(label: label, range), node.range)
    }
    return number
  }

  @usableFromInline
  func readObject(_ id: KindID) throws -> Int {
    let index = try next()
    let node = tree[index]
    if node.kind == .word, let row = language.find(tree.bytes(node.range), of: id, in: world) { return row }
    return try readColdObject(id, index, node)
  }

  /// One that is given otherwise than by its name, or is not there.
  @inline(never)
  private func readColdObject(_ id: KindID, _ index: Int32, _ node: Node) throws -> Int {
    guard let kind = language.kind(id) else {
      throw failure(.unknownKind, node.range)
    }
    let value = try evaluateLast()
    if case .object(let object) = value, object.kind == id { return object.id }
    let name = interpreter.plainText(value)
    let row = Array(name.utf8).withUnsafeBufferPointer { kind.find($0, in: interpreter.world) }
    if let row { return row }
    throw located(interpreter.unknownObject(kind, name))
  }

  func readName() throws -> String {
    let limit = interpreter.bounds.name
    return try readBytes { bytes in
      guard let first = bytes.first, first.isNameStart, bytes.allSatisfy(\.isNamePart) else {
        throw LanguageError.notAName
      }
      guard bytes.count <= limit else {
        throw LanguageError.reached(.name(limit, given: bytes.count))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  func readRest() -> String {
    guard let index = try? next() else { return "" }
    return tree.text(tree[index].range)
  }

  // MARK: Syntax to keep

  func readExpression() throws -> Expression {
    let index = try next()
    return Expression(syntax: interpreter.keep(tree, index, globals: false))
  }

  func readSelection() throws -> Selection {
    let index = try next()
    return try interpreter.selection(tree, index)
  }

  func readBlock() throws -> Block {
    let index = try next()
    guard tree[index].kind == .block else {
      throw failure(.expected(.block), tree[index].range)
    }
    return Block(syntax: interpreter.keep(tree, index, globals: false))
  }
}
