/// The objects of one kind in a host, identified by numbers. Hosts subclass it.
open class BoundKind {
  /// Creates a kind without objects.
  public init() {}

  /// Returns the numbers of the objects, in the order of a selection without `by`.
  open func numbers() -> [Int] { [] }

  /// A Boolean value that indicates whether there are no objects.
  open var isEmpty: Bool { numbers().isEmpty }

  /// Returns the number of the object with a name, given in UTF-8; `nil` if there is none.
  open func find(_ name: Span<UInt8>) -> Int? { nil }

  /// A number that changes whenever a name may refer to a different object, or an object in an argument may be
  /// converted to a different value; `nil`, the default, if the host doesn't track such changes.
  ///
  /// While the number is unchanged, a command in a loop reuses the objects that its arguments name.
  open var nameVersion: Int? { nil }

  /// Returns the numbers of the objects whose properties have the given values, found with an index; `nil`, the
  /// default, if there is no index for these properties or values. The caller then examines every object.
  ///
  /// - Parameters:
  ///   - properties: the distinct indices of the properties.
  ///   - values: a value for each property.
  ///   - makesIndex: whether to create a missing index, because the query will be repeated.
  open func numbers(where properties: [Int], are values: [Value], makesIndex: Bool) -> Set<Int>? { nil }

  /// Returns the numbers of the objects that the running command has added or changed, for conditions with `old(…)`;
  /// `nil`, the default, if no command is running.
  ///
  /// - Parameter properties: the names of the properties that the condition reads. If one of them depends on more than
  ///   its object, ``RowChanges/changed`` must be `nil`.
  open func changes(of properties: [String]) -> RowChanges? { nil }

  /// Creates a cursor, which must not retain the host.
  open func makeCursor() -> RowCursor { RowCursor() }
}

/// The numbers of the objects of a kind that a command has added or changed.
public struct RowChanges {
  /// The objects that did not exist before the command.
  public var added: Set<Int>
  /// The other changed objects; `nil` if any object may have changed.
  public var changed: Set<Int>?

  /// Creates a record of changes.
  public init(added: Set<Int> = [], changed: Set<Int>?) {
    self.added = added
    self.changed = changed
  }
}

/// A cursor that reads the objects of a kind, one at a time. Hosts subclass it.
///
/// A host may also move it to a model that is not in a table, such as a removed one.
open class RowCursor {
  /// Creates a cursor without an object.
  public init() {}

  /// Moves to the object with a number; returns `false` if there is none.
  open func move(_ number: Int) -> Bool { false }

  /// Returns the value of the property at an index; `none` if the cursor has no object.
  open func read(_ property: Int) -> Value { .none }

  /// Returns the value of a property that the host creates at run time; called if no declared property has the name.
  open func child(_ name: Span<UInt8>) -> Value? { nil }

  /// The number of the current object, which expressions call `it`; `nil` if the host cannot determine it.
  open var number: Int? { nil }

  /// The display name of the current object.
  open var name: String { "" }
}
