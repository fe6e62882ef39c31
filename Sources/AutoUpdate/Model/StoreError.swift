/// An error of a store: a refused operation, or a failure that could not be thrown.
///
/// A refused transaction changes nothing. An error that is not thrown is added to ``DataStore/faults``.
public indirect enum StoreError: Error, Equatable, Sendable {
  /// A transaction was begun during the delivery of another one. Use ``DataStore/respond(_:_:)`` to queue it.
  case delivering(cause: String, of: String)
  /// A transaction was begun, or a write was made, in a condition, a key, a validator or another closure that must not
  /// write, or in a comparison that the store made for a query or at the end of a transaction.
  ///
  /// The `==` and `hash(into:)` of models and identities must not write either. This is not checked when a read or a
  /// write calls them.
  case evaluating(cause: String)
  /// Transactions queued each other in a chain longer than the limit. The last cause is that of the refused
  /// transaction; all earlier ones are committed.
  case cascade(causes: [String], limit: Int)
  /// A transaction led to more than `limit` queued transactions. The one with this cause is refused.
  case tooManyResponses(cause: String, limit: Int)
  /// Observers of a ``StoreSource`` changed the source each time they were called, more often than the limit allows.
  /// The next delivery updates the readers of the source with the last change.
  case sourceChangedRepeatedly(cause: String, limit: Int)
  /// A queued transaction threw an error and changed nothing.
  case responseFailed(cause: String, message: String)
  /// A transaction wrote to a table of another store and changed nothing.
  case foreignTable(model: String)
  /// A write was made through a transaction that had ended.
  case transactionEnded
  /// An update changed a model's identity; its transaction changed nothing.
  case identityChanged(model: String)
  /// The closure of an update also wrote to the same model through the transaction, and the update would overwrite that
  /// write; its transaction changed nothing.
  case overlappingUpdate(model: String)
  /// A step had more changes than ``History/limit`` allows. Neither this step nor any earlier one can be undone.
  case stepTooLarge(cause: String, changeCount: Int, limit: Int)
  /// The ``DataStore/validator`` refused a transaction. The error that it threw could not be passed on.
  case invalid(message: String)
  /// The journal could not be read or written. Committed changes are in memory.
  case journal(message: String)
  /// A move through the history was requested during a transaction or a delivery.
  case busy
}

extension StoreError: CustomStringConvertible {
  /// The error as a sentence without a full stop.
  public var description: String {
    switch self {
    case .delivering(let cause, let delivered):
      "“\(cause)” was begun during the delivery of “\(delivered)”; respond(_:_:) queues it"
    case .evaluating(let cause):
      "“\(cause)” was begun by a condition, a sort key or a comparison, which may only read"
    case .cascade(let causes, let limit):
      "observers responded to each other more than \(Self.times(limit)): \(Self.chain(causes))"
    case .tooManyResponses(let cause, let limit):
      "observers responded to one transaction with more than \(limit) other\(limit == 1 ? "" : "s"), "
        + "the last of them “\(cause)”"
    case .sourceChangedRepeatedly(let cause, let limit):
      "observers of “\(cause)” changed what they observe more than \(Self.times(limit)) in a row"
    case .responseFailed(let cause, let message): "the response “\(cause)” failed: \(message)"
    case .foreignTable(let model): "a transaction wrote to a table of \(model) in another store"
    case .transactionEnded: "a write was made through a transaction that had ended"
    case .identityChanged(let model): "an update changed the identity of a model of type \(model)"
    case .overlappingUpdate(let model): "a model of type \(model) was written while an update was changing it"
    case .stepTooLarge(let cause, let changeCount, let limit):
      "“\(cause)” made \(changeCount) changes, more than the \(limit) that the history keeps: there is nothing to undo"
    case .invalid(let message): "a transaction was refused: \(message)"
    case .journal(let message): message
    case .busy: "the history cannot move while a transaction or a delivery is running"
    }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func chain(_ causes: [String]) -> String {
    let shown = causes.count <= 6 ? causes[...] : causes.prefix(3) + ["…"] + causes.suffix(2)
    return shown.map { $0 == "…" ? $0 : "“\($0)”" }.joined(separator: " → ")
  }
}
