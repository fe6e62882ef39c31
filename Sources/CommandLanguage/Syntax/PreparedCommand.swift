/// A command's text that has been read: parsed once, owned, and ready to be run.
public struct PreparedCommand: Sendable {
  /// What it was read into, together with its neighbours perhaps.
  var program: Program
  /// The block of its statements.
  let root: Int32
  /// `nil` for most commands, so that a copy of one is cheap.
  private var remarks: Remarks?
  /// The number of its first line, from 1, in the text that it was read from.
  public let line: Int
  /// The interpreter for which its names have been bound; `nil` as long as they have not.
  var resolvedFor: ObjectIdentifier?

  init(_ command: Parser.Command, in program: Program) {
    self.program = program
    root = command.root
    line = command.line
    if !command.comment.isEmpty || !command.diagnostics.isEmpty {
      remarks = Remarks(command.diagnostics, command.comment)
    }
  }

  private final class Remarks: Sendable {
    let diagnostics: [Diagnostic]
    let comment: String

    init(_ diagnostics: [Diagnostic], _ comment: String) {
      self.diagnostics = diagnostics
      self.comment = comment
    }
  }

  /// What is wrong with it, as far as that has been found.
  var diagnostics: [Diagnostic] {
    get { remarks?.diagnostics ?? [] }
    set { if !newValue.isEmpty || remarks != nil { remarks = Remarks(newValue, comment) } }
  }

  /// The comment right above it.
  var comment: String { remarks?.comment ?? "" }

  /// The command as it was written, in UTF-8, without the end of its line.
  public var text: [UInt8] {
    var text = Array(program.bytes(program[root].range))
    while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
    return text
  }

  /// Whether it can be run as far as its syntax goes.
  public var isSound: Bool { remarks?.diagnostics.isEmpty ?? true }

  /// The commands that it holds, also in blocks: of each its name and its arguments, strings without their
  /// quotes and anything else as it is written.
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
