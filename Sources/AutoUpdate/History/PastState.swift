internal import StoreMemory

/// The contents of a store at a point of its history, read without moving the store.
///
/// ```swift
/// let past = store.pastState()
/// while let step = past.stepBack() {
///   print(step.cause, past["arthur", in: heroes]?.hp ?? 0)   // before that step
/// }
/// ```
///
/// It begins at the present and goes step by step, also into steps that were undone. It rests on the
/// changes of those steps alone: it costs what they changed, whatever the store holds. The steps are those of
/// when it was made; what the store does later does not change what it shows.
public final class PastState {
  private let core: StoreCore
  /// The steps of when it was made.
  private let steps: Range<Int>
  private var reader: PastReader?
  /// The step after the point, as ``History/present`` counts.
  public private(set) var position: Int
  /// The models that differ between the point and the store as it stands, as they are at the point.
  private var models: [ModelKey: (any Storable)?] = [:]

  init(core: StoreCore) {
    self.core = core
    (steps, position) = core.shared.content.read { ($0.log.steps, $0.log.present) }
    let reader = PastReader(of: steps) { [weak self] changes in
      for change in changes { self?.keep(change) }
    }
    self.reader = reader
    core.shared.content.modify { content in
      content.pastReaders.removeGone()
      content.pastReaders.append(reader)
    }
  }

  /// Goes to the point before the previous step and returns what that step changed, in its order;
  /// `nil` when no earlier step is kept.
  @discardableResult
  public func stepBack() -> ChangeSet? {
    guard let changes = changes(of: position - 1) else { return nil }
    position -= 1
    for change in changes.changes.reversed() { set(change.inverted) }
    return changes
  }

  /// Goes to the point after the next step and returns what that step changed; `nil` at the end.
  @discardableResult
  public func stepForward() -> ChangeSet? {
    guard let changes = changes(of: position) else { return nil }
    position += 1
    for change in changes.changes { set(change) }
    return changes
  }

  private func changes(of step: Int) -> ChangeSet? {
    steps.contains(step) ? reader?.dropped[step] ?? core.changeSet(of: step) : nil
  }

  /// The model with this identity at the point.
  public subscript<Model: Storable>(id: Model.ID, in table: Table<Model>) -> Model? {
    guard let known = models[ModelKey(Model.self, id)] else { return table.committed(id) }
    return known as? Model
  }

  private func set(_ change: some AnyChange) {
    guard let key = change.key else { return }
    models.updateValue(change.after, forKey: key)
  }

  private func keep(_ change: some AnyChange) {
    guard let key = change.key, models[key] == nil else { return }
    models.updateValue(change.before, forKey: key)
  }
}

extension DataStore {
  /// The present state, from which one can go through the history without moving the store.
  public func pastState() -> PastState { PastState(core: core) }
}

/// A reader of the past while the store goes on; the store holds it weakly.
final class PastReader {
  /// Called with what a commit changed: it is not any more what it was.
  let note: ([any AnyChange]) -> Void
  /// The steps that have left the log since the reader was made.
  fileprivate(set) var dropped: [Int: ChangeSet] = [:]
  /// The steps of when it was made.
  fileprivate let steps: Range<Int>

  init(of steps: Range<Int>, _ note: @escaping ([any AnyChange]) -> Void) {
    self.steps = steps
    self.note = note
  }
}

extension StoreCore {
  private var pastReaders: ContiguousArray<PastReader> {
    shared.content.modify { content in
      var readers: ContiguousArray<PastReader> = []
      if !content.pastReaders.isEmpty { content.pastReaders.append(to: &readers) }
      return readers
    }
  }

  /// Tells those who read the past of the current commit. They hash identities, which is code of a user.
  func notePast() {
    let readers = pastReaders
    guard !readers.isEmpty, let current = shared.content.read({ $0.current }) else { return }
    let changes = changes(in: current)
    for reader in readers { reader.note(changes) }
  }

  /// Hands the steps that are kept to those who read the past, as some may leave the log.
  ///
  /// - Complexity: O(changes of the history) once for each reader, as long as it lives.
  func handOverHistory() {
    for reader in pastReaders {
      for step in reader.steps where reader.dropped[step] == nil {
        reader.dropped[step] = changeSet(of: step)
      }
    }
  }
}
