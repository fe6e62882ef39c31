import TerminalText

extension Quoting {
  /// Returns a name as it is written in an expression: in backquotes unless it consists of letters, digits and `_`, or
  /// as a string if backquotes cannot contain it.
  static func name(_ text: String) -> String {
    let isName = text.utf8.first?.isNameStart == true && text.utf8.allSatisfy(\.isNamePart)
    if isName, Escaping.isClean(text) { return text }
    return text.utf8.contains(0x60) || !Escaping.isClean(text) ? literal(text) : "`\(text)`"
  }
}

extension Program {
  /// Returns the error located at `range`, unless it already has a location.
  func located(_ error: any Error, _ range: Range<Int>) -> any Error {
    if error is CommandFailure || error is Quit { return error }
    return failure(Explanation(of: error), range)
  }

  func failure(_ error: some Explainable, _ range: Range<Int>) -> CommandFailure {
    let unit = unit(around: range)
    let shifted = range.lowerBound - unit.lowerBound..<range.upperBound - unit.lowerBound
    return CommandFailure(Diagnostic(error, at: shifted), about: Array(source[unit]))
  }
}
