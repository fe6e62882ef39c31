/// The name of a capture: a letter, then letters, digits and `_`; ASCII.
enum CaptureName {
  static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, isNameByte(first), first < 0x30 || first > 0x39 else { return false }
    return first != UInt8(ascii: "_") && text.allSatisfy(isNameByte)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }
}
