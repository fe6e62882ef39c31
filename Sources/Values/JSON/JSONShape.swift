/// The shape of a JSON value, which a reader requires.
///
/// ```swift
/// let shape = JSONShape.object(["name": .text, "points": .optional(.number)])
/// try JSONObject.hasShape(shape, text.span)
/// ```
public indirect enum JSONShape: Sendable {
  /// A value of any type.
  case any
  /// A string.
  case text
  /// A number.
  case number
  /// A truth value.
  case truth
  /// An array whose elements all have a shape.
  case array(JSONShape)
  /// An object with these members. It may have others.
  case object([String: JSONShape])
  /// A member that may be missing.
  case optional(JSONShape)
}

extension JSONObject {
  /// Returns a Boolean value that indicates whether a text is a JSON object of a shape.
  ///
  /// - Throws: ``JSONError`` if the text is not a JSON object.
  /// - Complexity: O(bytes).
  public static func hasShape(_ shape: JSONShape, _ text: Span<UInt8>) throws(JSONError) -> Bool {
    _ = try JSONObject(text)
    var scanner = JSONScanner(text)
    return try scanner.scan(shape)
  }
}

extension JSONScanner {
  /// Scans a value, and returns a Boolean value that indicates whether the value has a shape.
  fileprivate mutating func scan(_ shape: JSONShape) throws(JSONError) -> Bool {
    skipSpace()
    switch (shape, byte) {
    case (.optional(let shape), _): return try scan(shape)
    case (.array(let element), UInt8(ascii: "[")):
      var fits = true
      try scanList(until: "]") { (scanner) throws(JSONError) in
        if try !scanner.scan(element) { fits = false }
      }
      return fits
    case (.object(let members), UInt8(ascii: "{")):
      var fits = true
      var found: Set<String> = []
      try scanList(until: "}") { (scanner) throws(JSONError) in
        let name = try scanner.scanName()
        found.insert(name)
        if try !scanner.scan(members[name] ?? .any) { fits = false }
      }
      return fits
        && members.allSatisfy { name, shape in
          if case .optional = shape { true } else { found.contains(name) }
        }
    default:
      switch (shape, try scanValue()) {
      case (.any, _), (.text, .text), (.number, .number), (.number, .decimal), (.truth, .truth): return true
      default: return false
      }
    }
  }

  /// Scans an array or an object, each of whose elements or members `body` scans.
  private mutating func scanList(
    until closer: Unicode.Scalar, _ body: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    position += 1
    skipSpace()
    if byte == UInt8(ascii: closer) {
      position += 1
      return
    }
    repeat { try body(&self) } while try continues(until: closer)
  }
}
