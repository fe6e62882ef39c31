import TerminalText

/// A line of expected output in a form that can be compared with printed lines.
struct LinePattern {
  let line: Int
  let kind: Transcript.Kind
  /// The expected text, or the pattern without ` (glob)` or ` (re)`.
  private let source: [UInt8]
  private var form: Form
  /// The pattern of a deferred line, in which unknown names match any text.
  private var loose: Form?
  private(set) var captured: [String] = []

  private(set) var instructionCount = 0

  private enum Form {
    case text([UInt8])
    case glob([UInt8])
    case regex(RegexMatcher)
    case anyLines
    /// The line uses names that an earlier line of the same output captures. It is read again for each comparison.
    case deferred
  }

  /// Reads a line of expected output.
  ///
  /// - Parameters:
  ///   - variables: the captures before this command.
  ///   - pending: the names that earlier lines of the same output capture.
  init(
    _ transcript: Transcript, line: Int, variables: Variables, pending: [String]
  ) throws(RegexError) {
    self.line = line
    kind = transcript.lines[line].kind
    let text = transcript.text(ofLine: line)
    switch kind {
    case .escaped: source = Array(text.dropFirst())
    case .glob: source = Array(text.dropLast(TranscriptSyntax.globEnding.utf8.count))
    case .regex: source = Array(text.dropLast(TranscriptSyntax.regexEnding.utf8.count))
    default: source = Array(text)
    }
    form = .anyLines
    form = try read(variables)
    if kind == .escaped || pending.isEmpty { return }
    let isDeferred = Variables.occurrences(in: source[...]).contains { occurrence in
      pending.contains { $0.utf8.elementsEqual(source[occurrence.name]) }
    }
    guard isDeferred else { return }
    // Reading the line above has found its errors and the names that it captures.
    form = .deferred
    // A text becomes a glob, so that its names can match any text.
    let whole =
      kind == .text ? source.flatMap { Glob.isSpecial($0) ? [UInt8(ascii: "\\"), $0] : [$0] } : source
    let quoting = kind == .regex ? Variables.PatternQuoting.regex : .glob
    let pattern = variables.substituted(in: whole[...], quoting: quoting, loosening: pending) ?? whole
    loose = kind == .regex ? .regex(RegexMatcher(try RegexProgram(pattern))) : .glob(pattern)
  }

  /// Returns whether the line could match `printed`, for any values of the names captured in the same output.
  mutating func couldMatch(
    _ printed: ArraySlice<UInt8>, variables: Variables, budget: inout MatchBudget
  ) -> Bool {
    var scratch = variables
    guard let loose else { return matches(printed, variables: &scratch, budget: &budget) }
    form = loose
    defer { form = .deferred }
    return matches(printed, variables: &scratch, budget: &budget)
  }

  /// A Boolean value that indicates whether the line would be read as a part of a command directly above it.
  var readsAsContinuation: Bool {
    kind != .escaped && source.first == UInt8(ascii: ".")
      && (source.count == 1 || source[1] == UInt8(ascii: " "))
  }

  /// A Boolean value that indicates whether the line uses names that an earlier line of the same output captures.
  var isDeferred: Bool { loose != nil }

  /// The likeness of the expected text, or of the pattern's own text.
  var likeness: LineLikeness { LineLikeness(source[...]) }

  var isAnyLines: Bool { if case .anyLines = form { true } else { false } }

  /// Returns whether `printed` matches the line, and adds its captures to `variables`. O(line) for text, O(pattern ·
  /// line) otherwise. Returns `false` for `...`, which is matched by the caller.
  mutating func matches(
    _ printed: ArraySlice<UInt8>, variables: inout Variables, budget: inout MatchBudget
  ) -> Bool {
    budget.spend(1)
    if case .deferred = form {
      budget.spend(source.count)
      guard let now = try? read(variables) else { return false }
      form = now
      defer { form = .deferred }
      return matches(printed, variables: &variables, budget: &budget)
    }
    switch form {
    case .text(let text):
      guard text.count == printed.count else { return false }
      budget.spend(text.count >> 6)
      return text.elementsEqual(printed)
    case .glob(let pattern):
      return budget.spending { Glob.matches(pattern.span, printed.span, steps: &$0) }
    case .regex(var matcher):
      // The matcher is moved out while it runs, so that its buffers are not copied each time.
      form = .anyLines
      defer { form = .regex(matcher) }
      guard let captures = matcher.match(printed.span, budget: &budget) else { return false }
      for (name, range) in zip(captured, captures) {
        let start = printed.startIndex &+ range.lowerBound
        variables.set(name, to: printed[start..<start &+ range.count])
      }
      return true
    case .anyLines, .deferred: return false
    }
  }

  private mutating func read(_ variables: Variables) throws(RegexError) -> Form {
    switch kind {
    case .anyLines: return .anyLines
    case .escaped: return .text(source)
    case .glob: return .glob(variables.substituted(in: source[...], quoting: .glob) ?? source)
    case .regex:
      let program = try RegexProgram(variables.substituted(in: source[...], quoting: .regex) ?? source)
      captured = program.names
      instructionCount = program.instructions.count
      return .regex(RegexMatcher(program))
    default: return .text(variables.substituted(in: source[...]) ?? source)
    }
  }
}
