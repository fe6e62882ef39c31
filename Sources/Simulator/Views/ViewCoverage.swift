import TextViews

/// The coverage of views: the marks that each view can print, and each screen in each combination of circumstances.
enum ViewCoverage {
  static func parts(of declarations: Declarations) -> [CoveragePart] {
    let views = declarations.views
    var parts = [
      CoveragePart("views", cells: cells(of: views), begin: { $0.viewTally.begin() }) { $0.viewTally.marks }
    ]
    let circumstances = declarations.circumstances
    let screens = views.filter { $0.kind == .screen }
    if circumstances.isEmpty || screens.isEmpty { return parts }
    let name = circumstances.map { "\($0.name) × " }.joined() + "screen"
    parts.append(
      CoveragePart(
        name, cells: cells(of: screens, in: circumstances),
        begin: { $0.viewTally.begin(in: circumstances) }
      ) { $0.viewTally.screens })
    return parts
  }

  private static func cells(of views: [DeclaredView]) -> [String] {
    views.flatMap { view in view.marks.map { "\(view.path) \($0)" } }
      + ["+", "-", "~", "^"].map { "watch \($0)" }
  }

  private static func cells(of screens: [DeclaredView], in circumstances: [Circumstance]) -> [String] {
    var combinations = [""]
    for circumstance in circumstances {
      combinations = combinations.flatMap { outer in circumstance.words.map { "\(outer)\($0) " } }
    }
    return combinations.flatMap { outer in screens.map { outer + $0.path } }
  }
}

/// A record of the events of a session's views, and of the screens that are open when a command ends. Active only after
/// `begin` is called.
final class ViewUsage: CommandObserver, SessionService {
  private unowned let simulation: Simulation
  private var isOn = false
  private var hasHooks = false
  private var circumstances: [Circumstance] = []
  private(set) var marks: [String] = []
  private(set) var screens: [String] = []

  init(of simulation: Simulation) { self.simulation = simulation }

  func commandEnded() { look() }

  func reset() {
    if isOn { simulation.console.endRecording() }
    (isOn, circumstances, marks, screens) = (false, [], [], [])
  }

  func begin() {
    if isOn { return }
    isOn = true
    simulation.console.beginRecording()
    if !hasHooks {
      hasHooks = true
      simulation.onViewEvents.append { [unowned self] in note($0) }
      simulation.observeCommands(self)
    }
    look()
  }

  func begin(in circumstances: [Circumstance]) {
    self.circumstances = circumstances
    begin()
    look()
  }

  private func note(_ events: [ViewEvent]) {
    if !isOn { return }
    for event in events {
      // A view that the world does not declare is a watch, which may be gone.
      let isDeclared = simulation.stage.declared.contains { $0.view.find(event.path) != nil }
      let name = isDeclared ? event.path.description : "watch"
      marks.note("\(name) \(event.mark.character)")
    }
  }

  private func look() {
    if circumstances.isEmpty { return }
    let words = circumstances.compactMap { $0.word(simulation) }
    guard words.count == circumstances.count else { return }
    for case let screen as ScreenView in simulation.stage.views where screen.isOpen {
      screens.note((words + ["\(screen.path)"]).joined(separator: " "))
    }
  }
}

extension Simulation {
  /// The recorded events of the session's views.
  var viewTally: ViewUsage { service { ViewUsage(of: $0) } }
}
