internal import StoreMemory

/// A receiver of a store's commits, such as a journal, which keeps them outside the store.
///
/// The store calls it before each outermost transaction, with each commit, and when a transaction and all responses to it
/// have ended.
package protocol CommitSink: AnyObject {
  /// Called before an outermost transaction is opened. The sink may first run transactions of its own.
  ///
  /// - Throws: the reason if the transaction must not be opened.
  func prepare() throws(StoreError)
  /// Checks the open transaction, which is the program's own, after the store's validator.
  ///
  /// - Throws: the reason if the transaction must not be committed.
  func validate() throws(StoreError)
  /// Receives a commit before it is delivered.
  func keep(_ commit: LoggedCommit, as role: CommitRole)
  /// Called when a transaction and all responses to it have ended.
  ///
  /// - Throws: the reason if the commits could not be kept; the store reports it as a fault.
  func finish() throws(StoreError)
}

/// A commit in the log of a store. It can be read until it leaves the log; see ``DataStore/pinLog(from:)``.
package struct LoggedCommit {
  let core: StoreCore
  let parts: Range<Int>

  /// The cause of the transaction.
  package var cause: String { core.shared.content.read { $0.log.cause(of: parts.lowerBound) } }

  /// The numbers of the changed tables, in the order of their first write.
  package var tables: [Int] {
    core.shared.content.read { content in
      parts.compactMap { content.log.parts[$0].table < 0 ? nil : Int(content.log.parts[$0].table) }
    }
  }
}

/// The role of a commit in the history.
package enum CommitRole {
  /// A new step; `number` is its number in the history, if the store keeps one. The history may have dropped it already.
  case step(number: Int?)
  /// A response, which is part of the last step.
  case response
  /// The store moved to another point of its history.
  case move
  /// The store moved back and dropped the steps from there on.
  case takeBack

  var isMove: Bool {
    switch self {
    case .move, .takeBack: true
    case .step, .response: false
    }
  }
}

/// The origin of a transaction's changes.
package enum CommitSource {
  /// The program itself.
  case own
  /// Loaded changes, which are no step and are not validated.
  case restored
  /// A step that another store made and validated, with the responses to it.
  case foreign
}
