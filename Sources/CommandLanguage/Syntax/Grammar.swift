/// What a parameter expects in its place.
public enum ArgumentShape: Sendable, Equatable {
  /// A word, a number, a string, `$name` or an expression in brackets.
  case word
  /// An expression, up to the end of the line.
  case expression
  /// A selection, up to the end of the line.
  case selection
  /// `{ … }`.
  case block
  /// The rest of the line as it is written.
  case rest
}

/// What the grammar needs to know of a command.
struct CommandGrammar: Sendable {
  /// One positional parameter.
  struct Slot: Sendable {
    var shape: ArgumentShape
    /// Whether a `=` stands before it.
    var isAssigned: Bool
    var isRepeated: Bool
  }

  var slots: [Slot]
  var hasOptions: Bool
  var usage: String
  /// Whether each slot is a word or a block, so that only words have to be told apart.
  let isPlain: Bool
  /// How many positional arguments it takes.
  let counts: ClosedRange<Int>
  /// Whether some of its words can be told to be wrong before it runs.
  let checksWords: Bool

  init(slots: [Slot], hasOptions: Bool, usage: String, counts: ClosedRange<Int>, checksWords: Bool) {
    self.slots = slots
    self.counts = counts
    self.checksWords = checksWords
    self.hasOptions = hasOptions
    self.usage = usage
    isPlain = slots.allSatisfy { ($0.shape == .word || $0.shape == .block) && !$0.isAssigned }
  }
}

/// The words that begin a statement, and how each goes on.
struct Grammar: Sendable {
  /// Keywords in their order, then the commands.
  let statements: NameTable
  let commands: [CommandGrammar]
  /// The names of which a selection chooses.
  let kinds: NameTable

  init(commands: [(name: String, grammar: CommandGrammar)], kinds: [String]) {
    statements = NameTable(Keyword.allCases.map(\.name) + commands.map(\.name))
    self.commands = commands.map(\.grammar)
    self.kinds = NameTable(kinds)
  }
}

/// Finds a name's index from its bytes, with no text made: open addressing over stable hashes.
struct NameTable: Sendable {
  private var slots: [Int32]
  private var hashes: [UInt32]
  private var names: [[UInt8]]
  private let mask: UInt32

  /// - Parameter names: in the order of their indices; of two equal names the first is found.
  init(_ names: [String]) {
    var size = 8
    while size < names.count * 2 { size *= 2 }
    mask = UInt32(size - 1)
    slots = Array(repeating: -1, count: size)
    hashes = Array(repeating: 0, count: size)
    self.names = names.map { Array($0.utf8) }
    for (index, name) in self.names.enumerated() {
      let hash = Self.hash(name.span, 0..<name.count)
      var place = Int(hash & mask)
      while slots[place] >= 0 { place = (place + 1) & Int(mask) }
      slots[place] = Int32(truncatingIfNeeded: index)
      hashes[place] = hash
    }
  }

  /// The index of the name that stands in the range.
  func index(of text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let hash = Self.hash(text, range)
    var place = Int(hash & mask)
    while slots[place] >= 0 {
      if hashes[place] == hash, matches(Int(slots[place]), text, range) { return Int(slots[place]) }
      place = (place + 1) & Int(mask)
    }
    return nil
  }

  func index(of name: String) -> Int? {
    let bytes = Array(name.utf8)
    return index(of: bytes.span, 0..<bytes.count)
  }

  private func matches(_ entry: Int, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let known = names[entry]
    guard known.count == range.count else { return false }
    for offset in 0..<known.count where known[offset] != text[range.lowerBound + offset] { return false }
    return true
  }

  /// FNV-1a: the same in every process, and good enough to find a name whose bytes are compared afterwards.
  private static func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for place in range { hash = (hash ^ UInt32(text[place])) &* 16_777_619 }
    return hash
  }
}
