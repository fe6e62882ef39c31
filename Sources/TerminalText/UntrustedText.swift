/// A text from outside the program: an error message of the system or of a library, or a name or text from a file.
///
///     let message: UntrustedText = "no table “\(name)”"   // contains the name unchanged
///     print("damaged: \(message)")                        // shows it escaped
///
/// It contains the original text. Interpolation inserts the escaped form (``Escaping``), so no message shows the
/// original. Functions that receive text from outside return this type, and errors contain it.
public struct UntrustedText: Hashable, Sendable {
  /// The original text, for comparisons. It must not be shown.
  public let raw: String

  /// Creates a text that is shown escaped.
  public init(_ raw: String) { self.raw = raw }
}

extension UntrustedText: ExpressibleByStringInterpolation {
  /// Creates a text from a literal with interpolated values.
  public init(stringLiteral text: String) { self.init(text) }
}

extension UntrustedText: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text on one line, escaped by ``Escaping``.
  public var description: String { Escaping.escaped(raw) }
  /// The escaped text in quotes.
  public var debugDescription: String { Quoting.message(raw) }
}
