/// A command line that has been read, with its text, syntax tree, outline and errors.
///
/// A line is read once, by a ``CommandReader`` or ``Session/read(_:)``; the prompt, the recorder, the store and the
/// session share the value. A command line is a unit that runs as a whole, and may extend over several lines of text.
public struct PreparedLine: Sendable {
  /// The syntax tree; may contain several lines.
  var program: Program
  let root: Int32
  var diagnostics: [Diagnostic] = []
  /// The comment above the line.
  private(set) var comment = ""
  /// The number of its first line in the text that it was read from, counted from 1.
  public let line: Int
  /// The ``Interpreter/identity`` for which its names have been resolved; `nil` if they have not been.
  var resolvedFor: UInt64?
  let isParsed: Bool
  private let isReadable: Bool

  init(_ command: Parser.Command, in program: Program) {
    self.program = program
    root = command.root
    line = command.line
    isParsed = true
    isReadable = command.diagnostics.isEmpty
    diagnostics = command.diagnostics
    comment = command.comment
  }

  /// Creates a line that is not parsed, for a session without this syntax.
  public init(_ text: [UInt8]) {
    let block = Node(start: 0, end: UInt32(clamping: text.count), kind: .block)
    program = Program(source: text, nodes: [block], roots: [0], texts: [])
    root = 0
    line = 1
    isParsed = false
    isReadable = false
  }

  /// The line as it was written, in UTF-8, without its line end.
  public var text: [UInt8] {
    var text = Array(program.bytes(program[root].range))
    while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
    return text
  }

  /// The title of the line's steps: its text without the statements that recordings omit.
  var title: [UInt8] {
    let text = text
    // A single statement that recordings omit makes no step.
    guard text.contains(where: { $0 == UInt8(ascii: ";") || $0 == 0x0A }) else { return text }
    let (statements, kept) = (outline, outline.filter { !$0.traits.contains(.unrecorded) })
    return kept.count == statements.count
      ? text : Array(kept.map { text[$0.range] }.joined(separator: "; ".utf8))
  }

  /// A Boolean value that indicates whether no errors have been found in the line.
  public var isSound: Bool { diagnostics.isEmpty }

  /// The statements that are not in a block, in order; empty for a line with syntax errors.
  ///
  /// - Complexity: O(*n*), where *n* is the number of statements.
  public var outline: [StatementOutline] {
    guard isReadable else { return [] }
    let start = program[root].range.lowerBound
    return program.children(of: root).map { index in
      let node = program[index]
      var outline = StatementOutline(range: node.range.lowerBound - start..<node.range.upperBound - start)
      guard node.kind == .command, program.commandTraits.indices.contains(node.payload) else {
        return outline
      }
      outline.command = program.text(node.nameRange)
      outline.traits = program.commandTraits[node.payload]
      outline.firstArgument = node.first < 0 ? nil : program.text(program[node.first].range)
      return outline
    }
  }

  /// The commands in the line, including those in blocks. Each element contains the name and the arguments; strings are
  /// unquoted, everything else is as it is written.
  public var commands: [[String]] {
    program.nodes(of: root).compactMap { index in
      let node = program[index]
      guard node.kind == .command || node.kind == .commandOfDefinition else { return nil }
      let arguments = program.children(of: index).map { child in
        let argument = program[child]
        return argument.kind == .string ? program.texts[argument.payload] : program.text(argument.range)
      }
      return [program.text(node.nameRange)] + arguments
    }
  }
}

/// A summary of a statement for drivers.
public struct StatementOutline: Sendable, Equatable {
  /// The range of the statement in the line's text, in bytes.
  public var range: Range<Int>
  /// The command's name; `nil` for a statement of the language.
  public var command: String?
  /// The command's traits; empty for a statement of the language.
  public var traits: CommandTraits = []
  /// The command's first argument as it is written; `nil` if it has none.
  public var firstArgument: String?
}
