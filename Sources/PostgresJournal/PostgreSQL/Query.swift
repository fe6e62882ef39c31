/// A statement with its parameters. Its text is a constant, so no input can become part of it.
struct Query {
  let sql: StaticString
  let parameters: [Parameter]

  init(_ sql: StaticString, _ parameters: Parameter...) {
    (self.sql, self.parameters) = (sql, parameters)
  }
}

/// A parameter in the server's binary format.
struct Parameter {
  /// The bytes; `nil` for null.
  let bytes: [UInt8]?

  private init(bytes: [UInt8]?) { self.bytes = bytes }

  /// Returns a `bigint`.
  static func number(_ number: Int?) -> Parameter { Parameter(bytes: number.map { Self.big(Int64($0)) }) }

  /// Returns a `text`.
  static func text(_ text: String?) -> Parameter { Parameter(bytes: text.map { Array($0.utf8) }) }

  /// Returns a `bigint[]`.
  static func numbers(_ numbers: some Collection<Int?>) -> Parameter {
    array(of: 20, numbers.lazy.map { $0.map { Self.big(Int64($0)) } })
  }

  /// Returns a `text[]`.
  static func texts(_ texts: some Collection<[UInt8]?>) -> Parameter { array(of: 25, texts) }

  private static func array(of type: Int32, _ elements: some Collection<[UInt8]?>) -> Parameter {
    // One dimension, with indices from 1. A null has the length -1.
    var bytes: [UInt8] = []
    add(Int32(elements.isEmpty ? 0 : 1), to: &bytes)
    add(Int32(elements.contains { $0 == nil } ? 1 : 0), to: &bytes)
    add(type, to: &bytes)
    if elements.isEmpty { return Parameter(bytes: bytes) }
    add(Int32(clamping: elements.count), to: &bytes)
    add(Int32(1), to: &bytes)
    for element in elements {
      add(element.map { Int32(clamping: $0.count) } ?? -1, to: &bytes)
      if let element { bytes += element }
    }
    return Parameter(bytes: bytes)
  }

  private static func big(_ number: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8)
    add(number, to: &bytes)
    return bytes
  }

  /// Appends a number in big-endian order.
  private static func add(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    var shift = number.bitWidth - 8
    while shift >= 0 {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      shift -= 8
    }
  }
}

/// The rows that a statement returned.
struct Rows {
  private(set) var count = 0
  private var columnCount: Int
  /// The values, row by row; `nil` for null.
  private var values: [[UInt8]?] = []

  init(columnCount: Int) { self.columnCount = columnCount }

  mutating func append(_ value: [UInt8]?) { values.append(value) }
  mutating func endRow() { count += 1 }

  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    let index = row * columnCount + column
    return column < columnCount && values.indices.contains(index) ? values[index] : nil
  }

  /// Returns a whole number or a Boolean; `nil` for null.
  func number(_ row: Int, _ column: Int) -> Int? {
    guard let bytes = bytes(row, column), let first = bytes.first, bytes.count <= 8 else { return nil }
    return bytes.dropFirst().reduce(bytes.count > 1 && first > 127 ? Int(first) - 256 : Int(first)) {
      $0 << 8 | Int($1)
    }
  }

  /// Returns a text; `nil` for null, and for bytes that are not valid UTF-8.
  func text(_ row: Int, _ column: Int) -> String? {
    bytes(row, column).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
