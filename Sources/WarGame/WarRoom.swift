public import AutoUpdate
public import CommandLanguage
import TextViews

/// The world that the game's commands are about: the store with all models, and the views on it.
///
/// Whatever a command can change is a model in the store; what stands here besides can be made again
/// from it.
public final class WarRoom: InterpreterHost {
  public let output = OutputBuffer()
  public let store = DataStore()
  public let units: Table<AnyUnit>
  let games: Table<Game>
  let players: Table<Player>
  let messages: Table<Message>
  let appStates: Table<AppStateModel>
  let clocks: Table<Clock>
  let generators: Table<Generator>
  let servers: Table<ScriptedServer>
  let jobs: Table<Job>
  let screenStates: Table<ScreenState>
  let watches: Table<Watch>
  let names: NameIndex
  /// Tells of the app's state, which the store holds.
  let appState: StateCenter<AppState>
  private(set) lazy var stage = Stage(in: self)
  /// What nearly every view depends on.
  private(set) lazy var gameFacts = GameFacts(of: self)
  private(set) lazy var poller = Poller(of: self)
  let console = Console()
  weak var interpreter: Interpreter?
  /// How many watches there may be; the setting `watches`.
  var watchLimit = 100
  /// How many units there may be; the setting `units`.
  var unitLimit = 1_000_000
  /// How many jobs there may be; the setting `jobs`.
  var jobLimit = 10_000
  /// The bytes that a line of a feed may have; the setting `feedline`.
  public internal(set) var feedLineLimit = 65_536
  /// Runs the programs of `feed -- PROGRAM`; without one they are refused.
  public weak var feeds: (any FeedHost)?
  /// Whether a `tick` runs its jobs.
  var isTicking = false
  /// The steps that were undone, as long as they can be done again.
  var undoneSteps = 0..<0
  /// Writes down who is told of what; the setting `trace`.
  var trace: DeliveryTrace?
  /// Notes what the session exercises; only one that was asked to has it.
  var coverage: CoverageTally?

  public init(seed: UInt64 = 1) throws {
    units = store.table(of: AnyUnit.self)
    games = store.table(of: Game.self)
    players = store.table(of: Player.self)
    messages = store.table(of: Message.self)
    appStates = store.table(of: AppStateModel.self)
    clocks = store.table(of: Clock.self)
    generators = store.table(of: Generator.self)
    servers = store.table(of: ScriptedServer.self)
    jobs = store.table(of: Job.self)
    screenStates = store.table(of: ScreenState.self)
    watches = store.table(of: Watch.self)
    names = NameIndex(of: units)
    appState = StateCenter(
      \AppStateModel.state, of: 0, in: store, otherwise: .ready(true), cause: "app state")
    store.transaction("start") { transaction in
      transaction.save(Game(), in: games)
      transaction.save(Player(id: .me, name: "me", side: .attacker), in: players)
      transaction.save(AppStateModel(state: .ready(true)), in: appStates)
      transaction.save(Clock(), in: clocks)
      transaction.save(Generator(seed: seed), in: generators)
      transaction.save(ScriptedServer(), in: servers)
      transaction.save(ScreenState(id: .map, isOpen: true), in: screenStates)
      transaction.save(ScreenState(id: .chat, isOpen: false, firstRow: nil), in: screenStates)
    }
    store.history.limit = HistoryLimit(steps: 10_000, changes: 100_000)
    // What is there from the beginning is nobody's news.
    _ = stage
    appState.add(poller, name: "poller")
    _ = console.take()
  }

  public func attach(_ interpreter: Interpreter) { self.interpreter = interpreter }

  // MARK: Commands

  public func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws {
    defer { finish() }
    try call.withText { text in try store.transaction(cause: text) { _ in try body() } }
  }

  /// Prints what a command, which is now a step, did besides what it printed itself.
  func finish() {
    if !undoneSteps.isEmpty { tellOfDropped() }
    flush()
    trace?.report()
    for fault in store.takeFaults() { output.writeLine("warning: \(fault)") }
  }

  /// Writes within the running command's transaction.
  func write<Result>(_ body: (Transaction) throws -> Result) throws -> Result {
    if let open = store.openTransaction { return try body(open) }
    return try store.transaction("write", body)
  }

  /// Moves what the views printed behind what the commands printed.
  func flush() {
    if let coverage { coverage.look(at: self) }
    if !console.isEmpty { console.move { output.write($0) } }
  }

  // MARK: Names

  public func value(named name: Span<UInt8>) -> Value? {
    if let unit = names.find(name) { return .object(.unit, Int(unit.number)) }
    guard watches.count > 0 else { return nil }
    let text = name.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    guard let watch = watches[text] else { return nil }
    // A selection that can be followed no more has no rows, as its view shows.
    let ids = (try? interpreter?.ids(of: watch.selection)) ?? []
    return .list(ids.map { .object(.unit, $0) })
  }

  public func valueNames() -> [String] {
    sortedUnits.map(\.name) + stage.watches.map { "\($0.view.path)" }
  }

  /// Charges work on so many rows to the line that runs, so that no loop of commands outlasts its limits.
  func charge(of rows: Int) throws { try interpreter?.budget.charge(rows + 1) }

  // MARK: Reading

  /// The units in the order of spawning.
  var sortedUnits: [AnyUnit] { units.models.sorted { $0.id < $1.id } }

  func unit(_ id: Int) -> AnyUnit? { Int32(exactly: id).flatMap { units[UnitID($0)] } }

  var game: Game { games[Game.currentID] ?? Game() }
  var me: Player { players[.me] ?? Player(id: .me, name: "me", side: .attacker) }
  var tick: Int { clocks[0]?.tick ?? 0 }

  /// Draws from the generator, which is a model like all else.
  func draw<Result>(_ body: (inout Generator) throws -> Result) throws -> Result {
    var generator = generators[0] ?? Generator(seed: 1)
    let result = try body(&generator)
    try write { $0.save(generator, in: generators) }
    return result
  }
}
