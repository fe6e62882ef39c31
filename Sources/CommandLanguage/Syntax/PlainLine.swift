/// The short way for the most common text, one command whose arguments are plain words: the same tree
/// as the parser's, with no more than the bytes looked at once.
///
/// Anything else (options, strings, `;`, brackets, characters beyond ASCII, problems) is left to the
/// parser, which alone knows the grammar.
struct PlainLine {
  /// How many arguments a plain line may have.
  private static let argumentsMost = 8
  private let nodes: UnsafeMutablePointer<Node>

  init() {
    nodes = .allocate(capacity: Self.argumentsMost + 1)
    let empty = Node(
      payload: 0, first: -1, next: -1, start: 0, end: 0, kind: .word, flag: false, nameCount: 0)
    nodes.initialize(repeating: empty, count: Self.argumentsMost + 1)
  }

  func deallocate() { nodes.deallocate() }

  /// The tree of the line, whose root, the command, is node 0; `nil` when the parser is needed. It is
  /// valid until the next call.
  @inline(__always)
  func parse(_ bytes: UnsafeBufferPointer<UInt8>, language: Language, limits: UnsafePointer<Limits>) -> Tree?
  {
    var count = bytes.count
    if count > 0, bytes[count &- 1] == 0x0A { count &-= 1 }
    guard count <= 256, count <= limits.pointee.line else { return nil }
    var hash = NameHash.seed
    var place = 0
    while place < count, bytes[place].isPlainName {
      hash = NameHash.combine(hash, bytes[place])
      place &+= 1
    }
    let nameCount = place
    guard nameCount > 0, !bytes[0].isDigit else { return nil }
    let name = UnsafeBufferPointer(rebasing: bytes[0..<nameCount])
    guard let index = language.statementNames.index(of: name, hash: hash) else { return nil }
    let command = index &- Keyword.count
    guard command >= 0, language.isPlain[command] else { return nil }

    var arguments = 0
    while place < count {
      guard bytes[place] == 0x20 else { return nil }
      place &+= 1
      let start = place
      while place < count, bytes[place].isPlainWord { place &+= 1 }
      guard place > start, arguments < Self.argumentsMost else { return nil }
      arguments &+= 1
      nodes[arguments] = Node(
        payload: 0, first: -1, next: Int32(truncatingIfNeeded: arguments &+ 1),
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: place), kind: .word,
        flag: false, nameCount: 0)
    }
    if arguments > 0 { nodes[arguments].next = -1 }
    nodes[0] = Node(
      payload: command, first: arguments > 0 ? 1 : -1, next: -1, start: 0,
      end: UInt32(truncatingIfNeeded: count), kind: .command, flag: false,
      nameCount: UInt16(truncatingIfNeeded: nameCount))
    return Tree(nodes: UnsafeBufferPointer(start: nodes, count: arguments &+ 1), source: bytes)
  }
}

extension UInt8 {
  /// An ASCII letter, digit, `_` or `-`.
  @inline(__always) fileprivate var isPlainName: Bool {
    if self >= 128 { return false }
    let set: UInt64 = self < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return set &>> UInt64(self & 63) & 1 != 0
  }

  /// A byte that in a word means nothing but itself: visible ASCII without `" # $ ( ) ; = { }`.
  @inline(__always) fileprivate var isPlainWord: Bool {
    if self >= 127 { return false }
    let set: UInt64 = self < 64 ? 0xD7FF_FCE2_0000_0000 : 0x57FF_FFFF_FFFF_FFFF
    return set &>> UInt64(self & 63) & 1 != 0
  }
}
