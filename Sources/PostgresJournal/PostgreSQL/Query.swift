/// A statement with its parameters. Its text is a constant: nothing that comes from outside is part of it.
struct Query {
  let sql: StaticString
  let parameters: [Parameter]

  init(_ sql: StaticString, _ parameters: Parameter...) {
    (self.sql, self.parameters) = (sql, parameters)
  }
}

/// A parameter in the binary form that the server reads.
struct Parameter {
  /// `nil` for a null.
  let bytes: [UInt8]?

  private init(bytes: [UInt8]?) { self.bytes = bytes }

  /// A `bigint`.
  static func number(_ number: Int?) -> Parameter { Parameter(bytes: number.map { Self.big(Int64($0)) }) }

  /// A `boolean`.
  static func truth(_ truth: Bool) -> Parameter { Parameter(bytes: [truth ? 1 : 0]) }

  /// A `text`.
  static func text(_ text: String?) -> Parameter { Parameter(bytes: text.map { Array($0.utf8) }) }

  /// A `bigint[]`.
  static func numbers(_ numbers: some Collection<Int?>) -> Parameter {
    array(of: 20, numbers.lazy.map { $0.map { Self.big(Int64($0)) } })
  }

  /// A `text[]`.
  static func texts(_ texts: some Collection<[UInt8]?>) -> Parameter { array(of: 25, texts) }

  private static func array(of type: Int32, _ elements: some Collection<[UInt8]?>) -> Parameter {
    // One dimension, from 1; a null has the length -1.
    var bytes = big(Int32(1)) + big(Int32(elements.contains { $0 == nil } ? 1 : 0)) + big(type)
    if elements.isEmpty {
      bytes = big(Int32(0)) + big(Int32(0)) + big(type)
    } else {
      bytes += big(Int32(clamping: elements.count)) + big(Int32(1))
    }
    for element in elements {
      bytes += big(element.map { Int32(clamping: $0.count) } ?? -1)
      if let element { bytes += element }
    }
    return Parameter(bytes: bytes)
  }

  private static func big(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// The rows that a statement gave.
struct Rows {
  private(set) var count = 0
  private var columnCount: Int
  /// `nil` for a null.
  private var values: [[UInt8]?] = []

  init(columnCount: Int) { self.columnCount = columnCount }

  mutating func append(_ value: [UInt8]?) { values.append(value) }
  mutating func endRow() { count += 1 }

  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    let place = row * columnCount + column
    return column < columnCount && values.indices.contains(place) ? values[place] : nil
  }

  /// A whole number or a truth; `nil` for a null.
  func number(_ row: Int, _ column: Int) -> Int? {
    guard let bytes = bytes(row, column), let first = bytes.first, bytes.count <= 8 else { return nil }
    return bytes.dropFirst().reduce(bytes.count > 1 && first > 127 ? Int(first) - 256 : Int(first)) {
      $0 << 8 | Int($1)
    }
  }

  /// `nil` for a null, and for bytes that are no UTF-8.
  func text(_ row: Int, _ column: Int) -> String? {
    bytes(row, column).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
