/// Lines that reach coverage cells that other lines do not.
public struct CorpusEntry: Sendable, Equatable {
  /// The coverage cells that the lines reach, such as `commands: spawn`.
  public var cells: [String]
  /// The lines, after those with which every session begins.
  public var lines: [String]
  /// The seed of the session.
  public var seed: UInt64

  /// The name of the entry's file, without an ending.
  public var name: String {
    var name = ""
    for byte in (cells.first ?? "").utf8.prefix(60) {
      let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      if isPlain {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !name.hasSuffix("-") {
        name += "-"
      }
    }
    return name
  }
}
