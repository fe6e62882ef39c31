public import AutoUpdate
public import TerminalText

/// The creation of a kind's models from their stored fields.
@usableFromInline
struct StoredModels<Model: Storable> {
  /// The names of all fields of the kind; `nil` if other fields are not set aside.
  @usableFromInline let fieldNames: Set<String>?
  @usableFromInline let update: ((inout Model, JournalChange, _ isInverted: Bool) -> Bool)?
  @usableFromInline let make: (JournalKey, JournalFields) throws -> Model

  @inlinable
  init(
    fieldNames: Set<String>?, update: ((inout Model, JournalChange, _ isInverted: Bool) -> Bool)?,
    make: @escaping (JournalKey, JournalFields) throws -> Model
  ) {
    self.fieldNames = fieldNames
    self.update = update
    self.make = make
  }

  /// Returns the model of an object; `nil` if the object has no fields or cannot be created from them.
  ///
  /// - Parameters:
  ///   - isLenient: whether an object with unreadable fields is created without them.
  ///   - leftovers: set to the parts of the object that the model does not hold.
  @inlinable
  func model(
    _ key: JournalKey, _ fields: [JournalField]?, _ isLenient: Bool, _ leftovers: inout Leftovers
  ) -> Model? {
    leftovers = Leftovers()
    guard let fields else { return nil }
    let unreadable = UnreadableFields()
    var model: Model?
    do {
      model = try make(key, isLenient ? JournalFields(fields, leavingOut: unreadable) : JournalFields(fields))
    } catch {
      leftovers.problem = UntrustedText("\(error)")
      _ = try? make(key, JournalFields(fields, leavingOut: unreadable))
    }
    leftovers.unreadable = unreadable.names
    if let fieldNames {
      // A removed field may still be stored without a value.
      leftovers.fields = fields.filter {
        $0.value != .none && !fieldNames.contains($0.name) || unreadable.names.contains($0.name)
      }
    }
    return model
  }

  /// Begins a walk through the history.
  @inlinable
  func walk(in table: Table<Model>) -> ModelWalk {
    let changes = PastChanges(of: table)
    var reached: ContiguousArray<Model?> = []
    return ModelWalk(
      changes,
      begin: { index, state in
        let model = self.model(state.key, state.fields, state.isLenient, &state.leftovers)
        if index == reached.count { reached.append(model) } else { reached[index] = model }
      },
      move: { index, change, isInverted, state in
        let old = reached[index]
        if let update, state.leftovers.isEmpty, change.mark == .updated, var model = old,
          update(&model, change, isInverted)
        {
          changes.append(model.id, model)
          reached[index] = model
          return true
        }
        let new = self.model(state.key, state.fields, state.isLenient, &state.leftovers)
        reached[index] = new
        guard let known = new ?? old else { return false }
        changes.append(known.id, new)
        return true
      })
  }
}

/// The models of a kind during a walk through the history, each in the state that the walk has reached, without their
/// static type.
@usableFromInline
final class ModelWalk {
  @usableFromInline typealias Begin = (_ index: Int, ObjectState) -> Void
  @usableFromInline typealias Move = (_ index: Int, JournalChange, _ isInverted: Bool, ObjectState) -> Bool

  /// The changes of the walk.
  let changes: AnyPastChanges
  /// Creates the model of an object before its first change in the walk. The indices of new objects are consecutive.
  let begin: Begin
  /// Records the change of an object to its new state.
  ///
  /// Returns `false` if there is no model before and after the change.
  let move: Move
  /// The number of objects that the walk has reached.
  fileprivate var count = 0
  /// The index of ``changes`` among the lists of the steps.
  fileprivate var list = 0

  @usableFromInline
  init(_ changes: AnyPastChanges, begin: @escaping Begin, move: @escaping Move) {
    (self.changes, self.begin, self.move) = (changes, begin, move)
  }
}

/// The state of an object that a walk through the history has reached.
@usableFromInline
final class ObjectState {
  @usableFromInline let key: JournalKey
  @usableFromInline var fields: [JournalField]?
  /// A Boolean value that indicates whether a model with unreadable fields is created without them.
  @usableFromInline var isLenient = false
  @usableFromInline var leftovers = Leftovers()
  /// A Boolean value that indicates whether the object is set aside.
  fileprivate var isSetAside = false
  /// A Boolean value that indicates whether some of its fields are set aside.
  fileprivate var hasSetAsideFields = false
  /// The walk of its kind, and the index of its model in it; `nil` before its first change, and if the program does
  /// not have the kind.
  fileprivate var model: (walk: ModelWalk, index: Int)?
  fileprivate var hasBegun = false

