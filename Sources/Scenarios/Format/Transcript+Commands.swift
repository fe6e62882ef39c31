import TerminalText

extension Transcript {
  /// The commands' texts in file order, without marks and output. O(bytes).
  public var commands: [[UInt8]] { steps.map(command(of:)) }

  /// The commands as a script: each line where it stands in the file, and nothing in place of the others.
  ///
  /// O(bytes)
  ///
  /// - Parameter folder: when given, a header line that names a file to be used is a command that runs that file, which
  ///   is found from this folder.
  public func script(runningUsesFrom folder: FilePath? = nil) -> [UInt8] {
    var uses = header.uses[...]
    var text: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if line.kind == .command || line.kind == .continuation { text += bytes[Self.unmarked(line)] }
      if let folder, let use = uses.first, use.line == index + 1 {
        text += "run \(Quoting.literal(folder.joined(use.path).text))".utf8
        uses.removeFirst()
      }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
