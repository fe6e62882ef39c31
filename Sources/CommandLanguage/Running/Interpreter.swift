/// Runs parsed commands over a world; a session owns one, and the host's commands may ask it to
/// evaluate or run what they kept.
public final class Interpreter {
  /// The limits of the command lines to come; `set` changes them, within `Limits.ceilings`.
  public var limits: Limits {
    get { bounds }
    set { bounds = newValue }
  }
  /// In memory of its own: each reading of a class's property would be checked for overlapping access
  /// while the program runs, and every line reads the limits.
  private let storedLimits: UnsafeMutablePointer<Limits>
  var limitsPointer: UnsafePointer<Limits> { UnsafePointer(storedLimits) }
  var bounds: Limits {
    @inline(__always) get { storedLimits.pointee }
    set { storedLimits.pointee = newValue }
  }

  let language: Language
  let world: any CommandWorld
  let output: OutputBuffer
  var files: (any SessionFiles)?
  var isInterrupted: () -> Bool = { false }

  /// Where the commands that are marked `isForbidden` may not run.
  var restriction = ""
  /// Not checked for overlapping access, as every command looks here: only its own methods write it, at once.
  @exclusivity(unchecked) var flags: [CommandFlags]
  var renderer = DiagnosticRenderer()
  /// The limit that the last command line reached, if it did.
  var reachedLimit: String?
  /// Notes what is used; only a session that was asked to has it.
  var usage: UsageTally?

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
  let plainLine = PlainLine()
  var spareNodes: [Node] = []
  /// The first of `readers`.
  private(set) var firstReader: Unmanaged<ArgumentReader>?
  /// One for each command that runs inside another.
  var readers: [ArgumentReader] = []
  var activeReaders = 0
  var cursors: [RowCursor?]
  var row: RowScope?

  init(language: Language, world: any CommandWorld) {
    storedLimits = .allocate(capacity: 1)
    storedLimits.initialize(to: Limits())
    self.language = language
    self.world = world
    output = world.output
    flags = language.commands.map { command in
      let isDirect = command.description.traits.contains(.direct)
      return CommandFlags(body: Unmanaged.passUnretained(command.body), isDirect: isDirect)
    }
    cursors = Array(repeating: nil, count: language.kinds.count)
    let reader = ArgumentReader(self)
    readers = [reader]
    firstReader = Unmanaged.passUnretained(reader)
  }

  deinit {
    storedLimits.deinitialize(count: 1)
    storedLimits.deallocate()
    plainLine.deallocate()
  }

  /// What running a command needs to know of it, side by side.
  struct CommandFlags {
    let body: Unmanaged<CommandBody>
    var isDirect: Bool
    var marks: Marks = []
    var isForbidden: Bool { marks.contains(.forbidden) }

    /// Why a command does not simply run.
    struct Marks: OptionSet {
      let rawValue: UInt8
      static let forbidden = Marks(rawValue: 1)
      /// Something of it has not been used yet.
      static let noted = Marks(rawValue: 2)
    }
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

  /// Marks commands that may not run from now on, besides those that are marked already.
  func restrict(in place: String, forbidding isForbidden: [Bool]) {
    restriction = place
    var changed = flags
    for (index, isForbidden) in isForbidden.enumerated() where isForbidden {
      changed[index].marks.insert(.forbidden)
    }
    flags = changed
  }

  // MARK: Running a text

  /// Parses and runs a text and prints what is wrong with it.
  /// - Parameter printed: how many bytes the output holds already.
  func run(_ bytes: UnsafeBufferPointer<UInt8>, printed: Int) -> Outcome {
    if !isRunning, let tree = plainLine.parse(bytes, isWhole: true, language: language, limits: limitsPointer)
    {
      return finish { try beginningLine(printed: printed) { try executeStatements(tree, from: 0) } }
    }
    var parser = Parser(bytes, language: language, limits: limitsPointer)
    // A line inside a line finds none to use again, and leaves its own.
    swap(&parser.nodes, &spareNodes)
    let root = parser.parseScript()
    defer {
      parser.nodes.removeAll(keepingCapacity: true)
      swap(&parser.nodes, &spareNodes)
    }
    guard parser.diagnostics.isEmpty else {
      report(parser.diagnostics, about: bytes)
      return .failed
    }
    return finish {
      try parser.nodes.withUnsafeBufferPointer { nodes in
        let tree = Tree(nodes: nodes, source: bytes)
        try beginningLine(printed: printed) { try executeStatements(tree, from: tree[root].first) }
      }
    }
  }

  @inline(__always)
  private func finish(_ body: () throws -> Void) -> Outcome {
    do {
      try body()
      return .done
    } catch {
      return end(with: error)
    }
  }

  // MARK: Counting

  /// Takes one step of the line; from time to time asks whether it is interrupted.
  @inline(__always)
  func step() throws {
    fuel &-= 1
    if fuel < 0 { try refuel() }
  }

  /// Takes one step for a host that does within one command what else would be several.
  public func countStep() throws { try step() }

  private func refuel() throws {
    if isInterrupted() { throw LanguageError.interrupted }
    if output.hasDropped { throw outputLimit() }
    guard stepsLeft > 0 else {
      throw LanguageError.reached(.steps(bounds.steps))
    }
    fuel = Swift.min(1_000, stepsLeft)
    stepsLeft -= fuel
    fuel -= 1
  }

  /// Takes as many steps as work on `size` bytes or elements is worth, so that long texts and lists
  /// cannot make a line last for ever.
  func charge(_ size: Int) throws {
    var owed = size / 64
    while owed > 0 {
      let paid = Swift.min(owed, Swift.max(1, fuel))
      fuel -= paid
      owed -= paid
      if fuel <= 0 { try step() }
    }
  }

  /// Makes the next steps free: for testing a row, which is the host's own work.
  func grantSteps() { fuel += 64 }

  func outputLimit() -> LanguageError { .reached(.output(bounds.output)) }

  /// Runs `body` one level deeper; the bound keeps any text from exhausting the stack.
  func deeper<R>(_ body: () throws -> R) throws -> R {
    guard depth < Limits.frames else {
      throw LanguageError.reached(.frames)
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Runs `body` as a call of a definition or a file.
  func calling(_ body: () throws -> Void) throws {
    guard calls < bounds.recursion else {
      throw LanguageError.reached(.recursion(bounds.recursion))
    }
    calls += 1
    defer { calls -= 1 }
    try body()
  }
}
