/// A change of one model by a transaction: its value before and after.
public struct Change<Model: Storable>: Equatable, Sendable {
  /// The value before; `nil` if the model was inserted.
  public let before: Model?
  /// The value after; `nil` if the model was removed.
  public let after: Model?

  /// Creates a change from one value to another; `nil` stands for no model.
  @inlinable
  public init(before: Model?, after: Model?) {
    self.before = before
    self.after = after
  }

  /// The change in the opposite direction.
  public var inverted: Change { Change(before: after, after: before) }
}

/// A change of a model of any type.
public protocol AnyChange: Sendable {
  /// The type of the model that changed.
  associatedtype Model: Storable
  /// The value before; `nil` if the model was inserted.
  var before: Model? { get }
  /// The value after; `nil` if the model was removed.
  var after: Model? { get }
  /// The change in the opposite direction.
  var inverted: Self { get }
  /// Creates a change from one value to another; `nil` stands for no model.
  init(before: Model?, after: Model?)
}

extension Change: AnyChange {}

extension AnyChange {
  func isEqual(to other: any AnyChange) -> Bool {
    guard let other = other as? Self else { return false }
    return before == other.before && after == other.after
  }
}

/// The changes of one transaction: the values of each changed model before and after it.
///
/// The changes are grouped by table. The tables, and the models of a table, are in the order of their first write. The
/// change set of a step that consists of several transactions contains their changes one after another.
public struct ChangeSet: Sendable {
  /// The reason for the transaction.
  public let cause: String
  /// The changes. A transaction has one for each model that it changed.
  public let changes: [any AnyChange]

  /// Creates a change set with these changes, in this order.
  public init(cause: String, changes: [any AnyChange]) {
    self.cause = cause
    self.changes = changes
  }

  /// Returns the changes of one type of model, in their order.
  public func changes<Model: Storable>(of type: Model.Type) -> [Change<Model>] {
    changes.compactMap { $0 as? Change<Model> }
  }

  /// Returns the change set in the opposite direction: every change inverted, the last one first.
  public func inverted(cause: String) -> ChangeSet {
    ChangeSet(cause: cause, changes: changes.reversed().map { $0.inverted })
  }
}

extension ChangeSet: Equatable {
  /// Returns a Boolean value that indicates whether the causes and all changes are equal, in the same order.
  public static func == (left: ChangeSet, right: ChangeSet) -> Bool {
    left.cause == right.cause && left.changes.count == right.changes.count
      && zip(left.changes, right.changes).allSatisfy { $0.isEqual(to: $1) }
  }
}
