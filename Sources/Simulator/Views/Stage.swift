import AutoUpdate
public import TextViews

/// The views of a session: the declared views in order, followed by the watches.
///
/// The open screens and the watches are models that the stage follows, so that undoing a command also undoes its effect
/// on views. Lists observe the store and print in the order of the views, regardless of when each list began to
/// observe. So the same commands print the same again after an undo.
public final class Stage: SessionService {
  private(set) var declared: [any StagedView] = []
  private(set) var makers: [(Simulation) -> any StagedView] = []
  /// The views that commands created, which follow the declared ones.
  var added: [any StagedView] = []
  var arrangeAdded: () -> Void = {}
  private var sources: [any Monitored] = []
  private var monitor: Monitor?
  /// The declared views, each before its subviews. The index of a view is its number, which never changes.
  private var permanent: ContiguousArray<TextView> = []
  private var paths: [ViewPath] = []
  private var numbers: [ViewPath: Int] = [:]
  private let console: Console
  private let store: DataStore
  private let visibility: OnDemandSource
  private let labels: OnDemandSource
  private let rows: OnDemandSource
  private let deferrals: OnDemandSource
  /// The number of times that a list was deferred until the views that it reads are up to date.
  private var deferralCount = 0
  /// The monitor that arranges deferred lists.
  private var lateMonitor: Monitor?
  private var isLate = false
  /// The number of paths when the session began.
  private var initialPathCount = 0

  init(on console: Console, of store: DataStore) {
    self.console = console
    self.store = store
    let visibility = OnDemandSource(in: store)
    let (labels, rows) = (OnDemandSource(in: store), OnDemandSource(in: store))
    (self.visibility, self.labels, self.rows) = (visibility, labels, rows)
    deferrals = OnDemandSource(in: store)
    console.onViewChange = { aspect, view in
      switch aspect {
      case .visibility: visibility.noteChange(of: view.number)
      case .labels: labels.noteChange(of: view.number)
      case .rows: rows.noteChange(of: view.number)
      }
    }
  }

  /// The top-level views.
  public var views: [TextView] {
    noteReadOfContents()
    return staged.map(\.view)
  }

  var staged: [any StagedView] { declared + added }

  var declaredPaths: [String] { declared.map { "\($0.view.path)" } }

  /// Appends a declared view.
  ///
  /// - Parameter make: Creates the same view again.
  func add(_ view: any StagedView, made make: @escaping (Simulation) -> any StagedView) {
    if declared.isEmpty {
      declared.reserveCapacity(8)
      makers.reserveCapacity(8)
    }
    declared.append(view)
    makers.append(make)
  }

  func follow(_ source: any Monitored) { sources.append(source) }

  /// Shows the views after all have been added.
  ///
  /// Labels outside screens observe the store before the stage does, and views in screens after it. So a screen that
  /// closes prints only that it closed.
  func begin() {
    permanent = ContiguousArray(declared.flatMap { Self.preorder($0.view) })
    for (number, view) in permanent.enumerated() { view.number = number }
    paths = permanent.map(\.path)
    numbers = Dictionary(zip(paths, paths.indices)) { first, _ in first }
    var isReady = false
    for view in declared where view.asScreen == nil { view.begin() }
    monitor = Monitor(sources, name: "stage") { [unowned self] in
      if isReady { arrange() }
    }
    for view in declared where view.asScreen != nil { view.begin() }
    isReady = true
    arrange()
    keepInitialReads()
    initialPathCount = paths.count
  }

  /// Records the present reads of views as those that exist at the beginning of each session.
  func keepInitialReads() {
    for source in aspects + [deferrals] { source.keepInitial() }
  }

  public func reset() {
    while paths.count > initialPathCount { numbers[paths.removeLast()] = nil }
    isLate = false
    for source in aspects + [deferrals] { source.reset() }
    // Create a new monitor: the present one would not report a count that returns to its earlier value.
    if !isRead { (lateMonitor, deferralCount) = (nil, 0) }
  }

  /// Returns a Boolean value that indicates whether a list that reads views must wait until they are up to date. If so,
  /// it is arranged again later.
  func waitsForViews() -> Bool {
    guard lateMonitor != nil, store.isDelivering, !isLate else { return false }
    deferralCount += 1
    deferrals.noteChange()
    return true
  }

  private func arrange() {
    arrangeAdded()
    // Indicates whether a preceding list has just begun to observe the store, and so would be called after the next
    // list.
    var isBehind = false
    for view in staged {
      if view.follow() {
        isBehind = true
      } else if isBehind {
        view.moveToEndOfOrder()
      }
    }
  }

  // MARK: Reading

  private var aspects: [OnDemandSource] { [visibility, labels, rows] }

  private var isRead: Bool { visibility.isRead || labels.isRead || rows.isRead }

