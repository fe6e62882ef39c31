import TerminalText

/// A path as one word of a shell's command line, fit to be shown and to be copied back from a terminal.
enum ShellWord {
  /// The path as it stands where no shell would change it, quoted otherwise; with bytes as `$'\ooo'`, which Bash,
  /// Zsh and POSIX.1-2024 read, where it could not be shown. O(bytes).
  static func quoted(_ path: FilePath) -> String {
    // A leading `-` would be an option.
    let bytes = path.bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + path.bytes : path.bytes
    if !bytes.isEmpty, bytes.allSatisfy(isPlain) { return String(decoding: bytes, as: UTF8.self) }
    let text = String(decoding: bytes, as: UTF8.self)
    let isShownAsItIs = Escaping.escaped(bytes.span).utf8.elementsEqual(bytes)
    if isShownAsItIs, !bytes.contains(UInt8(ascii: "'")) { return "'\(text)'" }
    return "$'\(bytes.map(encoded).joined())'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "_-./+,@%:=".utf8.contains(byte)
    }
  }

  private static func encoded(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(Unicode.Scalar(byte))
    case 0x20...0x7E: String(Unicode.Scalar(byte))
    // Three octal digits: a hexadecimal escape would take in digits that follow.
    default: "\\" + octal(byte)
    }
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }
}
