/// A key for a model of any type: its type and its identity.
struct ModelKey: Hashable {
  let type: ObjectIdentifier
  let id: AnyHashable

  init<Model: Storable>(_ type: Model.Type, _ id: Model.ID) {
    self.type = ObjectIdentifier(type)
    self.id = AnyHashable(id)
  }
}

extension AnyChange {
  /// The key of the changed model; `nil` if there is no model before and after the change.
  var key: ModelKey? {
    (after ?? before).map { ModelKey(Model.self, $0.id) }
  }

  /// Returns this change and a later one of the same model, combined into one change.
  func joined(with later: any AnyChange) -> Self {
    guard let later = later as? Self else { return self }
    return Self(before: before, after: later.after)
  }

  var isVoid: Bool { before == after }
}

/// The net effect of many changes: for each model, its value before the first change and after the last one, in the
/// order of the first changes.
public struct NetChanges {
  private var order: [ModelKey] = []
  private var joined: [ModelKey: any AnyChange] = [:]

  /// Creates an empty net effect.
  public init() {}

  /// Adds later changes.
  public mutating func append(_ changes: ChangeSet) {
    for change in changes.changes { append(change) }
  }

  private mutating func append(_ change: some AnyChange) {
    guard let key = change.key else { return }
    if let earlier = joined[key] {
      joined[key] = earlier.joined(with: change)
    } else {
      order.append(key)
      joined[key] = change
    }
  }

  /// The net changes of the models that differ in the end.
  public var changes: [any AnyChange] {
    order.compactMap { key in
      joined[key].flatMap { $0.isVoid ? nil : $0 }
    }
  }
}

extension ChangeSet {
  /// The net changes as a change set.
  public var net: ChangeSet {
    var net = NetChanges()
    net.append(self)
    return ChangeSet(cause: cause, changes: net.changes)
  }
}
