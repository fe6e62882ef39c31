internal import StoreMemory

/// A receiver of a store's commits, such as a journal, which stores them elsewhere.
///
/// The store calls it before each outermost transaction, with each commit, and after a transaction with all responses
/// to it.
package protocol CommitSink: AnyObject {
  /// Called before an outermost transaction is opened. The sink may first run transactions of its own.
  ///
  /// - Throws: an error if the transaction must not be opened.
  func prepare() throws(StoreError)
  /// Checks the open transaction, whose changes come from the program itself. Called after the store's validator.
  ///
  /// - Throws: an error if the transaction must not be committed.
  func validate() throws(StoreError)
  /// Receives a commit before it is delivered.
  func keep(_ commit: LoggedCommit, as role: CommitRole)
  /// Called when a transaction and all responses to it have ended.
  ///
  /// - Throws: an error if the commits could not be stored. The store reports it as a fault.
  func finish() throws(StoreError)
}

/// A commit in the log of a store. It can be read until it is removed from the log; see ``DataStore/pinLog(from:)``.
package struct LoggedCommit {
  let core: StoreCore
  let parts: Range<Int>

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
  /// A new step. `number` is its number in the history, or `nil` if the store has no history. The history may have
  /// dropped the step already.
  case step(number: Int?)
  /// A response, which is part of the last step.
  case response
  /// A move of the store to another point of its history.
  case move
  /// A move back in the history that drops the undone steps.
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
  /// Changes that the program makes.
  case own
  /// Loaded changes, which are not a step and are not validated.
  case restored
  /// A step from another store, with all responses to it, which was validated there.
  case foreign
}
