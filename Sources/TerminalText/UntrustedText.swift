/// A text from outside the program: an error message of the system or of a library, a name in a file, what a file says.
///
///     let message: UntrustedText = "no table “\(name)”"   // holds the name as it is
///     print("damaged: \(message)")                        // shows it escaped
///
/// It holds the text as it came. Interpolating it gives the escaped form (``Escaping``), so no message can show the
/// text itself. Functions that get text from outside return this type, and errors carry it.
public struct UntrustedText: Hashable, Sendable {
  /// The text as it came; to be compared, never to be shown.
  public let raw: String

  /// A text that is shown escaped.
  public init(_ raw: String) { self.raw = raw }
}

extension UntrustedText: ExpressibleByStringInterpolation {
  /// A literal with interpolated values.
  public init(stringLiteral text: String) { self.init(text) }
}

extension UntrustedText: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text on one line, escaped as ``Escaping`` does.
  public var description: String { Escaping.escaped(raw) }
  /// The escaped text in quotes.
  public var debugDescription: String { Quoting.message(raw) }
}