  /// Records that the live query, live value or condition being evaluated read an aspect of a view.
  ///
  /// - Parameter view: A view that exists as long as the session; `nil` for all views and the set of views itself.
  func noteRead(of aspect: Console.ViewAspect, in view: TextView?) {
    guard store.isNotingReads else { return }
    switch aspect {
    case .visibility: visibility.noteRead(of: view?.number)
    case .labels: labels.noteRead(of: view?.number)
    case .rows: rows.noteRead(of: view?.number)
    }
    if lateMonitor == nil { makeLateMonitor() }
  }

  func noteReadOfContents() {
    for aspect in [.visibility, .labels, .rows] as [Console.ViewAspect] { noteRead(of: aspect, in: nil) }
  }

  private func makeLateMonitor() {
    let count = LiveValue(in: store) { [unowned self] in
      deferrals.noteRead()
      return deferralCount
    }
    lateMonitor = Monitor([count], name: "stage") { [unowned self] in
      guard deferralCount > 0 else { return }
      isLate = true
      arrange()
      isLate = false
    }
  }

  func isRead(in reads: Reads) -> Bool {
    visibility.isRead(in: reads) || labels.isRead(in: reads) || rows.isRead(in: reads)
  }

  /// Runs a closure that shows views without reporting their changes.
  func unnoticed<Result>(_ body: () -> Result) -> Result {
    let onChange = console.onViewChange
    console.onViewChange = nil
    defer { console.onViewChange = onChange }
    return body()
  }

  // MARK: Finding

  /// Returns the view with a path; `nil` if there is none.
  public func view(_ path: String) -> TextView? {
    noteReadOfContents()
    return view(ViewPath(path))
  }

  func view(_ path: ViewPath) -> TextView? {
    if let view = permanent.first(where: { $0.path == path }) { return view }
    for view in added {
      if let found = view.view.find(path) { return found }
    }
    return nil
  }

  func find(_ path: String) -> (view: any StagedView, around: StagedScreen?)? {
    let path = ViewPath(path)
    for view in staged {
      if view.view.path == path { return (view, nil) }
      guard let screen = view.asScreen else { continue }
      for part in screen.parts where part.view.path == path { return (part, screen) }
    }
    return nil
  }

  /// The paths of the views that ``find(_:)`` returns, each screen before its parts.
  var drawablePaths: [String] {
    staged.flatMap { view in
      ([view.view.path] + (view.asScreen?.parts.map(\.view.path) ?? [])).map { "\($0)" }
    }
  }

  /// The paths that `scroll` accepts, each screen before its parts.
  var scrollablePaths: [String] {
    drawablePaths.filter { path in list(path).map { Self.canScroll($0, in: $1) } ?? false }
  }

  /// Returns a Boolean value that indicates whether a list can be scrolled. The state of a screen contains the position
  /// of its first list only.
  static func canScroll(_ list: any StagedList, in screen: StagedScreen?) -> Bool {
    screen == nil || screen?.firstList === list
  }

  func list(_ path: String) -> (list: any StagedList, around: StagedScreen?)? {
    guard let (view, around) = find(path) else { return nil }
    if let list = view.asList { return (list, around) }
    guard let screen = view.asScreen else { return nil }
    return screen.firstList.map { ($0, screen) }
  }

  var all: [TextView] { staged.flatMap { Self.preorder($0.view) } }

  private static func preorder(_ view: TextView) -> [TextView] { [view] + view.subviews.flatMap(preorder) }

  // MARK: Views as values

  /// Returns the number of a path, which never changes.
  func number(of path: ViewPath) -> Int {
    if let number = numbers[path] { return number }
    numbers[path] = paths.count
    paths.append(path)
    return paths.count - 1
  }

  /// Returns a Boolean value that indicates whether a number identifies a view that exists as long as the session.
  func isPermanent(_ number: Int?) -> Bool { number.map(permanent.indices.contains) ?? false }

  func view(numbered number: Int) -> TextView? {
    if permanent.indices.contains(number) { return permanent[number] }
    return paths.indices.contains(number) ? view(paths[number]) : nil
  }

  func number(ofViewAt path: ViewPath) -> Int? {
    permanent.firstIndex { $0.path == path } ?? view(path).map { number(of: $0.path) }
  }

  /// Returns the number of the view with a name, in UTF-8, in the view with a number; `nil` if there is none.
  func number(ofViewNamed name: Span<UInt8>, in outer: Int) -> Int? {
    guard let outer = view(numbered: outer)?.path else { return nil }
    if let number = permanent.firstIndex(where: { $0.path.isChild(name, of: outer) }) { return number }
    guard let name = try? UTF8Span(validating: name) else { return nil }
    return number(ofViewAt: outer.child(String(copying: name)))
  }
}

extension Simulation {
  /// The session's views.
  public var stage: Stage { service { Stage(on: $0.console, of: $0.store) } }
}

extension Declarations {
  /// Adds a top-level view, which a session creates after the parts before it.
  mutating func stage(_ make: @escaping @Sendable (Simulation) -> any StagedView) {
    installs.append { $0.stage.add(make($0), made: make) }
  }
}
