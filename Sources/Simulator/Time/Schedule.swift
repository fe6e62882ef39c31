/// Work that a world does at an interval of ticks: `Every(8, "shift") { world in … }`.
///
/// It first runs after one interval. Each run is a transaction, like a command. It is a ``Job`` like those that people
/// plan: `jobs` lists it, `cancel` removes it, undo reverts it, and stores save it.
public struct Every: WorldPart {
  private let schedule: Schedule

  /// Creates a body that runs repeatedly.
  ///
  /// - Parameters:
  ///   - ticks: The number of ticks between two runs, and before the first.
  ///   - name: The name in `jobs` and in stores. By default, `every 8`. Names of schedules must be unique.
  ///   - formerly: Earlier names, which older stores may still use.
  ///   - body: The work. It writes with the world's `add`, `change` and `remove`, like a command.
  public init(
    _ ticks: Int, _ name: String? = nil, formerly: String...,
    run body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    schedule = Schedule(
      name: name ?? "every \(ticks)", isNamed: name != nil, formerNames: formerly, ticks: ticks,
      repeats: true,
      body: body)
  }

  public func declare(in declarations: inout Declarations) { schedule.declare(in: &declarations) }
}

/// Work that a world does once, a number of ticks after the session's beginning: `After(3) { world in … }`.
///
/// If a store is older than the schedule, the ticks count from the store's next step. In all other respects, the
/// schedule is like ``Every``.
public struct After: WorldPart {
  private let schedule: Schedule

  /// Creates a body that runs once.
  ///
  /// - Parameters:
  ///   - ticks: The number of ticks before it runs.
  ///   - name: The name in `jobs` and in stores. By default, `after 3`. Names of schedules must be unique.
  ///   - formerly: Earlier names, which older stores may still use.
  ///   - body: The work. It writes with the world's `add`, `change` and `remove`, like a command.
  public init(
    _ ticks: Int, _ name: String? = nil, formerly: String...,
    run body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    schedule = Schedule(
      name: name ?? "after \(ticks)", isNamed: name != nil, formerNames: formerly, ticks: ticks,
      body: body)
  }

  public func declare(in declarations: inout Declarations) { schedule.declare(in: &declarations) }
}

/// Work that a world does once, at a tick: `At(12) { world in … }`.
///
/// If a store is older than the schedule and the tick has passed, the schedule does not run. In all other respects, it
/// is like ``Every``.
public struct At: WorldPart {
  private let schedule: Schedule

  /// Creates a body that runs once.
  ///
  /// - Parameters:
  ///   - tick: The tick at which it runs.
  ///   - name: The name in `jobs` and in stores. By default, `at 12`. Names of schedules must be unique.
  ///   - formerly: Earlier names, which older stores may still use.
  ///   - body: The work. It writes with the world's `add`, `change` and `remove`, like a command.
  public init(
    _ tick: Int, _ name: String? = nil, formerly: String...,
    run body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    schedule = Schedule(
      name: name ?? "at \(tick)", isNamed: name != nil, formerNames: formerly, ticks: tick, isAbsolute: true,
      body: body)
  }

  public func declare(in declarations: inout Declarations) { schedule.declare(in: &declarations) }
}

/// Work that a world does when its own code plans it, in a ``Start`` or a command:
///
///     Routine("discharge") { world in … }
///     Start { world in try world.time.schedule("discharge", after: 3) }
public struct Routine: WorldPart {
  private let schedule: Schedule

  /// Creates a body that runs each time it is planned.
  ///
  /// - Parameters:
  ///   - name: The name in code that plans it, in `jobs` and in stores. Names of schedules must be unique.
  ///   - formerly: Earlier names, which older stores may still use.
  ///   - body: The work. It writes with the world's `add`, `change` and `remove`, like a command.
  public init(
    _ name: String, formerly: String..., run body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    schedule = Schedule(name: name, isNamed: true, formerNames: formerly, ticks: nil, body: body)
  }

  public func declare(in declarations: inout Declarations) { schedule.declare(in: &declarations) }
}

/// A declared schedule: a body, and the ticks at which it runs.
struct Schedule: Sendable {
  let name: String
  /// A Boolean value that indicates whether the world gave the name explicitly.
  let isNamed: Bool
  let formerNames: [String]
  /// The number of ticks until the first run; `nil` if the world's code plans it.
  let ticks: Int?
  /// A Boolean value that indicates whether it runs again after the same number of ticks.
  var repeats = false
  /// A Boolean value that indicates whether the ticks count from the beginning of time.
  var isAbsolute = false
  let body: @Sendable (Simulation) throws -> Void

  func declare(in declarations: inout Declarations) {
    if name.isEmpty { declarations.problems.append("a schedule has an empty name") }
    if declarations.schedules.contains(where: { $0.name == name }) {
      declarations.problems.append(
        "two schedules are called “\(name)”: a store finds them by name, so rename one")
    }
    // A store identifies schedules only by name.
    for other in declarations.schedules {
      for shared in [name] + formerNames
      where (shared != name || other.name != name) && ([other.name] + other.formerNames).contains(shared) {
        declarations.problems.append(
          "the schedules “\(other.name)” and “\(name)” are or were both called “\(shared)”: a store cannot tell them apart"
        )
      }
    }
    if let ticks, !Self.range.contains(ticks) {
      declarations.problems.append(
        "the ticks of the schedule “\(name)” must be from \(Self.range.lowerBound) to \(Self.range.upperBound), not \(ticks)"
      )
    }
    declarations.schedules.append(self)
  }

  /// The number of ticks ahead that can be planned: enough for any scenario, and far from overflow.
  static let range = 1...1_000_000_000
}

/// A record that a session or its store has planned a declared schedule. It is not planned again, whether it has run,
/// was cancelled or is still pending.
struct BegunSchedule: Model {
  let id: String

  static let schema = Simulator.Schema<BegunSchedule>(
    "begun", plural: "", label: { $0.id }, isInternal: true, restoring: Restoring { BegunSchedule(id: $0) }
  ) {
    Field("name", \.id)
  }
}
