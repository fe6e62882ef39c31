/// The context of a position, from the enclosing statements and selections.
struct ParserScope {
  var names: [String] = []
  var loops = 0
  var isDefinition = false
  /// A Boolean value that indicates whether `where`, `by` and `limit` belong to an outer selection.
  var isInSelection = false
  /// The bases of the enclosing selections whose condition or key contains the position, outermost first.
  var rows: [Int32] = []
  /// A Boolean value that indicates whether the position is in a selection's key, where names of objects are not
  /// useful.
  var isKey = false
  /// The operand that is compared with the one being read, or -1.
  var compared: Int32 = -1
}

/// The continuations that the parser would accept at the end of the text.
struct Expectation {
  var items: [Item] = []
  var nodes: [Node] = []
  var texts: [String] = []

  struct Item {
    var kind: Kind
    var scope: ParserScope
  }

  enum Kind {
    case statement
    /// `else` after the block of an `if` or a `try`.
    case elseBranch
    /// An argument or option of a command. `command` is -1 for a command that is not declared but may be defined.
    case argument(command: Int, name: Range<Int>, first: Int32)
    case plainWord
    /// The value of an option of a command, after the arguments from `first` on.
    case optionValue(command: Int, name: Range<Int>, first: Int32)
    /// An element that the syntax requires; `usage` is the usage of the statement.
    case wanted(LanguageError.Wanted, usage: String?)
    case property(first: Int32, last: Int32)
    case caseName(of: Int32)
    /// An operator after an operand, with a binding strength from `least` to `most`.
    case operators(behind: Int32, least: Int, most: Int)
    /// Parts of a selection with a base.
    case parts([Word], base: Int32)
    case format
  }
}

extension Parser {
  mutating func expect(_ kind: @autoclosure () -> Expectation.Kind) {
    guard expectation != nil, token.kind == .end else { return }
    expectation?.items.append(Expectation.Item(kind: kind(), scope: scope))
  }

  mutating func expectation(of text: [UInt8], as shape: ArgumentShape? = nil) -> Expectation {
    expectation = Expectation()
    _ = parse(whole: text, as: shape)
    var found = expectation ?? Expectation()
    (found.nodes, found.texts) = (nodes, texts)
    return found
  }
}
