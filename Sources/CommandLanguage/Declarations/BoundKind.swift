/// The objects of one kind that a host has, by their numbers. Hosts subclass it.
open class BoundKind {
  /// A kind without objects.
  public init() {}

  /// The objects' numbers, in the order that a selection without `by` has.
  open func numbers() -> [Int] { [] }

  /// The number of the object of a name, in UTF-8; `nil` when there is none.
  open func find(_ name: Span<UInt8>) -> Int? { nil }

  /// A number that changes whenever a name may have become another object's, and what is made of an object in an argument
  /// another value; `nil`, as by default, where that cannot be told.
  ///
  /// While it stays, a command in a loop keeps the objects that its arguments name.
  open var nameVersion: Int? { nil }

  /// The numbers of the objects whose properties have some values, found by an index; `nil`, as by default, where there is none for these
  /// properties or values. Then every object is asked.
  ///
  /// - Parameters:
  ///   - properties: the places of the properties, each once.
  ///   - values: a value for each property.
  ///   - makesIndex: whether to make an index where there is none, as the question will be asked again.
  open func numbers(where properties: [Int], are values: [Value], makesIndex: Bool) -> Set<Int>? { nil }

  /// Makes a cursor, which must not keep the host.
  open func makeCursor() -> RowCursor { RowCursor() }
}

/// Stands on one object of a kind and reads it. Hosts subclass it.
///
/// A host may also put it on a model that is not, or no longer, in a table.
open class RowCursor {
  /// A cursor that stands on no object yet.
  public init() {}

  /// Moves to the object of a number; returns `false` when there is none.
  open func move(_ number: Int) -> Bool { false }

  /// The value of the property at a place; none while the cursor stands on no object.
  open func read(_ property: Int) -> Value { .none }

  /// A property that is made while the host runs, asked after the declared ones.
  open func child(_ name: Span<UInt8>) -> Value? { nil }

  /// The number of the current object, which expressions call `it`; `nil` when the host cannot tell it.
  open var number: Int? { nil }

  /// The current object's name, as it is shown.
  open var name: String { "" }
}
