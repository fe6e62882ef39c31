/// Someone who is told when the state of a ``StateCenter`` changes.
///
/// A host gives it the names of its own state:
///
/// ```swift
/// protocol AppStateDelegate: StateDelegate<AppState> {
///   func appStateChanged(_ state: AppState)
/// }
/// extension AppStateDelegate {
///   func stateChanged(from old: AppState, to new: AppState) { appStateChanged(new) }
/// }
/// ```
public protocol StateDelegate<State>: AnyObject {
  associatedtype State: Equatable

  /// Called after the state changed; `old` and `new` are never equal.
  func stateChanged(from old: State, to new: State)
}

/// Holds a state and tells any number of delegates of each change, in the order of registration.
///
/// - An assignment of an equal state tells nobody.
/// - An assignment by a delegate that is being told waits: everyone hears of the first change before
///   anyone hears of the second. ``state`` is, at every call, the state that the call tells of.
/// - A delegate is held weakly and is itself its key. One that is removed or released while others
///   are told is not called any more; one that is added then hears of the next change first.
///
/// Where the truth is a model in a store, the centre follows it with ``follow(_:of:in:cause:)``.
public final class StateCenter<State: Equatable> {
  /// The state that every delegate was told of, or is being told of.
  public private(set) var state: State
  /// How many changes delegates may add to one assignment by answering it.
  public let cascadeLimit: Int
  /// Who wants to know which delegates are told; the centre keeps it.
  public var tracer: (any DeliveryTracer)?

  private var members = DelegateList<State>()
  private var waiting: [Assignment] = []
  private var isTelling = false
  /// The place in `waiting` of the change that is being told.
  private var told = 0
  /// The slot of the delegate that is being called.
  private var teller: Int?

  /// Takes assignments to where the truth is.
  var route: ((State) throws(CascadeError) -> Void)?
  /// What the centre follows.
  weak var leader: Subscription?

  private struct Assignment {
    let state: State
    /// The delegate whose answer it is.
    let author: String?
    /// The assignment that it answers, as a place in `waiting`.
    let parent: Int?
  }

  /// - Parameter cascadeLimit: how many changes delegates may add to one assignment.
  public init(_ state: State, cascadeLimit: Int = 100) {
    self.state = state
    self.cascadeLimit = cascadeLimit
  }

  // MARK: Delegates

  /// Registers a delegate, behind those that are; one that is registered keeps its place and name.
  ///
  /// - Parameters:
  ///   - delegate: held weakly.
  ///   - name: what ``delegateNames`` and errors call it; the name of its type when left out.
  /// - Returns: the state at this moment: there is no gap between reading it and being told.
  /// - Complexity: amortised O(1).
  @discardableResult
  public func add(_ delegate: any StateDelegate<State>, name: String? = nil) -> State {
    members.add(delegate, name: name, mayCompact: !isTelling)
    return state
  }

  /// Ends a delegate's registration; does nothing when it has none.
  ///
  /// - Complexity: amortised O(1).
  public func remove(_ delegate: any StateDelegate<State>) {
    members.remove(delegate, mayCompact: !isTelling)
  }

  /// The living delegates, in the order in which they are told.
  public var delegates: [any StateDelegate<State>] { members.living.map(\.delegate) }

  /// The names of the living delegates, in the order in which they are told.
  public var delegateNames: [String] { members.living.map(\.name) }

  /// How many places the delegates take, dead ones that were not yet cleared away included.
  var slotCount: Int { members.slots.count }

  // MARK: Assigning

  /// Sets the state and tells every delegate; within a call to a delegate, does so after that change
  /// is told.
  ///
  /// A centre that follows a store writes to the store, and is told by it.
  ///
  /// - Throws: ``CascadeError`` when delegates answered with more than ``cascadeLimit`` changes. The
  ///   change past the limit and those behind it are dropped; everyone was told of all before it. An
  ///   assignment by a delegate does not throw: the outermost one does.
  /// - Complexity: O(delegates) for each change.
  public func assign(_ new: State) throws(CascadeError) {
    if let route { try route(new) } else { try change(to: new) }
  }

  /// Sets the state and tells of it, whoever has the truth.
  func change(to new: State) throws(CascadeError) {
    guard !isTelling else {
      let author = teller.map { members.slots[$0].name }
      waiting.append(Assignment(state: new, author: author, parent: told))
      return
    }
    guard new != state else { return }
    isTelling = true
    waiting.append(Assignment(state: new, author: nil, parent: nil))
    let error = tellWaiting()
    waiting.removeAll(keepingCapacity: true)
    isTelling = false
    members.compact()
    if let error { throw error }
  }

  /// Tells of the waiting assignments in turn, until none is left or too many came.
  private func tellWaiting() -> CascadeError? {
    var changes = 0
    told = 0
    while told < waiting.count {
      let new = waiting[told].state
      if new != state {
        guard changes <= cascadeLimit else { return cascadeError() }
        changes += 1
        let old = state
        state = new
        tell(old, new)
      }
      told += 1
    }
    return nil
  }

  private func tell(_ old: State, _ new: State) {
    // Slots do not move while a telling runs; those added meanwhile lie behind the end.
    for place in members.slots.indices {
      guard let delegate = members.slots[place].delegate else { continue }
      teller = place
      if let tracer {
        tracer.tell(members.slots[place].name) { delegate.stateChanged(from: old, to: new) }
      } else {
        delegate.stateChanged(from: old, to: new)
      }
    }
    teller = nil
  }

  private func cascadeError() -> CascadeError {
    var causes: [String] = []
    var next: Int? = told
    while let place = next {
      let link = waiting[place]
      let state = String(describing: link.state)
      causes.append(link.author.map { "\($0): \(state)" } ?? state)
      next = link.parent
    }
    return CascadeError(causes: causes.reversed(), limit: cascadeLimit)
  }
}
