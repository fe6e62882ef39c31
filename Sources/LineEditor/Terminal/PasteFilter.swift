/// Leaves zero bytes out of what is pasted: readline's texts end at them, and the rest would be lost.
///
/// Outside of a paste a zero byte is a key (Ctrl-Space) and stays.
struct PasteFilter {
  private var isPasting = false
  private var last: [UInt8] = []

  private static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  /// Takes the next byte; whether it is to be read.
  mutating func takes(_ byte: UInt8) -> Bool {
    if byte == 0 { return !isPasting }
    last.append(byte)
    if last.count > Self.begin.count { last.removeFirst() }
    if last == Self.begin { isPasting = true }
    if last == Self.end { isPasting = false }
    return true
  }
}
