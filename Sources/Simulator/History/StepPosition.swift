import TerminalText

/// A position in the history: after a step, or after one of its parts.
struct StepPosition: Equatable, CustomStringConvertible {
  /// The number of the step, from 1; 0 is the beginning.
  var step: Int
  /// The number of the part, from 1; `nil` for the whole step.
  var part: Int?

  /// Parses `7` or `7.2`; `nil` for any other text.
  init?(_ text: Span<UInt8>) {
    let words = [UInt8](copying: text).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard words.count < 3,
      words.allSatisfy({ (1...9).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = words.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    step = numbers[0]
    part = numbers.count > 1 ? numbers[1] : nil
  }

  init(step: Int, part: Int? = nil) {
    self.step = step
    self.part = part
  }

  /// Returns the position after the whole step that is `count` steps later, or earlier if `count` is negative.
  func moved(by count: Int) -> StepPosition { StepPosition(step: step + count) }

  var description: String { "\(step)" + (part.map { ".\($0)" } ?? "") }
}
