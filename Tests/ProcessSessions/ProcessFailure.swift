@unsafe @preconcurrency import Glibc
import TerminalText

/// What the system refused.
public struct ProcessFailure: Error, CustomStringConvertible {
  /// What was to be done, such as “start a shell”.
  public let action: String
  /// The system's number of the error.
  public let number: Int32

  /// One line for a person.
  public var description: String {
    let words = unsafe strerror(number).map { unsafe UntrustedText(String(cString: $0)) }
    return "cannot \(action): \(words ?? "error \(number)")"
  }
}
