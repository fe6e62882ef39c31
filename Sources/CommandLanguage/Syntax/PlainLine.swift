/// The short way for the most common text, one command whose arguments are plain words: the same tree
/// as the parser's, with no more than the bytes looked at once.
///
/// Anything else (options, strings, `;`, brackets, characters beyond ASCII, problems) is left to the
/// parser, which alone knows the grammar.
struct PlainLine {
  /// How many arguments a plain line may have.
  private static let argumentsMost = 8
  /// How many bytes a plain line may have.
  private static let bytesMost = 256
  private let nodes: UnsafeMutablePointer<Node>
  /// For each byte what it may be part of.
  private let classes: UnsafeMutablePointer<UInt8>

  /// In a name: an ASCII letter, digit, `_` or `-`.
  private static let inName: UInt8 = 1
  /// In a word meaning nothing but itself: visible ASCII without `" # $ ( ) ; = { }`.
  private static let inWord: UInt8 = 2

  init() {
    nodes = .allocate(capacity: Self.argumentsMost + 1)
    let empty = Node(
      payload: 0, first: -1, next: -1, start: 0, end: 0, kind: .word, flag: false, nameCount: 0)
    nodes.initialize(repeating: empty, count: Self.argumentsMost + 1)
    classes = .allocate(capacity: 256)
    for byte in UInt8.min ... .max {
      var kind: UInt8 = 0
      if byte < 0x80, byte.isNamePart || byte == 0x2D { kind |= Self.inName }
      if byte > 0x20, byte < 0x7F, !byte.endsWord, byte != 0x23, byte != 0x3D { kind |= Self.inWord }
      (classes + Int(byte)).initialize(to: kind)
    }
  }

  func deallocate() {
    nodes.deallocate()
    classes.deallocate()
  }

  /// The tree of the line that a text begins with, whose root, the command, is node 0; `nil` when the parser
  /// is needed. It is valid until the next call.
  ///
  /// - Parameter isWhole: whether the line is the whole text, its line end given or not; otherwise more may
  ///   follow its line end, which must be there.
  @inline(__always)
  func parse(
    _ text: UnsafeBufferPointer<UInt8>, isWhole: Bool, language: Language, limits: UnsafePointer<Limits>
  ) -> Tree? {
    guard let bytes = text.baseAddress else { return nil }
    let bound = Swift.min(text.count, Self.bytesMost &+ 1)
    var hash = NameHash.seed
    var place = 0
    while place < bound, classes[Int(bytes[place])] & Self.inName != 0 {
      hash = NameHash.combine(hash, bytes[place])
      place &+= 1
    }
    let nameCount = place
    guard nameCount > 0, !bytes[0].isDigit else { return nil }
    let name = UnsafeBufferPointer(start: bytes, count: nameCount)
    guard let index = language.statementNames.index(of: name, hash: hash) else { return nil }
    let command = index &- Keyword.count
    guard command >= 0, language.isPlain[command] else { return nil }

    var arguments = 0
    while place < bound, bytes[place] == 0x20 {
      place &+= 1
      let start = place
      while place < bound, classes[Int(bytes[place])] & Self.inWord != 0 { place &+= 1 }
      guard place > start, arguments < Self.argumentsMost else { return nil }
      arguments &+= 1
      nodes[arguments] = Node(
        payload: 0, first: -1, next: Int32(truncatingIfNeeded: arguments &+ 1),
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: place), kind: .word,
        flag: false, nameCount: 0)
    }
    guard place <= Self.bytesMost, place <= limits.pointee.line else { return nil }
    var end = place
    if place < text.count {
      guard bytes[place] == 0x0A else { return nil }
      end &+= 1
    }
    guard isWhole ? end == text.count : end > place else { return nil }

    if arguments > 0 { nodes[arguments].next = -1 }
    nodes[0] = Node(
      payload: command, first: arguments > 0 ? 1 : -1, next: -1, start: 0,
      end: UInt32(truncatingIfNeeded: place), kind: .command, flag: false,
      nameCount: UInt16(truncatingIfNeeded: nameCount))
    return Tree(
      nodes: UnsafeBufferPointer(start: nodes, count: arguments &+ 1),
      source: UnsafeBufferPointer(start: bytes, count: end))
  }
}
