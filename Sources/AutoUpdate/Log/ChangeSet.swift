/// The change of one model in a transaction: its value before and its value after.
public struct Change<Model: Storable>: Equatable, Sendable {
  /// `nil` when the model was inserted.
  public let before: Model?
  /// `nil` when the model was removed.
  public let after: Model?

  /// A change from one value to another; `nil` stands for no model.
  public init(before: Model?, after: Model?) {
    self.before = before
    self.after = after
  }

  /// The change that leads back.
  public var inverted: Change { Change(before: after, after: before) }
}

/// A change of whichever type of model.
public protocol AnyChange: Sendable {
  /// The type of the model that changed.
  associatedtype Model: Storable
  /// `nil` when the model was inserted.
  var before: Model? { get }
  /// `nil` when the model was removed.
  var after: Model? { get }
  /// The change that leads back.
  var inverted: Self { get }
  /// A change from one value to another.
  init(before: Model?, after: Model?)
}

extension Change: AnyChange {}

extension AnyChange {
  func isEqual(to other: any AnyChange) -> Bool {
    guard let other = other as? Self else { return false }
    return before == other.before && after == other.after
  }
}

/// The changes of one transaction: the value of each model before and after, net of intermediate writes, table by
/// table and within each in the order of first touch.
public struct ChangeSet: Sendable {
  /// The cause of the changes, as the transaction gave it.
  public let cause: String
  /// The changes, one for each model.
  public let changes: [any AnyChange]

  /// A change set with these changes, in this order.
  public init(cause: String, changes: [any AnyChange]) {
    self.cause = cause
    self.changes = changes
  }

  /// A Boolean value that indicates whether nothing changed.
  public var isEmpty: Bool { changes.isEmpty }

  /// The changes of one type of model, in their order.
  public func changes<Model: Storable>(of type: Model.Type) -> [Change<Model>] {
    changes.compactMap { $0 as? Change<Model> }
  }

  /// The change set that leads back: every change inverted, the last one first.
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
