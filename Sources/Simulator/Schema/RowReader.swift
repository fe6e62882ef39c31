public import AutoUpdate
public import CommandLanguage

/// Stands on one object of a kind and reads its fields: what the language's cursors go by.
@usableFromInline
struct RowReader<Object: Model> {
  /// Makes the object of a number the current one; `false` when it is gone.
  let move: (Int) -> Bool
  /// The value of the field at a place; of the current object, or none.
  let read: (Int) -> Value
  /// The number of the current object.
  let number: () -> Int?

  @inlinable
  init(
    _ current: CurrentRow<Object>, _ table: Table<Object>, _ numbers: ObjectNumbers<Object>,
    _ schema: Schema<Object>
  ) {
    self.init(
      move: { number in
        current.row = numbers.id(of: number).flatMap { table[$0] }
        return current.row != nil
      },
      read: { place in
        guard let object = current.row, schema.fields.indices.contains(place) else { return .none }
        return schema.fields[place].read(object)
      },
      number: { current.row.map { numbers.number(of: $0.id) } })
  }

  @usableFromInline
  init(
    move: @escaping (Int) -> Bool, read: @escaping (Int) -> Value, number: @escaping () -> Int?
  ) {
    self.move = move
    self.read = read
    self.number = number
  }
}