  fileprivate init(_ key: JournalKey, _ fields: [JournalField]?) { (self.key, self.fields) = (key, fields) }
}

/// A walk through the history of a journal that begins at the present and finds the changes of each step, as models
/// before and after it.
struct HistoryWalk {
  /// The steps so far.
  private(set) var steps: PastSteps
  private let kinds: KindSet
  private var objects: [JournalKey: ObjectState] = [:]
  /// The walk of each kind; `nil` before the kind's first change.
  private var walks: [ModelWalk?]
  private let setAside: PastChanges<SetAsideObject>
  private let setAsideFields: PastChanges<SetAsideFields>
  private let setAsideList: Int
  private let setAsideFieldsList: Int

  /// Begins a walk at the present.
  ///
  /// - Parameters:
  ///   - objects: the present objects.
  ///   - isBackward: whether the walk leads through the done steps, rather than the undone ones.
  init(from objects: [JournalObject], of kinds: KindSet, isBackward: Bool) {
    self.kinds = kinds
    walks = Array(repeating: nil, count: kinds.count)
    (setAside, setAsideFields) = (PastChanges(of: kinds.setAside), PastChanges(of: kinds.setAsideFields))
    steps = PastSteps(areDone: isBackward)
    (setAsideList, setAsideFieldsList) = (steps.add(setAside), steps.add(setAsideFields))
    self.objects.reserveCapacity(objects.count)
    for object in objects { self.objects[object.key] = ObjectState(object.key, object.fields) }
  }

  /// Walks over the next step.
  ///
  /// - Parameter isLenient: whether a model with unreadable fields is created without them.
  mutating func walk(over step: JournalStep, isLenient: Bool) {
    steps.append(cause: step.cause)
    for index in step.changes.indices {
      walk(over: step.changes[steps.areDone ? step.changes.count - 1 - index : index], isLenient: isLenient)
    }
  }

  private mutating func walk(over change: JournalChange, isLenient: Bool) {
    let object = object(change.key)
    if !object.hasBegun || object.isLenient != isLenient { begin(object, isLenient: isLenient) }
    change.apply(to: &object.fields, isInverted: steps.areDone)
    let model = object.model
    let isMoved = model.map { $0.walk.move($0.index, change, steps.areDone, object) } ?? false
    if steps.areDone { noteSetAside(object) }
    if isMoved, let model { steps.noteChange(in: model.walk.list) }
    if !steps.areDone { noteSetAside(object) }
  }

  private mutating func object(_ key: JournalKey) -> ObjectState {
    if let known = objects[key] { return known }
    let object = ObjectState(key, nil)
    objects[key] = object
    return object
  }

  /// Creates the state of an object before its first change, and again if it was created with the other leniency.
  private mutating func begin(_ object: ObjectState, isLenient: Bool) {
    object.isLenient = isLenient
    if !object.hasBegun { object.model = walk(ofKind: object.key.kind) }
    object.hasBegun = true
    if let model = object.model {
      model.walk.begin(model.index, object)
    } else {
      object.leftovers = Leftovers(problem: KindSet.noKind(object.key))
    }
    let (whole, fields) = object.leftovers.setAside(object.key, object.fields)
    (object.isSetAside, object.hasSetAsideFields) = (whole != nil, fields != nil)
  }

  /// Returns the walk of a kind, and the index of a new object in it; `nil` if the program does not have the kind.
  private mutating func walk(ofKind name: String) -> (walk: ModelWalk, index: Int)? {
    guard let kind = kinds.index(of: name) else { return nil }
    let walk = walks[kind] ?? kinds.kind(at: kind).walk()
    if walks[kind] == nil {
      walks[kind] = walk
      walk.list = steps.add(walk.changes)
    }
    defer { walk.count += 1 }
    return (walk, walk.count)
  }

  /// Records the changes of the set-aside parts of an object.
  private mutating func noteSetAside(_ object: ObjectState) {
    if object.leftovers.isEmpty, !object.isSetAside, !object.hasSetAsideFields { return }
    let (whole, fields) = object.leftovers.setAside(object.key, object.fields)
    if object.isSetAside || whole != nil {
      setAside.append(object.key, whole)
      steps.noteChange(in: setAsideList)
    }
    if object.hasSetAsideFields || fields != nil {
      setAsideFields.append(object.key, fields)
      steps.noteChange(in: setAsideFieldsList)
    }
    (object.isSetAside, object.hasSetAsideFields) = (whole != nil, fields != nil)
  }
}
