/// What the statements and selections around a place say of it.
struct ParserScope {
  /// The names of variables that statements around it or before it make.
  var names: [String] = []
  var loops = 0
  var isDefinition = false
  /// Whether `where`, `by` and `limit` belong to a selection further out.
  var isInSelection = false
  /// The bases of the selections in whose conditions or keys it is, the outermost first.
  var rows: [Int32] = []
  /// What is compared with the operand that is read, or -1.
  var compared: Int32 = -1
}

/// What the parser would have taken where the text ends.
struct Expectation {
  /// What fits, in the order in which the parser asked for it.
  var items: [Item] = []
  /// The nodes of the text, finished or not.
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
    /// An argument, or an option, of a command (-1 for one that may be defined).
    case argument(command: Int, name: Range<Int>, first: Int32)
    /// The value of an option of a command, behind the arguments from `first` on.
    case optionValue(command: Int, name: Range<Int>, first: Int32)
    /// What the parser calls by a name of its own; `usage` is that of the statement.
    case wanted(LanguageError.Wanted, usage: String?)
    /// A property of the value that goes from one node to another.
    case property(first: Int32, last: Int32)
    /// An operator that binds from `least` to `most` tightly, behind an operand.
    case operators(behind: Int32, least: Int, most: Int)
    /// Parts of a selection from its base.
    case parts([Word], base: Int32)
    /// How a selection is printed.
    case format
  }
}
