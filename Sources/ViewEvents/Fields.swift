import TerminalText

/// The texts of a row, in the order of its columns.
///
/// The texts share one buffer, so that writing, comparing and storing rows creates no strings. Removing the fields
/// keeps the buffer's memory. Each field ends with a NUL, which an escaped text cannot contain.
public struct Fields: Sendable, Equatable {
  package private(set) var bytes: [UInt8] = []

  /// Creates a row without fields.
  public init() {}

  /// A Boolean value that indicates whether there are no fields, as in an empty cell.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Removes all fields, and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends a field with a user text, which is escaped; see `Escaping`.
  public mutating func append(text: String) {
    Escaping.append(text, as: .field, to: &bytes)
    bytes.append(0)
  }

  /// Appends the only field of a row with a user text, such as a line of a drawing. The text is escaped, but its spaces
  /// are unchanged.
  public mutating func append(line text: String) {
    Escaping.append(text, as: .line, to: &bytes)
    bytes.append(0)
  }

  /// Appends a field with a text of the program, such as a face or a status.
  public mutating func append(word: StaticString) {
    bytes.append(addingCapacity: word.utf8CodeUnitCount &+ 1) { output in
      output.append(word)
      output.append(0)
    }
  }

  /// Appends a field with a number in decimal digits.
  public mutating func append(number: Int) {
    bytes.append(addingCapacity: 21) { output in
      output.append(number: number)
      output.append(0)
    }
  }
}

extension Fields {
  /// The fields as strings, for tests and queries.
  public var texts: [String] {
    bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
