extension Transcript {
  /// The commands' texts in file order, without marks and output. O(bytes).
  public var commands: [[UInt8]] { steps.map(command(of:)) }

  /// The commands as a script: each line where it stands in the file, and nothing in place of the others.
  ///
  /// O(bytes)
  public var script: [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      if line.kind == .command || line.kind == .continuation { text += bytes[Self.unmarked(line)] }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
