/// A value that processes of the same program send to each other. The processes run the same code, so the format has no
/// version.
protocol WireValue {
  func write(to wire: inout WireWriter)
  init(from wire: inout WireReader) throws(WireError)
}

/// The error for bytes that are not a value, because their writer died or was damaged.
struct WireError: Error {}

/// A writer of values as bytes.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write<each Value: WireValue>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
  }

  /// Writes the number of an enumeration's case, and then its payload.
  mutating func write<each Value: WireValue>(case number: UInt8, _ payload: repeat each Value) {
    write(byte: number)
    write(repeat each payload)
  }

  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a number in a variable number of bytes (LEB128).
  mutating func write(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(text: [UInt8]) {
    write(number: UInt64(text.count))
    bytes += text
  }
}

/// A reader of values from any bytes.
struct WireReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func read<Read: WireValue>(_ type: Read.Type = Read.self) throws(WireError) -> Read {
    try Read(from: &self)
  }

  mutating func byte() throws(WireError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw WireError() }
    return byte
  }

  mutating func number() throws(WireError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw WireError()
  }

  mutating func text() throws(WireError) -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= UInt64(rest.count) else { throw WireError() }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }

  /// Reads a text. If the text is incomplete, reads nothing and returns `nil`.
  mutating func wholeText() -> ArraySlice<UInt8>? {
    var reader = self
    guard let text = try? reader.text() else { return nil }
    self = reader
    return text
  }
}

extension UInt64: WireValue {
  func write(to wire: inout WireWriter) { wire.write(number: self) }
  init(from wire: inout WireReader) throws(WireError) { self = try wire.number() }
}

extension Int: WireValue {
  func write(to wire: inout WireWriter) { wire.write(number: UInt64(bitPattern: Int64(self))) }
  init(from wire: inout WireReader) throws(WireError) { self.init(truncatingIfNeeded: try wire.number()) }
}

extension Bool: WireValue {
  func write(to wire: inout WireWriter) { wire.write(byte: self ? 1 : 0) }
  init(from wire: inout WireReader) throws(WireError) { self = try wire.byte() != 0 }
}

extension String: WireValue {
  func write(to wire: inout WireWriter) { wire.write(text: Array(utf8)) }
  init(from wire: inout WireReader) throws(WireError) { self.init(decoding: try wire.text(), as: UTF8.self) }
}

extension WireValue where Self: RawRepresentable, RawValue == String {
  func write(to wire: inout WireWriter) { wire.write(rawValue) }

  init(from wire: inout WireReader) throws(WireError) {
    guard let value = Self(rawValue: try wire.read()) else { throw WireError() }
    self = value
  }
}

extension FilePath: WireValue {
  func write(to wire: inout WireWriter) { wire.write(text: bytes) }
  init(from wire: inout WireReader) throws(WireError) { self.init(bytes: try wire.text()) }
}

extension Array: WireValue where Element: WireValue {
  func write(to wire: inout WireWriter) {
    wire.write(count)
    for element in self { wire.write(element) }
  }

  init(from wire: inout WireReader) throws(WireError) {
    self = []
    // No memory is reserved, since the count may be wrong.
    for _ in 0..<(try wire.number()) { append(try wire.read()) }
  }
}

extension Optional: WireValue where Wrapped: WireValue {
  func write(to wire: inout WireWriter) {
    wire.write(self != nil)
    if let value = self { wire.write(value) }
  }

  init(from wire: inout WireReader) throws(WireError) {
    self = try wire.read(Bool.self) ? .some(try wire.read()) : .none
  }
}

extension Range<Int>: WireValue {
  func write(to wire: inout WireWriter) { wire.write(lowerBound, upperBound) }

  init(from wire: inout WireReader) throws(WireError) {
    let (lower, upper) = (try wire.read(Int.self), try wire.read(Int.self))
    guard lower <= upper else { throw WireError() }
    self = lower..<upper
  }
}
