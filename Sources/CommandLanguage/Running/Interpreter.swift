/// Runs parsed commands over a world; a session owns one, and the host's commands may ask it to
/// evaluate or run what they kept.
public final class Interpreter {
  /// The limits of the command lines to come; `set` changes them, within `Limits.ceilings`.
  public var limits = Limits()

  let language: Language
  let world: any CommandWorld
  let output: OutputBuffer
  var files: (any SessionFiles)?
  var isInterrupted: () -> Bool = { false }

  /// Where the commands that are marked in `isForbidden` may not run.
  var restriction = ""
  var isForbidden: [Bool]
  var renderer = DiagnosticRenderer()

  // What a script can make.
  var globals: [Binding] = []
  /// The variables of running `def`s, loops and kept blocks; those from `frameStart` on are visible.
  var locals: [Binding] = []
  var frameStart = 0
  var isInDefinition = false
  var definitions: [Definition] = []

  // What is counted; each command line begins anew.
  var fuel = 0
  var stepsLeft = 0
  var calls = 0
  var depth = 0
  var isRunning = false

  // What is used again, so that a command in the steady state allocates nothing.
  var idleNodes: [[Node]] = []
  var readers: [ArgumentReader] = []
  var activeReaders = 0
  var cursors: [RowCursor?]
  var row: RowScope?

  init(language: Language, world: any CommandWorld) {
    self.language = language
    self.world = world
    output = world.output
    isForbidden = Array(repeating: false, count: language.commands.count)
    cursors = Array(repeating: nil, count: language.kinds.count)
  }

  /// The row that a selection's parts are about.
  struct RowScope {
    let cursor: RowCursor
    let kind: any ErasedKind
    /// `nil` for a model that a host hands in.
    var id: Int?
  }

  /// What `def` made.
  struct Definition {
    var name: [UInt8]
    var hash: UInt32
    var syntax: Syntax
  }

  /// Ends the session; thrown by `quit`.
  struct Quit: Error {}

  // MARK: Running a text

  /// Parses and runs a text and prints what is wrong with it.
  func run(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
    var parser = Parser(bytes, language: language, limits: limits, nodes: idleNodes.popLast() ?? [])
    let root = parser.parseScript()
    var nodes = parser.nodes
    parser.nodes = []
    defer {
      nodes.removeAll(keepingCapacity: true)
      idleNodes.append(nodes)
    }
    guard parser.diagnostics.isEmpty else {
      report(parser.diagnostics, about: bytes)
      return .failed
    }
    do {
      try nodes.withUnsafeBufferPointer { nodes in
        let tree = Tree(nodes: nodes, source: bytes)
        try beginningLine { try executeStatements(tree, from: tree[root].first) }
      }
      return .done
    } catch is Quit {
      return .quit
    } catch {
      report(failure(of: error))
      return .failed
    }
  }

  /// Counts a command line of its own, unless one is running.
  func beginningLine(_ body: () throws -> Void) throws {
    if isRunning { return try body() }
    isRunning = true
    stepsLeft = limits.steps
    fuel = 0
    calls = 0
    depth = 0
    activeReaders = 0
    output.isFull = false
    output.end = output.bytes.count &+ Swift.max(0, limits.output)
    defer {
      isRunning = false
      output.end = .max
      locals.removeAll(keepingCapacity: true)
      frameStart = 0
      isInDefinition = false
      row = nil
    }
    try body()
    if output.isFull { throw outputLimit() }
  }

  // MARK: Counting

  /// Takes one step of the line; from time to time asks whether it is interrupted.
  @inline(__always)
  func step() throws {
    fuel &-= 1
    if fuel < 0 { try refuel() }
  }

  private func refuel() throws {
    if isInterrupted() { throw Explanation("interrupted") }
    if output.isFull { throw outputLimit() }
    guard stepsLeft > 0 else {
      throw Explanation(
        "this line has taken \(limits.steps) steps", notes: ["the limit is the setting “steps”"])
    }
    fuel = Swift.min(1_000, stepsLeft)
    stepsLeft -= fuel
    fuel -= 1
  }

  func outputLimit() -> Explanation {
    Explanation(
      "this line has printed \(limits.output) bytes", notes: ["the limit is the setting “output”"])
  }

  /// Runs `body` one level deeper; the bound keeps any text from exhausting the stack.
  func deeper<R>(_ body: () throws -> R) throws -> R {
    guard depth < Limits.frames else {
      throw Explanation(
        "commands, blocks and expressions nest more than \(Limits.frames) deep while they run")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Runs `body` as a call of a definition or a file.
  func calling(_ body: () throws -> Void) throws {
    guard calls < limits.recursion else {
      throw Explanation(
        "calls nest more than \(limits.recursion) deep", notes: ["the limit is the setting “recursion”"])
    }
    calls += 1
    defer { calls -= 1 }
    try body()
  }
}
