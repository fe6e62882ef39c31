/// A reader of the format of ``ValueWriter``. It returns `nil` for anything else.
package struct ValueReader {
  private let bytes: [UInt8]
  private let names: NameList
  private let present: JournalNames
  private var offset = 0

  /// The maximum nesting depth of references and lists.
  private static let depthMax = 16

  /// - Parameter present: the current names of renamed kinds, fields and words.
  package init(_ bytes: [UInt8], _ names: NameList, _ present: JournalNames) {
    self.bytes = bytes
    self.names = names
    self.present = present
  }

  /// Reads all the bytes as a list of changes; `nil` if they are anything else.
  package mutating func changes() -> [JournalChange]? {
    guard take("["), let changes = elements(until: "]", { $0.change() }) else { return nil }
    return offset == bytes.count ? changes : nil
  }

  /// Reads all the bytes as the fields of an object; `nil` if they are anything else.
  ///
  /// - Parameter kind: the name of the object's kind when it was written.
  package mutating func fields(ofKind kind: String) -> [JournalField]? {
    let kind = names(ofKind: kind)
    guard take("["), let fields = elements(until: "]", { $0.journalField(of: kind) }) else { return nil }
    return offset == bytes.count ? fields : nil
  }

  /// Reads all the bytes as one value; `nil` if they are anything else.
  package mutating func onlyValue() -> Value? {
    guard let value = value(), offset == bytes.count else { return nil }
    return value
  }

  /// Reads the elements and the end of a list whose beginning has been read.
  private mutating func elements<Element>(
    until end: String, _ read: (inout ValueReader) -> Element?
  ) -> [Element]? {
    var elements: [Element] = []
    if take(end) { return elements }
    repeat {
      guard let element = read(&self) else { return nil }
      elements.append(element)
    } while take(",")
    return take(end) ? elements : nil
  }

  private mutating func journalField(of kind: JournalNames.Kind?) -> JournalField? {
    guard let name = field(kind), take(","), let value = value(of: name, kind) else { return nil }
    return JournalField(name, value)
  }

  private mutating func change() -> JournalChange? {
    guard take("["), let former = name(), take(","), let id = value() else { return nil }
    let kind = names(ofKind: former)
    let key = JournalKey(kind: kind?.name ?? former, id: id)
    var mark = JournalChange.Mark.updated
    if take(#","+""#) { mark = .inserted } else if take(#","-""#) { mark = .removed }
    var fields: [JournalChange.FieldChange] = []
    while take(",") {
      guard let name = field(kind), take(","), let first = state(of: name, kind) else { return nil }
      switch mark {
      case .inserted: fields.append(.init(name, nil, first))
      case .removed: fields.append(.init(name, first, nil))
      case .updated:
        guard take(","), let second = state(of: name, kind) else { return nil }
        fields.append(.init(name, first, second))
      }
    }
    return take("]") ? JournalChange(key, mark, fields) : nil
  }

  private mutating func kind() -> String? { name().map { names(ofKind: $0)?.name ?? $0 } }

  /// Returns the current names of a kind; `nil` if nothing was renamed.
  private func names(ofKind name: String) -> JournalNames.Kind? {
    present.isEmpty ? nil : present.kinds[name]
  }

  private mutating func field(_ kind: JournalNames.Kind?) -> String? {
    name().map { name in kind.map { $0.fields[name] ?? name } ?? name }
  }

  /// Reads the value of a field before or after a change: `.some(nil)` if the field was absent, `nil` for invalid
  /// bytes.
  private mutating func state(of field: String, _ kind: JournalNames.Kind?) -> Value?? {
    if take(ValueWriter.absent) { return .some(nil) }
    guard let value = value(of: field, kind) else { return nil }
    return .some(value)
  }

  private mutating func value(of field: String, _ kind: JournalNames.Kind?) -> Value? {
    let value = value()
    guard let kind, let value else { return value }
    return kind.value(value, of: field)
  }

  private mutating func name() -> String? { number().flatMap { names[$0] } }

  private mutating func value(depth: Int = 0) -> Value? {
    guard offset < bytes.count, depth < Self.depthMax else { return nil }
    switch bytes[offset] {
    case UInt8(ascii: "n"): return take("null") ? Value.none : nil
    case UInt8(ascii: "t"): return take("true") ? .truth(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .truth(false) : nil
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "["):
      guard take("["), let word = name(), take("]") else { return nil }
      return .word(word)
    case UInt8(ascii: "{"): return tagged(depth)
    default: return decimalOrNumber()
    }
  }

  private mutating func tagged(_ depth: Int) -> Value? {
    if take(#"{"r":["#) {
      guard let kind = kind(), take(","), let id = value(depth: depth + 1), take("]}") else { return nil }
      return .reference(kind: kind, id: id)
    }
    guard take(#"{"l":["#) else {
      guard take("{"), let tag = text(), take(":"), let content = value(depth: depth + 1), take("}") else {
        return nil
      }
      return Value(tag: tag, content: content)
    }
    return elements(until: "]}") { $0.value(depth: depth + 1) }.map { .list($0) }
  }

  private mutating func decimalOrNumber() -> Value? {
    let start = offset
    let isNegative = take("-")
    if let number = number(digitsMax: 18), offset == bytes.count || !Self.isOfNumber(bytes[offset]) {
      return .number(isNegative ? -number : number)
    }
    offset = start
    while offset < bytes.count, Self.isOfNumber(bytes[offset]) { offset += 1 }
    guard let text = String(validating: bytes[start..<offset], as: UTF8.self) else { return nil }
    if let number = Int(text) { return .number(number) }
    guard let decimal = Double(text), decimal.isFinite else { return nil }
    return .decimal(decimal)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x65].contains(byte)
  }

  private mutating func number(digitsMax: Int = 10) -> Int? {
    let start = offset
    var number = 0
    while offset < bytes.count, (0x30...0x39).contains(bytes[offset]), offset - start < digitsMax {
      number = number * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    return offset > start ? number : nil
  }

  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { return String(validating: text, as: UTF8.self) }
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
        continue
      }
      guard offset < bytes.count else { return nil }
      if take(#"u00"#) {
        guard offset + 2 <= bytes.count, let high = Self.digit(bytes[offset]),
          let low = Self.digit(bytes[offset + 1])
        else { return nil }
        offset += 2
        text.append(high << 4 | low)
      } else {
        text.append(bytes[offset])
        offset += 1
      }
    }
    return nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  private mutating func take(_ text: String) -> Bool {
    var end = offset
    for byte in text.utf8 {
      guard end < bytes.count, bytes[end] == byte else { return false }
      end += 1
    }
    offset = end
    return true
  }
}
