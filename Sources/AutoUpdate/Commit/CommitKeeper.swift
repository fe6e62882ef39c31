/// Keeps what a store commits outside of it, as in a journal.
///
/// The store asks it before each outermost transaction, hands it each commit, and tells it when a transaction has ended
/// with all its answers.
package protocol CommitKeeper: AnyObject {
  /// A transaction is about to be opened while none is. The keeper may run transactions of its own before.
  ///
  /// - Throws: why the transaction may not be opened.
  func prepare() throws(StoreError)
  /// Checks the open transaction, which is the program's own, after the store's validator.
  ///
  /// - Throws: why the transaction cannot be committed.
  func validate() throws(StoreError)
  /// Takes note of a commit before it is delivered.
  func keep(_ commit: KeptCommit, as role: CommitRole)
  /// A transaction has ended, with all its answers.
  ///
  /// - Throws: why it is not kept; the store notes the fault.
  func finish() throws(StoreError)
}

/// A commit as its keeper has it: its values live as long as this refers to them.
package struct KeptCommit {
  let commit: Commit

  /// The cause of the transaction.
  package var cause: String { commit.cause }

  /// The numbers of the tables that changed, in the order of first touch.
  package var tables: [Int] { commit.parts.map { Int($0.table) } }
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
