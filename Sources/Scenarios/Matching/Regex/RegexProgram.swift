/// A regular expression, compiled to instructions for ``RegexMatcher`` (Pike's machine: R. Cox, “Regular Expression
/// Matching: the Virtual Machine Approach”, 2009).
struct RegexProgram: Equatable {
  static let instructionCountMax = 4_000

  enum Instruction: Equatable {
    case scalar(Unicode.Scalar)
    case any
    case set(Int)
    /// Continues at both instructions, whose numbers are relative to this one. The first is preferred.
    case split(Int, Int)
    case jump(Int)
    /// Saves the position in a slot. The slot's number is twice the capture's index, plus one for the end.
    case save(Int)
    case lineStart
    case lineEnd
    case wordBoundary(isNegated: Bool)
    case match
  }

  let instructions: [Instruction]
  let sets: [ScalarSet]
  let names: [String]

  /// Compiles a pattern to at most ``instructionCountMax`` instructions. O(instructions).
  init(_ pattern: [UInt8]) throws(RegexError) {
    var parser = try RegexParser(pattern)
    instructions = try parser.parse()
    (sets, names) = (parser.sets, parser.names)
  }
}
