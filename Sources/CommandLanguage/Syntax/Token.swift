/// A word, operator, delimiter or literal of a text.
struct Token: Sendable, Equatable {
  var kind: Kind
  var sign: Sign = .none
  var isSpaced: Bool
  /// A Boolean value that indicates, for a string, whether it may have escapes and, for a word or an option, whether it
  /// may have characters outside ASCII.
  var flag = false
  /// The reserved word, if the name is one.
  var word = Word.other
  /// The index of the statement that the name begins, or -1.
  var statement: Int16 = -1
  /// The UTF-8 offsets in the text.
  var start: UInt32
  var end: UInt32

  var range: Range<Int> { Int(start)..<Int(end) }

  /// A Boolean value that indicates whether an expression that ends a line with the token continues on the next line.
  var continuesLine: Bool { kind == .sign ? sign.continuesLine : word.continuesLine }

  enum Kind: UInt8, Sendable {
    /// A line end or `;` that ends a statement; the end of the text.
    case lineEnd, end
    /// A plain argument; `name=` before an option's value; the rest of a line.
    case word, option, rest
    case name, quotedName, variable, number, sign
    /// A string without interpolation; the parts of a string with interpolation: `"…\(`, `)…\(` and `)…"`, with tokens
    /// between them.
    case string, stringHead, stringMiddle, stringTail
    /// A string that is not closed on its line.
    case brokenString
  }
}

/// The operators and delimiters of expressions and statements.
enum Sign: Sendable, Equatable {
  case none
  case parenthesisOpen, parenthesisClose, bracketOpen, bracketClose, braceOpen, braceClose
  case dot, comma, colon, assign
  case operation(Operator)
  /// Operators of other languages.
  case bang, ampersand, bar
  case other

  var continuesLine: Bool {
    switch self {
    case .comma, .colon, .assign, .operation: true
    default: false
    }
  }

  static func reading(_ first: UInt8, _ second: UInt8) -> (sign: Sign, count: Int) {
    switch (first, second) {
    case (0x3D, 0x3D): (.operation(.equal), 2)
    case (0x21, 0x3D): (.operation(.unequal), 2)
    case (0x3C, 0x3D): (.operation(.lessOrEqual), 2)
    case (0x3E, 0x3D): (.operation(.greaterOrEqual), 2)
    case (0x26, 0x26): (.ampersand, 2)
    case (0x7C, 0x7C): (.bar, 2)
    case (0x3D, _): (.assign, 1)
    case (0x21, _): (.bang, 1)
    case (0x3C, _): (.operation(.less), 1)
    case (0x3E, _): (.operation(.greater), 1)
    case (0x26, _): (.ampersand, 1)
    case (0x7C, _): (.bar, 1)
    case (0x28, _): (.parenthesisOpen, 1)
    case (0x29, _): (.parenthesisClose, 1)
    case (0x5B, _): (.bracketOpen, 1)
    case (0x5D, _): (.bracketClose, 1)
    case (0x7B, _): (.braceOpen, 1)
    case (0x7D, _): (.braceClose, 1)
    case (0x2E, _): (.dot, 1)
    case (0x2C, _): (.comma, 1)
    case (0x3A, _): (.colon, 1)
    case (0x2B, _): (.operation(.add), 1)
    case (0x2D, _): (.operation(.subtract), 1)
    case (0x2A, _): (.operation(.multiply), 1)
    case (0x2F, _): (.operation(.divide), 1)
    case (0x25, _): (.operation(.remainder), 1)
    default: (.other, 1)
    }
  }
}
