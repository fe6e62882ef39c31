/// A model of the game that follows its documentation and shares no code with the program. It determines which commands
/// succeed, and their results.
struct GameModel {
  struct Unit: Equatable {
    var name: String
    var isTower: Bool
    var side: String
    var hp: Int
    var max: Int
    var status = "ready"
  }

  struct Job: Equatable {
    var number: Int
    var at: Int
    var interval: Int?
    var action: Action
  }

  struct Status: Equatable {
    var phase = "none"
    var opponent: String?
    var result: String?
  }

  /// The state that undo restores.
  struct State: Equatable {
    var units: [Unit] = []
    var game = Status()
    var server = Status()
    var serverFails = false
    var serverHolds = false
    var app = "ready true"
    var side = "attacker"
    var tick = 0
    var jobs: [Job] = []
    var lastJob = 0
    /// The selection of the watch; `nil` without a watch.
    var watch: Query?
  }

  struct Refused: Error {}

  private(set) var state = State()
  private var past: [State] = []
  private var undone: [State] = []
  /// Returns the hit points of a unit after an attack, which is the only random result.
  var hitPointsAfterBlow: (String) -> Int = { _ in 0 }

  static let after = [
    "ready": ["marching", "fighting", "wounded", "fallen"],
    "marching": ["ready", "fighting", "wounded", "fallen"],
    "fighting": ["ready", "marching", "wounded", "fallen"],
    "wounded": ["healing", "fallen"],
    "healing": ["ready", "wounded", "fallen"],
    "fallen": [],
  ]

  static let phases = ["none", "matching", "active", "postMortem"]

  /// Runs a command, and returns whether it succeeds. A failure changes nothing, apart from time that passed before a
  /// job failed.
  mutating func run(_ action: Action) -> Bool {
    switch action {
    case .undo(let count):
      guard count <= past.count else { return false }
      for _ in 0..<count { back() }
      return true
    case .redo(let count):
      guard count <= undone.count else { return false }
      for _ in 0..<count { forth() }
      return true
    case .goTo(let step):
      guard step <= past.count + undone.count else { return false }
      while past.count > step { back() }
      while past.count < step { forth() }
      return true
    case .tick(let ticks):
      let before = state
      let isWhole = pass(ticks)
      note(before)
      return isWhole
    default:
      let before = state
      do { try state.apply(action, hitPointsAfterBlow) } catch {
        state = before
        return false
      }
      note(before)
      return true
    }
  }

  private mutating func back() {
    undone.append(state)
    state = past.removeLast()
  }

  private mutating func forth() {
    past.append(state)
    state = undone.removeLast()
  }

  /// Records a step if the command changed something, and drops undone steps.
  private mutating func note(_ before: State) {
    guard before != state else { return }
    past.append(before)
    undone = []
  }

  /// Advances the time until a job fails.
  private mutating func pass(_ ticks: Int) -> Bool {
    let end = state.tick + ticks
    while true {
      let due = state.jobs.filter { $0.at <= end }.min { ($0.at, $0.number) < ($1.at, $1.number) }
      guard let job = due, let place = state.jobs.firstIndex(where: { $0.number == job.number }) else {
        break
      }
      state.tick = job.at
      if let interval = job.interval {
        state.jobs[place].at = job.at + interval
      } else {
        state.jobs.remove(at: place)
      }
      let before = state
      do { try state.apply(job.action, hitPointsAfterBlow) } catch {
        state = before
        return false
      }
    }
    state.tick = end
    return true
  }
}
