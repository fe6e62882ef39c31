import TerminalText

/// The texts of one row, in the order of its columns: what a cell shows.
///
/// One buffer holds them all, so that rows are written, compared and kept without a string of their own;
/// emptying it keeps its memory. Each field ends in a NUL, which no shown text can hold.
public struct Fields: Sendable, Equatable {
  package private(set) var bytes: [UInt8] = []

  /// No fields.
  public init() {}

  /// A Boolean value that indicates whether there are no fields, as in an empty cell.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Takes all fields out and keeps the memory for the next ones.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends a field with a user text, which is shown escaped; see `Escaping`.
  public mutating func append(text: String) {
    Escaping.append(text, as: .field, to: &bytes)
    bytes.append(0)
  }

  /// Appends a field with a user text that is the only one of its row, such as a line of a drawing: it is shown escaped, and its blanks as
  /// they are.
  public mutating func append(line text: String) {
    Escaping.append(text, as: .line, to: &bytes)
    bytes.append(0)
  }

  /// Appends a field with a user text in UTF-8, which is shown escaped.
  public mutating func append(utf8 text: Span<UInt8>) {
    Escaping.append(text, as: .field, to: &bytes)
    bytes.append(0)
  }

  /// Appends a field with a text of the program's own, such as a face or a status.
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

  /// Appends a user text to the last field.
  public mutating func extend(text: String) {
    if !bytes.isEmpty { bytes.removeLast() }
    append(text: text)
  }

  /// Lengthens the last field by a text of the program's own.
  public mutating func extend(word: StaticString) {
    if !bytes.isEmpty { bytes.removeLast() }
    append(word: word)
  }

  /// Lengthens the last field by a number.
  public mutating func extend(number: Int) {
    if !bytes.isEmpty { bytes.removeLast() }
    append(number: number)
  }
}

extension Fields {
  /// The fields as strings, for tests and for those who ask what a view shows.
  public var texts: [String] {
    bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
