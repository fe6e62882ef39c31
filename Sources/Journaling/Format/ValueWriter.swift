import TerminalText

/// A writer of values, changes and objects in the JSON format of a journal.
///
/// A value is a JSON number, string, Boolean or null. A word is `[NUMBER]` with the number of its name, or
/// `{"w":TEXT}`; a duration is `{"d":SECONDS}`; a reference is `{"r":[KIND,ID]}`; a list is `{"l":[…]}`. An update is
/// `[KIND,ID,FIELD,BEFORE,AFTER,…]`, an insertion `[KIND,ID,"+",FIELD,VALUE,…]`, and a removal is the same with `"-"`.
/// Kinds and fields are numbers of names. A field that is absent before or after an update has `{"x":null}`.
package struct ValueWriter {
  private var bytes: [UInt8] = []
  package var names = NameList()

  package init() {}

  package mutating func bytes(of value: Value) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    write(value)
    return bytes
  }

  package mutating func bytes(of changes: [JournalChange]) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    write(list: changes) { $0.write($1) }
    return bytes
  }

  private mutating func write(_ change: JournalChange) {
    bytes.append(UInt8(ascii: "["))
    write(names.number(of: change.key.kind))
    bytes.append(UInt8(ascii: ","))
    write(change.key.id)
    switch change.mark {
    case .inserted: bytes += #","+""#.utf8
    case .removed: bytes += #","-""#.utf8
    case .updated: break
    }
    for field in change.fields {
      bytes.append(UInt8(ascii: ","))
      write(names.number(of: field.name))
      if change.mark != .inserted {
        bytes.append(UInt8(ascii: ","))
        write(field.before)
      }
      if change.mark != .removed {
        bytes.append(UInt8(ascii: ","))
        write(field.after)
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Returns an object's fields in the format: `[FIELD,VALUE,…]`.
  package mutating func bytes(of fields: [JournalField]) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    write(list: fields) { writer, field in
      writer.write(writer.names.number(of: field.name))
      writer.bytes.append(UInt8(ascii: ","))
      writer.write(field.value)
    }
    return bytes
  }

  private mutating func write<Element>(list: [Element], _ write: (inout ValueWriter, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in list.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  static let absent = #"{"x":null}"#

  private mutating func write(_ value: Value?) {
    if let value { write(value) } else { bytes += Self.absent.utf8 }
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .none: bytes += "null".utf8
    case .truth(let truth): bytes += (truth ? "true" : "false").utf8
    case .number(let number): write(number)
    // The text of a decimal always has a point or an exponent; that of a whole number never does.
    case .decimal(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
    case .word(let word):
      if let number = names.number(ofWord: word) {
        bytes.append(UInt8(ascii: "["))
        write(number)
        bytes.append(UInt8(ascii: "]"))
      } else {
        write(tagged: value)
      }
    case .text(let text): write(text: text)
    case .reference(let kind, let id):
      bytes += #"{"r":["#.utf8
      write(names.number(of: kind))
      bytes.append(UInt8(ascii: ","))
      write(id)
      bytes += "]}".utf8
    case .list(let values):
      bytes += #"{"l":"#.utf8
      write(list: values) { $0.write($1) }
      bytes.append(UInt8(ascii: "}"))
    // Values that exist only in a session have no tag and are written as null.
    default: write(tagged: value)
    }
  }

  /// Writes `{"TAG":CONTENT}`.
  private mutating func write(tagged value: Value) {
    guard let (tag, content) = value.tagged else { return bytes += "null".utf8 }
    bytes += "{\"\(tag)\":".utf8
    write(content)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ number: Int) { bytes += String(number).utf8 }

  private mutating func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u\(String(byte, radix: 16, width: 4))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
