/// The syntax that a parameter expects.
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

/// Reads a plain word as a number or as its place among a few words, or gives 0 for one that can be a new name;
/// throws when it is none of them.
typealias WordReader = @Sendable (Span<UInt8>) throws -> Int

/// The grammar of a command.
struct CommandGrammar: Sendable {
  /// One positional parameter.
  struct Slot: Sendable {
    var shape: ArgumentShape
    /// A Boolean value that indicates whether a `=` precedes it.
    var isAssigned: Bool
    /// The words that precede it, behind an expression; they have one blank between them.
    var introduction: String?
    var isRepeated: Bool
    /// The least number of arguments.
    var leastCount: Int
    /// A Boolean value that indicates whether a word may be a name in quotes with `.property` after it.
    var takesProperties = false
    /// The reader of plain words, if it is the same in every world.
    var readWord: WordReader?
  }

  let slots: [Slot]
  let hasOptions: Bool
  /// The usage to show if an argument that is more than a word is missing or begins wrongly.
  let usage: String
  /// A Boolean value that indicates whether each slot is a word or a block, so that only words have to be separated.
  let isPlain: Bool
  /// The allowed number of positional arguments.
  let counts: ClosedRange<Int>

  init(slots: [Slot], hasOptions: Bool, usage: @autoclosure () -> String) {
    self.slots = slots
    self.hasOptions = hasOptions
    let isShown = slots.contains {
      $0.isAssigned || $0.introduction != nil || $0.shape == .expression || $0.shape == .selection
    }
    self.usage = isShown ? usage() : ""
    let least = slots.reduce(0) { $0 + $1.leastCount }
    let isEndless = slots.contains { $0.isRepeated && $0.shape != .expression }
    counts = least...(isEndless ? .max : max(least, slots.count))
    isPlain = slots.allSatisfy {
      ($0.shape == .word || $0.shape == .block) && !$0.isAssigned && !$0.takesProperties
    }
  }
}

/// The words that begin a statement, and how each goes on.
struct Grammar: Sendable {
  /// Keywords in their order, then the commands.
  let statements: NameTable
  let commands: [CommandGrammar]
  /// By the command's index.
  let commandTraits: [CommandTraits]
  /// The names of which a selection chooses.
  let kinds: NameTable
  private let words = NameTable(Word.allCases.dropFirst().map(\.name))

  init(commands: [(name: String, grammar: CommandGrammar, traits: CommandTraits)], kinds: [String]) {
    statements = NameTable(Keyword.allCases.map(\.name) + commands.map(\.name))
    self.commands = commands.map(\.grammar)
    commandTraits = commands.map(\.traits)
    self.kinds = NameTable(kinds)
  }

  /// The word of the language that stands in the range.
  func word(_ text: Span<UInt8>, _ range: Range<Int>) -> Word {
    // The longest words have five bytes.
    guard range.count <= 5, let index = words.index(of: text, range) else { return .other }
    return Word.allCases[index + 1]
  }
}
