/// Something that the world itself does every so many ticks: `Every(8, "shift") { world in … }`.
///
/// It first runs when the interval has passed. It runs as a command does, in a transaction of its own, and is a ``Job`` like those
/// that people plan: `jobs` lists it, `cancel` takes it back, and undo and a store contain it.
public struct Every: WorldPart {
  private let schedule: Schedule

  /// A body that runs again and again.
  ///
  /// - Parameters:
  ///   - ticks: the number of ticks between two runs, and before the first.
  ///   - name: the name by which `jobs` and a store know it; `every 8` if left out. No two schedules have the same.
  ///   - formerly: names that it had before, under which a store may have planned it.
  ///   - body: writes by the world's `add`, `change` and `remove`, as a command does.
  public init(
    _ ticks: Int, _ name: String? = nil, formerly: String...,
    run body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    schedule = Schedule(name ?? "every \(ticks)", isNamed: name != nil, formerly, .every(ticks), body)
  }

  public func declare(in declarations: inout Declarations) { schedule.declare(in: &declarations) }
}

/// Something that the world itself does once, so many ticks after the session's beginning: `After(3) { world in … }`.
///
/// In a store that was made before the world had the schedule, the ticks count from when it is opened. Otherwise it is like ``Every``.
public struct After: WorldPart {
  private let schedule: Schedule

  /// A body that runs once.
  ///
  /// - Parameters:
  ///   - ticks: the ticks before it runs.
  ///   - name: the name by which `jobs` and a store know it; `after 3` if left out. No two schedules have the same.
  ///   - formerly: names that it had before, under which a store may have planned it.
  ///   - body: writes by the world's `add`, `change` and `remove`, as a command does.
  public init(
    _ ticks: Int, _ name: String? = nil, formerly: String...,
    run body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    schedule = Schedule(name ?? "after \(ticks)", isNamed: name != nil, formerly, .after(ticks), body)
  }

  public func declare(in declarations: inout Declarations) { schedule.declare(in: &declarations) }
}

/// Something that the world itself does once, at a tick: `At(12) { world in … }`.
///
/// In a store that was made before the world had the schedule, and where the tick has passed, it does not run. Otherwise it is like
/// ``Every``.
public struct At: WorldPart {
  private let schedule: Schedule

  /// A body that runs once.
  ///
  /// - Parameters:
  ///   - tick: the virtual time at which it runs.
  ///   - name: the name by which `jobs` and a store know it; `at 12` if left out. No two schedules have the same.
  ///   - formerly: names that it had before, under which a store may have planned it.
  ///   - body: writes by the world's `add`, `change` and `remove`, as a command does.
  public init(
    _ tick: Int, _ name: String? = nil, formerly: String...,
    run body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    schedule = Schedule(name ?? "at \(tick)", isNamed: name != nil, formerly, .at(tick), body)
  }

  public func declare(in declarations: inout Declarations) { schedule.declare(in: &declarations) }
}

/// Something that the world does when its own code has planned it, in a ``Start`` or a command:
///
///     Routine("discharge") { world in … }
///     Start { world in try world.time.schedule("discharge", after: 3) }
public struct Routine: WorldPart {
  private let schedule: Schedule

  /// A body that runs as often as it is planned.
  ///
  /// - Parameters:
  ///   - name: the name by which it is planned, and by which `jobs` and a store know it. No two schedules have the same.
  ///   - formerly: names that it had before, under which a store may have planned it.
  ///   - body: writes by the world's `add`, `change` and `remove`, as a command does.
  public init(
    _ name: String, formerly: String..., run body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    schedule = Schedule(name, isNamed: true, formerly, .whenPlanned, body)
  }

  public func declare(in declarations: inout Declarations) { schedule.declare(in: &declarations) }
}

/// A body that a world declares, and when it runs.
struct Schedule: Sendable {
  /// The plan with which a session begins.
  enum Plan: Sendable {
    case every(Int)
    case after(Int)
    case at(Int)
    /// No plan: the world's code plans it.
    case whenPlanned

    /// The number of ticks, or the tick; `nil` without a plan.
    var ticks: Int? {
      switch self {
      case .every(let ticks), .after(let ticks), .at(let ticks): ticks
      case .whenPlanned: nil
      }
    }
  }

  let name: String
  /// A Boolean value that indicates whether the name says more than the plan.
  let isNamed: Bool
  /// Names that it had before.
  let formerNames: [String]
  let plan: Plan
  let body: @Sendable (Simulation) throws -> Void

  init(
    _ name: String, isNamed: Bool, _ formerNames: [String], _ plan: Plan,
    _ body: @escaping @Sendable (Simulation) throws -> Void
  ) {
    self.name = name
    self.isNamed = isNamed
    self.formerNames = formerNames
    self.plan = plan
    self.body = body
  }

  func declare(in declarations: inout Declarations) {
    if name.isEmpty { declarations.problems.append("a schedule has an empty name") }
    if declarations.session.schedules.contains(where: { $0.name == name }) {
      declarations.problems.append(
        "two schedules are called “\(name)”: a store finds them by name, so rename one")
    }
    // A store tells the two apart by nothing else.
    for other in declarations.session.schedules {
      for shared in [name] + formerNames
      where (shared != name || other.name != name) && ([other.name] + other.formerNames).contains(shared) {
        declarations.problems.append(
          "the schedules “\(other.name)” and “\(name)” are or were both called “\(shared)”: a store cannot tell them apart"
        )
      }
    }
    if let ticks = plan.ticks, !Self.range.contains(ticks) {
      declarations.problems.append(
        "the schedule “\(name)” is for \(ticks), which is out of range: from \(Self.range.lowerBound) to \(Self.range.upperBound)"
      )
    }
    declarations.session.schedules.append(self)
  }

  /// The ticks for which something can be planned; long enough for any scenario and far from overflow.
  static let range = 1...1_000_000_000
}

/// A declared schedule that the session or its store has planned once: it is not planned again, whether it is done, is taken back or
/// is still to come.
struct BegunSchedule: Model {
  /// The name of the schedule.
  let id: String

  static let schema = Simulator.Schema<BegunSchedule>(
    "begun", plural: "", label: { $0.id }, isInternal: true, restoring: Restoring { BegunSchedule(id: $0) }
  ) {
    Field("name", \.id)
  }
}
