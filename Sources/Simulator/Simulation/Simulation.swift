public import AutoUpdate
public import CommandLanguage
public import TextViews

/// One session's world: the store with all its objects, and what commands, views and services need of it.
///
/// Whatever a command can change is a model in the store; what stands here besides can be made again from it.
public final class Simulation: InterpreterHost {
  /// What the running command prints.
  public let output = OutputBuffer()
  /// Where views print to; what they print is moved behind what the command printed.
  public let console = Console()
  /// The store of all models of the session, the world's own and those of services.
  public let store = DataStore()
  /// The world's kinds.
  public let schemas: SchemaSet
  /// The objects of each kind, by the kind's place.
  public private(set) var objects: [AnyObjects] = []
  let names = NameIndex()
  /// Evaluates and runs what commands keep; there as long as the session is.
  public private(set) weak var interpreter: Interpreter?
  private var services: [(type: ObjectIdentifier, service: AnyObject)] = []

  /// What is made once there is an interpreter.
  var installs: [@Sendable (Simulation) -> Void] = []
  /// Observers of the world's own that show nothing, by their names.
  var silentObservers: [String] = []
  /// Makes a session of the same world, for those who try something out.
  var makeTwin: (() throws -> CommandSession<Simulation>)?
  /// What services do when a command has ended, in the order of their making.
  var onCommandEnd: [() -> Void] = []
  /// What services do when a command has failed.
  var onFailure: [(any Error) -> Void] = []
  /// What services do when a command line begins.
  var onLineBegin: [() -> Void] = []
  /// What services do when a command line has ended and the history knows of it.
  var onLineEnd: [() -> Void] = []
  /// Those who note what went wrong in the store where nobody could be told.
  var onFault: [(StoreError) -> Void] = []
  /// Those who note what views print.
  var onPrint: [([UInt8]) -> Void] = []
  /// What must hold of the open transaction, besides the rules of fields.
  var checks: [() throws -> Void] = []
  /// The kinds whose objects expressions have read, a bit for each place; those beyond the 63rd share the last.
  var readKinds: UInt64 = 0
  /// Whether a condition is being asked of what the open transaction wrote.
  private(set) var isAskingOpen = false
  /// What such a condition read that cannot be known before the commit.
  private(set) var unreadable: (any Error)?
  /// The values of names that are no object's.
  var namedValues: [(Span<UInt8>) -> Value?] = []
  /// Those names.
  var namesOfValues: [() -> [String]] = []
  /// What names of objects of a kind stand for, where it is not the object: by the kind's place.
  var meanings: [Int: (Int) -> Value?] = [:]
  /// What objects have besides their fields: by what an object is called, and the name after the dot.
  var children: [(String, Span<UInt8>) -> Value?] = []

  init(_ schemas: SchemaSet, seed: UInt64) {
    self.schemas = schemas
    objects.reserveCapacity(schemas.schemas.count)
    for (place, schema) in schemas.schemas.enumerated() { objects.append(makeObjects(schema, place)) }
    store.validator = { [unowned self] in try check() }
    store.transaction("start") { $0.save(Generator(seed: seed)) }
  }

  private func makeObjects(_ schema: some AnySchema, _ place: Int) -> AnyObjects {
    Objects(schema.schema, place: place, in: store, names)
  }

  private func check() throws {
    defer { names.endGiving() }
    for objects in objects { try objects.check(in: self) }
    for check in checks { try check() }
  }

  /// Asks a condition of what the open transaction wrote.
  func askingOpen<Result>(_ body: () throws -> Result) throws -> Result {
    isAskingOpen = true
    unreadable = nil
    defer { isAskingOpen = false }
    let result = try body()
    if let unreadable { throw unreadable }
    return result
  }

  /// Notes what cannot be known before the commit, if that is asked.
  func note(unreadable problem: any Error) {
    if isAskingOpen, unreadable == nil { unreadable = problem }
  }

  /// The bit of a kind in ``readKinds``.
  static func bit(ofKind place: Int) -> UInt64 { 1 << UInt64(min(place, 63)) }

  /// The kinds that the open transaction changed, while it is checked.
  var touchedKinds: UInt64 {
    objects.reduce(0) { $1.isTouched ? $0 | Self.bit(ofKind: $1.place) : $0 }
  }

  public func attach(_ interpreter: Interpreter) {
    self.interpreter = interpreter
    for install in installs { install(self) }
    installs = []
    // What is there from the beginning is nobody's news.
    _ = console.take()
  }

  /// What a service keeps for this session beside the store; made at the first call.
  public func service<Service: AnyObject>(_ make: (Simulation) -> Service) -> Service {
    let type = ObjectIdentifier(Service.self)
    for entry in services where entry.type == type {
      if let service = entry.service as? Service { return service }
    }
    let service = make(self)
    services.append((type, service))
    return service
  }

  // MARK: Commands

  public func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws {
    defer { finish() }
    let start = output.mark
    var isDone = false
    do {
      try call.withText { text in
        try store.transaction(cause: text) { _ in
          try body()
          isDone = true
        }
      }
    } catch {
      // What was said to be done is taken back with it.
      if isDone { output.drop(from: start) }
      for note in onFailure { note(error) }
      throw error
    }
  }

  /// Prints what a transaction did besides what its command printed itself; commands without `perform` call it.
  public func finish() {
    for end in onCommandEnd { end() }
    flush()
    for fault in store.takeFaults() {
      for note in onFault { note(fault) }
      output.writeLine("warning: \(fault)")
    }
  }

  /// Moves what the views printed behind what the commands printed.
  public func flush() {
    if console.isEmpty { return }
    for note in onPrint { note(console.bytes) }
    console.move { output.write($0) }
  }

  /// Charges work on so many rows to the line that runs, so that no loop of commands outlasts its limits.
  public func charge(of rows: Int) throws { try interpreter?.budget.charge(rows + 1) }

  // MARK: Names

  public func value(named name: Span<UInt8>) -> Value? {
    if let entry = names.find(name) {
      if let meaning = meanings[entry.kind] {
        readKinds = .max
        return meaning(entry.number)
      }
      return .object(kindID(entry.kind), entry.number)
    }
    for find in namedValues {
      if let value = find(name) { return value }
    }
    return nil
  }

  public func valueNames() -> [String] {
    objects.flatMap { kind in kind.numbers().compactMap { kind.name(of: $0) } }
      + namesOfValues.flatMap { $0() }
  }

  public var toldCount: Int { store.toldCount }

  /// The kind at a place, as the language knows it.
  func kindID(_ place: Int) -> KindID { KindID(schemas.schemas[place].kindName) }
}

extension Simulation: CheckContext {
  func currentName(of entry: NameIndex.Entry) -> String? { objects[entry.kind].name(of: entry.number) }
}
