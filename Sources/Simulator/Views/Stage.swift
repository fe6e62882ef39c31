import AutoUpdate
public import TextViews

/// The views of a session, in the order of their declaration, and behind them the watches.
///
/// Which screens are open and what is watched are models; the stage follows them, so that undoing a command
/// undoes what it did to the views too. Lists are told, and print, in the order of the views, however they
/// came to be there: so the same commands print the same again after an undo.
public final class Stage: SessionService {
  /// The views that are declared.
  private(set) var declared: [any StagedView] = []
  /// Make the declared views once more.
  private(set) var makers: [(Simulation) -> any StagedView] = []
  /// Views that commands made, behind the others.
  var added: [any StagedView] = []
  /// Brings ``added`` up to the store.
  var arrangeAdded: () -> Void = {}
  /// The sources that the stage follows.
  private var sources: [any Monitored] = []
  private var monitor: Monitor?
  private var paths: [ViewPath] = []
  private var numbers: [ViewPath: Int] = [:]
  private let console: Console
  private let store: DataStore
  /// Says when a view changes; there once somebody read one who wants to know that.
  private var source: StoreSource?
  /// The source of an earlier run of the session, in which somebody read one.
  private var spareSource: StoreSource?
  /// The number of times that arranging views was put off until those are known that they read.
  private var leftCount = 0
  /// Arranges them.
  private var lateMonitor: Monitor?
  private var isLate = false
  /// The facts that were known when a session began: whether a view had been read, and how many paths had numbers.
  private var initial = (isRead: false, pathCount: 0)

  init(on console: Console, of store: DataStore) {
    self.console = console
    self.store = store
  }

  /// The outermost views.
  public var views: [TextView] {
    noteRead()
    return staged.map(\.view)
  }

  var staged: [any StagedView] { declared + added }

  /// The names by which expressions find the outermost of the declared views.
  var rootNames: [String] { declared.map { "\($0.view.path)" } }

  /// Adds a declared view below the others.
  ///
  /// - Parameter make: makes the same view once more.
  func add(_ view: any StagedView, made make: @escaping (Simulation) -> any StagedView) {
    if declared.isEmpty {
      declared.reserveCapacity(8)
      makers.reserveCapacity(8)
    }
    declared.append(view)
    makers.append(make)
  }

  /// Lets the stage follow another table.
  func follow(_ source: any Monitored) { sources.append(source) }

  /// Shows the views, once all are there.
  ///
  /// Labels that stand alone are told before the stage is, and those in screens after it: of a screen that closes,
  /// nothing is printed but that it did.
  func begin() {
    var isReady = false
    for view in declared where view.asGroup == nil { view.begin() }
    monitor = Monitor(sources, name: "stage") { [unowned self] in
      if isReady { arrange() }
    }
    for view in declared where view.asGroup != nil { view.begin() }
    isReady = true
    arrange()
    initial = (source != nil, paths.count)
  }

  public func reset() {
    while paths.count > initial.pathCount { numbers[paths.removeLast()] = nil }
    (leftCount, isLate) = (0, false)
    guard !initial.isRead, let source else { return }
    (spareSource, self.source, lateMonitor) = (source, nil, nil)
    console.onViewChange = nil
  }

  /// Returns whether a list that reads what the views show has to wait until these are known; it is arranged again then.
  func waitsForViews() -> Bool {
    guard let source, store.isDelivering, !isLate else { return false }
    leftCount += 1
    source.noteChange()
    return true
  }

  private func arrange() {
    arrangeAdded()
    /// A Boolean value that indicates whether a list before the next one has just been registered, and would be
    /// called after it.
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

  /// Tells the live query, live value or condition that is being evaluated that it read what the views show.
  func noteRead() {
    guard store.isNotingReads else { return }
    if source == nil {
      let made = spareSource ?? StoreSource(in: store)
      console.onViewChange = { made.noteChange() }
      source = made
      let left = LiveValue(in: store) { [unowned self] in
        made.noteRead()
        return leftCount
      }
      lateMonitor = Monitor([left], name: "stage") { [unowned self] in
        guard leftCount > 0 else { return }
        isLate = true
        arrange()
        isLate = false
      }
    }
    source?.noteRead()
  }

  /// Returns whether what the views show was read.
  func isRead(in reads: Reads) -> Bool { source?.isRead(in: reads) ?? false }

  /// Runs `body`, which shows views that nobody reads.
  func unnoticed<Result>(_ body: () -> Result) -> Result {
    let onChange = console.onViewChange
    console.onViewChange = nil
    defer { console.onViewChange = onChange }
    return body()
  }

  // MARK: Finding

  /// The view with a path; `nil` when there is none.
  public func view(_ path: String) -> TextView? {
    noteRead()
    return view(ViewPath(path))
  }

  func view(_ path: ViewPath) -> TextView? {
    for view in staged {
      if let found = view.view.find(path) { return found }
    }
    return nil
  }

  /// A staged view, and the one around it.
  func find(_ path: String) -> (view: any StagedView, around: (any StagedGroup)?)? {
    let path = ViewPath(path)
    for view in staged {
      if view.view.path == path { return (view, nil) }
      guard let group = view.asGroup else { continue }
      for part in group.parts where part.view.path == path { return (part, group) }
    }
    return nil
  }

  /// The list of a path: of a screen, its first one.
  func list(_ path: String) -> (list: any StagedList, around: (any StagedGroup)?)? {
    guard let (view, around) = find(path) else { return nil }
    if let list = view.asList { return (list, around) }
    guard let group = view.asGroup else { return nil }
    return group.firstList.map { ($0, group) }
  }

  /// All views, each before those in it.
  var all: [TextView] {
    func below(_ view: TextView) -> [TextView] { [view] + view.subviews.flatMap(below) }
    return staged.map(\.view).flatMap(below)
  }

  // MARK: Views as values

  /// The lasting number of a path.
  func number(of path: ViewPath) -> Int {
    if let number = numbers[path] { return number }
    numbers[path] = paths.count
    paths.append(path)
    return paths.count - 1
  }

  func view(numbered number: Int) -> TextView? { paths.indices.contains(number) ? view(paths[number]) : nil }
}

extension Simulation {
  /// The session's views.
  public var stage: Stage { service { Stage(on: $0.console, of: $0.store) } }
}

extension Declarations {
  /// Adds an outermost view, which a session makes when the parts before it are made.
  mutating func stage(_ make: @escaping @Sendable (Simulation) -> any StagedView) {
    installs.append { $0.stage.add(make($0), made: make) }
  }
}
