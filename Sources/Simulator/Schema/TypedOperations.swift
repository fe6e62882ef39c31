public import AutoUpdate
public import TextViews

/// What commits run for every kind: closures made where the model's type is known, so that the compiler specialises
/// them. Made elsewhere, they would find out at each call how such a model is handled.
public struct TypedOperations<Object: Storable>: Sendable {
  /// Makes the kind's table in a store, or finds it.
  @usableFromInline let makeTable: @Sendable (DataStore) -> Table<Object>
  /// Tells of each change of a table, before anybody observes it.
  @usableFromInline let follow:
    @Sendable (Table<Object>, _ tell: @escaping (Object?, Object?) -> Void) -> TableFollower<Object>
  /// Visits what the open transaction changed.
  @usableFromInline let forEachOpenChange:
    @Sendable (Table<Object>, (Object?, Object?) throws -> Void) throws -> Void
  /// A live query in an order that is known at run time.
  @usableFromInline let makeQuery:
    @Sendable (Table<Object>, @escaping (Object) -> Bool, @escaping (Object, Object) -> Bool) -> LiveQuery<
      Object
    >
  /// A list view of a live query.
  @usableFromInline let makeList:
    @Sendable (ViewPath, @escaping () -> LiveQuery<Object>, Int, Console, @escaping () -> Cell<Object>) ->
      ListView<Object>

  /// The operations of the type, for a ``Schema``.
  @inlinable
  public init() {
    makeTable = { $0.table(of: Object.self) }
    follow = { table, tell in
      TableFollower(table) { changes in
        for change in changes { tell(change.before, change.after) }
      }
    }
    forEachOpenChange = { table, body in try table.forEachOpenChange(body) }
    makeQuery = { table, condition, isBefore in
      LiveQuery(table, where: condition, by: { $0 }, inOrder: isBefore)
    }
    makeList = { path, query, height, console, makeCell in
      ListView(path, of: query(), height: height, on: console, makeCell: makeCell)
    }
  }
}
