import TerminalText

/// A writer of JSON (RFC 8259) in UTF-8, without whitespace between tokens.
///
/// ```swift
/// JSONWriter.string { json in
///   json.object {
///     $0.text("hero", as: "kind")
///     $0.array([3, 5], as: "hp") { $0.number($1) }
///   }
/// }
/// // {"kind":"hero","hp":[3,5]}
/// ```
///
/// A value within an object has a name, the argument `as`; an element of an array has none. Invisible and control
/// characters in texts are escaped.
public struct JSONWriter {
  /// The bytes that were written.
  public private(set) var bytes: [UInt8] = []
  /// A Boolean value that indicates whether the next value follows another one.
  private var needsComma = false

  /// Creates a writer that has written nothing.
  public init() {}

  /// Returns what `body` writes, as a string.
  public static func string(_ body: (inout JSONWriter) throws -> Void) rethrows -> String {
    var json = JSONWriter()
    try body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Ends a line, in a file with a value on each line.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Removes bytes from the end.
  public mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

  /// Removes all bytes but keeps their memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  // MARK: Values

  /// Writes an object, whose members `body` writes in order.
  @inlinable
  public mutating func object(as name: String? = nil, _ body: (inout JSONWriter) throws -> Void) rethrows {
    begin(name, "{")
    try body(&self)
    end("}")
  }

  /// Writes an array of elements, each of which `body` writes.
  @inlinable
  public mutating func array<Elements: Sequence>(
    _ elements: Elements, as name: String? = nil,
    _ body: (inout JSONWriter, Elements.Element) throws -> Void
  ) rethrows {
    begin(name, "[")
    for element in elements { try body(&self, element) }
    end("]")
  }

  /// Writes an array of texts.
  public mutating func texts(_ texts: [String], as name: String? = nil) {
    array(texts, as: name) { $0.text($1) }
  }

  /// Writes a text.
  public mutating func text(_ text: String, as name: String? = nil) {
    begin(name)
    Quoting.append(json: text, to: &bytes)
  }

  /// Writes a whole number.
  public mutating func number(_ number: some BinaryInteger, as name: String? = nil) {
    raw("\(number)", as: name)
  }

  /// Writes a whole number.
  public mutating func number(_ number: Int, as name: String? = nil) { raw(String(number), as: name) }

  /// Writes a truth value.
  public mutating func truth(_ truth: Bool, as name: String? = nil) {
    raw(truth ? "true" : "false", as: name)
  }

  /// Writes a value that is JSON already.
  public mutating func raw(_ json: String, as name: String? = nil) {
    begin(name)
    bytes += json.utf8
  }

  // MARK: Parts

  @usableFromInline
  mutating func begin(_ name: String?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let name else { return }
    Quoting.append(json: name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  @usableFromInline
  mutating func begin(_ name: String?, _ bracket: Unicode.Scalar) {
    begin(name)
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  @usableFromInline
  mutating func end(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }
}
