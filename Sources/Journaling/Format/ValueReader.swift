/// A reader of the format of ``ValueWriter``. It returns `nil` for anything else.
package struct ValueReader {
  private let names: NameList
  /// The current names of renamed kinds, fields and words.
  var present: JournalNames
  private var bytes: [UInt8] = []
  private var offset = 0

  /// The maximum nesting depth of references and lists.
  private static let depthMax = 16

  /// - Parameter present: the current names of renamed kinds, fields and words.
  package init(_ names: NameList, _ present: JournalNames) {
    self.names = names
    self.present = present
  }

  /// Reads bytes as a list of changes; `nil` if they are anything else.
  package mutating func changes(_ bytes: [UInt8]) -> [JournalChange]? {
    begin(bytes)
    guard take(.openBracket), let changes = elements({ $0.change() }) else { return nil }
    return offset == bytes.count ? changes : nil
  }

  /// Reads bytes as the fields of an object; `nil` if they are anything else.
  ///
  /// - Parameter kind: the name of the object's kind when it was written.
  package mutating func fields(_ bytes: [UInt8], ofKind kind: String) -> [JournalField]? {
    begin(bytes)
    let kind = names(ofKind: kind)
    guard take(.openBracket), let fields = elements({ $0.journalField(of: kind) }) else { return nil }
    return offset == bytes.count ? fields : nil
  }

  /// Reads bytes as one value; `nil` if they are anything else.
  package mutating func value(_ bytes: [UInt8]) -> Value? {
    begin(bytes)
    guard let value = value(), offset == bytes.count else { return nil }
    return value
  }

  private mutating func begin(_ bytes: [UInt8]) { (self.bytes, offset) = (bytes, 0) }

  /// Reads the elements and the end of a list whose beginning has been read.
  private mutating func elements<Element>(_ read: (inout ValueReader) -> Element?) -> [Element]? {
    var elements: [Element] = []
    if take(.closeBracket) { return elements }
    repeat {
      guard let element = read(&self) else { return nil }
      elements.append(element)
    } while take(.comma)
    return take(.closeBracket) ? elements : nil
  }

  private mutating func journalField(of kind: JournalNames.Kind?) -> JournalField? {
    guard let name = field(kind), take(.comma), let value = value(of: name, kind) else { return nil }
    return JournalField(name, value)
  }

  private mutating func change() -> JournalChange? {
    guard take(.openBracket), let former = name(), take(.comma), let id = value() else { return nil }
    let kind = names(ofKind: former)
    let key = JournalKey(kind: kind?.name ?? former, id: id)
    var mark = JournalChange.Mark.updated
    if offset + 1 < bytes.count, bytes[offset + 1] == .quote {
      if take(#","+""#) { mark = .inserted } else if take(#","-""#) { mark = .removed }
    }
    var fields: [JournalChange.FieldChange] = []
    while take(.comma) {
      guard let name = field(kind), take(.comma), let first = state(of: name, kind) else { return nil }
      switch mark {
      case .inserted: fields.append(.init(name, nil, first))
      case .removed: fields.append(.init(name, first, nil))
      case .updated:
        guard take(.comma), let second = state(of: name, kind) else { return nil }
        fields.append(.init(name, first, second))
      }
    }
    return take(.closeBracket) ? JournalChange(key, mark, fields) : nil
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
    if offset < bytes.count, bytes[offset] == .openBrace, take(ValueWriter.absent) { return .some(nil) }
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
    case .quote: return text().map { .text($0) }
    case .openBracket:
      guard take(.openBracket), let word = name(), take(.closeBracket) else { return nil }
      return .word(word)
    case .openBrace: return tagged(depth)
    default: return decimalOrNumber()
    }
  }

  private mutating func tagged(_ depth: Int) -> Value? {
    if take(#"{"r":["#) {
      guard let kind = kind(), take(.comma), let id = value(depth: depth + 1), take("]}") else { return nil }
      return .reference(kind: kind, id: id)
    }
    guard take(#"{"l":["#) else {
      guard take(.openBrace), let tag = text(), take(.colon), let content = value(depth: depth + 1),
        take(.closeBrace)
      else {
        return nil
      }
      return Value(tag: tag, content: content)
    }
    guard let values = elements({ $0.value(depth: depth + 1) }), take(.closeBrace) else { return nil }
    return .list(values)
  }

  private mutating func decimalOrNumber() -> Value? {
    let start = offset
    let isNegative = take(.minus)
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
    guard take(.quote) else { return nil }
    var text: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == .quote { return String(validating: text, as: UTF8.self) }
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

  private mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
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

extension UInt8 {
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let minus = UInt8(ascii: "-")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let openBracket = UInt8(ascii: "[")
  fileprivate static let closeBracket = UInt8(ascii: "]")
  fileprivate static let openBrace = UInt8(ascii: "{")
  fileprivate static let closeBrace = UInt8(ascii: "}")
}
