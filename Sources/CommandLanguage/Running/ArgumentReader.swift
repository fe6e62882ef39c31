/// Hands a command's arguments to its parameters, one after the other.
public final class ArgumentReader {
  init() {}

  var hasMore: Bool { false }
  func readBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) throws -> R { throw Explanation("") }
  func readValue() throws -> Value { throw Explanation("") }
  func readNumber(_ label: String, in range: ClosedRange<Int>) throws -> Int { throw Explanation("") }
  func readObject(_ kind: KindID) throws -> Int { throw Explanation("") }
  func readName() throws -> String { throw Explanation("") }
  func readRest() -> String { "" }
  func readExpression() throws -> Expression { throw Explanation("") }
  func readSelection() throws -> Selection { throw Explanation("") }
  func readBlock() throws -> Block { throw Explanation("") }
  func selectOption(_ name: String, hash: UInt32) -> Bool { false }
  func blamingLast<R>(_ body: () throws -> R) throws -> R { try body() }

  /// Checks that no argument is left over, and runs a command's body as its world wants it.
  public func perform(_ world: any CommandWorld, _ body: () throws -> Void) throws { try body() }
}
