internal import StoreMemory

/// A receiver of what a store commits, such as a journal, which keeps it outside of the store.
///
/// The store calls it before each outermost transaction, with each commit, and when a transaction has ended with all its
/// answers.
package protocol CommitSink: AnyObject {
  /// A transaction is about to be opened while none is. The sink may run transactions of its own before.
  ///
  /// - Throws: why the transaction may not be opened.
  func prepare() throws(StoreError)
  /// Checks the open transaction, which is the program's own, after the store's validator.
  ///
  /// - Throws: why the transaction cannot be committed.
  func validate() throws(StoreError)
  /// Takes note of a commit before it is delivered.
  func keep(_ commit: LoggedCommit, as role: CommitRole)
  /// A transaction has ended, with all its answers.
  ///
  /// - Throws: why it is not kept; the store notes the fault.
  func finish() throws(StoreError)
}

/// A commit in the log of a store. It may be read until it leaves the log: see ``DataStore/pinLog(from:)``.
package struct LoggedCommit {
  let core: StoreCore
  let parts: Range<Int>

  /// The cause of the transaction.
  package var cause: String { core.shared.content.read { $0.log.cause(of: parts.lowerBound) } }

  /// The numbers of the tables that changed, in the order of first touch.
  package var tables: [Int] {
    core.shared.content.read { content in
      parts.compactMap { content.log.parts[$0].table < 0 ? nil : Int(content.log.parts[$0].table) }
    }
  }
}

/// The role of a commit in the history.
package enum CommitRole {
  /// A step of its own; `number` is the history's, if the store has one, which may have forgotten the step already.
  case step(number: Int?)
  /// Part of the last step.
  case answer
  /// The store went to another point of its history.
  case move
  /// The store went back, and the steps from there on are no more.
  case takeBack

  var isMove: Bool {
    switch self {
    case .move, .takeBack: true
    case .step, .answer: false
    }
  }
}

/// The origin of a transaction's changes.
package enum CommitSource {
  /// The program itself.
  case own
  /// Loaded changes: they are not a step, and are not validated.
  case restored
  /// A step that was made elsewhere: valid there, with its answers.
  case foreign
}
