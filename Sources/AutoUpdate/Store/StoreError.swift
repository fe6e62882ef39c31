/// An error of a store: a refused operation, or a failure that could not be thrown.
///
/// A refused transaction leaves nothing behind. Whatever is not thrown is in ``DataStore/faults``.
public indirect enum StoreError: Error, Equatable, Sendable {
  /// A transaction was begun while observers are told of another one; ``DataStore/respond(_:_:)`` queues it.
  case delivering(cause: String, of: String)
  /// A transaction was begun, or a write made, by a condition, a sort key, a comparison or a hash that the
  /// store was just asking.
  case evaluating(cause: String)
  /// Observers answered each other past the bound. The last cause is that of the refused answer; all before it
  /// are committed.
  case cascade(causes: [String], limit: Int)
  /// Observers answered one transaction with more than `limit` others; the answer `cause` is refused.
  case tooManyAnswers(cause: String, limit: Int)
  /// Observers of a commit changed a ``StoreSource`` again each time that they were told of its last change.
  case restless(cause: String, limit: Int)
  /// An answer threw an error, and left nothing behind.
  case answerFailed(cause: String, message: String)
  /// A transaction wrote to the table of another store, and left nothing behind.
  case foreignTable(model: String)
  /// A write was made through a transaction that had ended.
  case transactionEnded
  /// An update changed a model's identity; its transaction left nothing behind.
  case identityChanged(model: String)
  /// A step had more changes than ``History/limit`` allows: neither it nor anything before it can be undone.
  case stepTooLarge(cause: String, changeCount: Int, limit: Int)
  /// ``DataStore/validator`` refused a transaction with an error that could not be thrown.
  case invalid(message: String)
  /// The journal could not be read or written. What was committed is in memory.
  case journal(message: String)
  /// The history was asked to move while a transaction or a delivery is running.
  case busy
}

extension StoreError: CustomStringConvertible {
  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .delivering(let cause, let told):
      "“\(cause)” was begun while observers are told of “\(told)”; respond(_:_:) queues it"
    case .evaluating(let cause):
      "“\(cause)” was begun by a condition, a sort key or a comparison, which may only read"
    case .cascade(let causes, let limit):
      "observers wrote in answer to each other more than \(limit) times: \(Self.chain(causes))"
    case .tooManyAnswers(let cause, let limit):
      "observers answered one transaction with more than \(limit) others, the last of them “\(cause)”"
    case .restless(let cause, let limit):
      "what “\(cause)” shows changes what it shows, more than \(limit) times over"
    case .answerFailed(let cause, let message): "the answer “\(cause)” failed: \(message)"
    case .foreignTable(let model): "a transaction wrote to a table of \(model) in another store"
    case .transactionEnded: "a write was made through a transaction that had ended"
    case .identityChanged(let model): "an update changed the identity of a \(model)"
    case .stepTooLarge(let cause, let changeCount, let limit):
      "“\(cause)” made \(changeCount) changes, more than the \(limit) that the history keeps: nothing is left to undo"
    case .invalid(let message): "a transaction was refused: \(message)"
    case .journal(let message): message
    case .busy: "the history cannot move while a transaction or a delivery is running"
    }
  }

  private static func chain(_ causes: [String]) -> String {
    let shown = causes.count <= 6 ? causes[...] : causes.prefix(3) + ["…"] + causes.suffix(2)
    return shown.map { $0 == "…" ? $0 : "“\($0)”" }.joined(separator: " → ")
  }
}
