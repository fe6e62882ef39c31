/// A position in the history: after a step, or after one of its parts.
struct StepPosition: Equatable, CustomStringConvertible {
  /// The number of the step, from 1; 0 is the beginning.
  var step: Int
  /// The number of the part, from 1; `nil` for the whole step.
  var part: Int?

  /// Parses `7` or `7.2`; `nil` for any other text.
  init?(_ text: Span<UInt8>) {
    var numbers: [Int] = [0]
    var digitCount = 0
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "."), numbers.count == 1, digitCount > 0 {
        numbers.append(0)
        digitCount = 0
      } else if (0x30...0x39).contains(byte), digitCount < 9 {
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
        digitCount += 1
      } else {
        return nil
      }
    }
    guard digitCount > 0 else { return nil }
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
