import Foundation

/// A JSON object on one line.
enum JSONLine {
  enum Problem: Error, Equatable {
    case notText
    case notObject

    var description: String {
      switch self {
      case .notText: "the answer is no UTF-8 text"
      case .notObject: "the answer is no JSON object"
      }
    }
  }

  /// The object with the space between its parts taken away. Numbers, escapes and the order of the fields
  /// stay as they are, and so does all in strings, where JSON allows no line end.
  static func compact(_ body: [UInt8]) throws(Problem) -> [UInt8] {
    let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
    // Foundation would guess at UTF-16 where it sees a NUL.
    guard String(validating: text, as: UTF8.self) != nil, !text.contains(0) else { throw .notText }
    guard (try? JSONSerialization.jsonObject(with: Data(text))) is [String: Any] else { throw .notObject }
    var line: [UInt8] = []
    line.reserveCapacity(text.count)
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        line.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte != 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
        line.append(byte)
        isInString = byte == UInt8(ascii: "\"")
      }
    }
    guard !line.contains(where: { $0 < 0x20 }) else { throw .notObject }
    return line
  }
}
