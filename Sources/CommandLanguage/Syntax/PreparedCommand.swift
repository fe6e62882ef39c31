/// A command's text that has been read: parsed once, owned, and ready to be run.
public struct PreparedCommand: Sendable {
  let program: Program
  /// What is wrong with it, as far as its syntax goes.
  let diagnostics: [Diagnostic]
  /// The comment right above it.
  let comment: String
  /// The number of its first line, from 1, in the text that it was read from.
  public let line: Int
  /// The interpreter for which its names have been bound; `nil` as long as they have not.
  var resolvedFor: ObjectIdentifier?

  /// The command as it was written, in UTF-8.
  public var text: [UInt8] { program.source }

  /// Whether it can be run as far as its syntax goes.
  public var isSound: Bool { diagnostics.isEmpty }

  /// The commands that it holds, also in blocks: of each its name and its arguments, strings without their
  /// quotes and anything else as it is written.
  public var commands: [[String]] {
    program.nodes.indices.compactMap { index in
      let node = program.nodes[index]
      guard node.kind == .command || node.kind == .commandOfDefinition else { return nil }
      let arguments = program.children(of: Int32(truncatingIfNeeded: index)).map { child in
        let argument = program[child]
        return argument.kind == .string ? program.texts[argument.payload] : program.text(argument.range)
      }
      return [program.text(node.nameRange)] + arguments
    }
  }

  /// Whether it is one command and nothing else.
  public var isSingle: Bool {
    let first = program[program.root].first
    return first >= 0 && program[first].next < 0 && program[first].kind == .command
  }
}
