/// The syntax of an argument.
public enum ArgumentShape: Sendable, Equatable {
  /// A word, a number, a string, `$name` or an expression in brackets.
  case word
  /// An expression up to the end of the line.
  case expression
  /// A selection up to the end of the line.
  case selection
  /// Commands in braces: `{ … }`.
  case block
  /// The rest of the line, unchanged.
  case rest
}

/// A function that reads a plain word as a number, as an index among several words, or as 0 for a new name. It throws
/// if the word is invalid.
typealias WordReader = @Sendable (Span<UInt8>) throws -> Int

/// The syntax of a command's arguments.
struct CommandGrammar: Sendable {
  /// The positional parameters.
  let slots: [ParameterInfo]
  let hasOptions: Bool
  /// The usage line for errors about an argument that is assigned, introduced by words, an expression or a selection;
  /// empty if there is no such argument.
  let usage: String
  /// A Boolean value that indicates whether every argument is a block or a word that needs no `=` and takes no
  /// properties.
  let isPlain: Bool
  let counts: ClosedRange<Int>

  init(slots: [ParameterInfo], hasOptions: Bool, usage: @autoclosure () -> String) {
    self.slots = slots
    self.hasOptions = hasOptions
    let isShown = slots.contains {
      $0.isAssigned || $0.introduction != nil || $0.shape == .expression || $0.shape == .selection
    }
    self.usage = isShown ? usage() : ""
    let least = slots.reduce(0) { $0 + $1.neededCount }
    let isEndless = slots.contains { $0.occurrence == .repeated && $0.shape != .expression }
    counts = least...(isEndless ? .max : max(least, slots.count))
    isPlain = slots.allSatisfy {
      ($0.shape == .word || $0.shape == .block) && !$0.isAssigned && !$0.takesProperties
    }
  }
}

/// The words that begin a statement, and the syntax of the commands.
///
/// It is a class, since each nested call of the parser would copy a struct to its stack frame in debug builds.
final class Grammar: Sendable {
  /// The keywords in order, then the commands.
  let statements: NameTable
  let commands: [CommandGrammar]
  /// The traits of the commands, by the commands' indices.
  let commandTraits: [CommandTraits]
  /// The plurals of the kinds, which begin selections.
  let kinds: NameTable
  /// The names of the functions.
  let functions: NameTable
  private let words = NameTable(Word.allCases.dropFirst().map(\.rawValue))

  init(
    commands: [(name: String, grammar: CommandGrammar, traits: CommandTraits)], kinds: [String],
    functions: [String]
  ) {
    statements = NameTable(Keyword.allCases.map(\.rawValue) + commands.map(\.name))
    self.commands = commands.map(\.grammar)
    commandTraits = commands.map(\.traits)
    self.kinds = NameTable(kinds)
    self.functions = NameTable(functions)
  }

  func word(_ text: Span<UInt8>, _ range: Range<Int>) -> Word {
    // The longest reserved words have five bytes.
    guard range.count <= 5, let index = words.index(of: text, range) else { return .other }
    return Word.allCases[index + 1]
  }
}
