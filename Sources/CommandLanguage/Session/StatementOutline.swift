/// One statement of a text, as far as a recorder needs to know it.
public struct StatementOutline: Sendable, Equatable {
  /// Where it stands, in bytes.
  public var range: Range<Int>
  /// The command's name; `nil` for a statement of the language.
  public var command: String?
  /// The command's traits; empty for a statement of the language.
  public var traits: CommandTraits = []
  /// The command's first argument as it is written.
  public var firstArgument: String?
}

extension CommandSession {
  /// The statements of a text that are in no block, in order; none of a text that cannot be read.
  ///
  /// - Complexity: O(bytes).
  public func outline(of text: Span<UInt8>) -> [StatementOutline] {
    let command = read(text)
    guard command.isSound else { return [] }
    let (program, commands) = (command.program, table.language.commands)
    return program.children(of: command.root).map { index in
      let node = program[index]
      var outline = StatementOutline(range: node.range)
      guard node.kind == .command else { return outline }
      let name = program.text(node.nameRange)
      guard let description = commands.first(where: { $0.name == name }) else {
        return outline
      }
      outline.command = name
      outline.traits = description.traits
      outline.firstArgument = node.first < 0 ? nil : program.text(program[node.first].range)
      return outline
    }
  }
}
