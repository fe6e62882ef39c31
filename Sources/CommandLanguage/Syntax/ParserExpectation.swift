/// The context of a place from the statements and selections around it.
struct ParserScope {
  /// The names of variables that statements around it or before it make.
  var names: [String] = []
  var loops = 0
  var isDefinition = false
  /// A Boolean value that indicates whether `where`, `by` and `limit` belong to an outer selection.
  var isInSelection = false
  /// The bases of the selections in whose conditions or keys it is, the outermost first.
  var rows: [Int32] = []
  /// A Boolean value that indicates whether it is in a key of a selection, which no object's name alone can be.
  var isKey = false
  /// The operand that is compared with the one being read, or -1.
  var compared: Int32 = -1
}

/// The continuations that the parser would accept at the end of the text.
struct Expectation {
  /// The continuations, in the order in which the parser tried them.
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
    /// Another word of an argument that words introduce.
    case plainWord
    /// The value of an option of a command, behind the arguments from `first` on.
    case optionValue(command: Int, name: Range<Int>, first: Int32)
    /// An element that the parser names itself; `usage` is that of the statement.
    case wanted(LanguageError.Wanted, usage: String?)
    /// A property of the value that goes from one node to another.
    case property(first: Int32, last: Int32)
    /// The name of a case of the state that a node gives.
    case caseName(of: Int32)
    /// An operator that binds from `least` to `most` tightly, behind an operand.
    case operators(behind: Int32, least: Int, most: Int)
    /// Parts of a selection from its base.
    case parts([Word], base: Int32)
    /// The output format of a selection.
    case format
  }
}
