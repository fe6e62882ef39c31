/// What a commit is to the history.
enum CommitRole {
  /// A step of its own; `number` is the history's, if the store has one, which may have forgotten the step already.
  case step(number: Int?)
  /// Part of the last step.
  case answer
  /// The store went to another point of its history.
  case move
  /// The store went back, and the steps from there on are no more.
  case takeBack
}

/// Keeps what a store commits outside of it.
protocol CommitKeeper: AnyObject {
  /// A transaction is about to be opened while none is. It may run transactions of its own before.
  ///
  /// - Throws: why the transaction may not be opened.
  func prepare() throws(StoreError)
  /// Takes note of a commit before it is delivered.
  func keep(_ commit: Commit, as role: CommitRole)
  /// A transaction has ended, with all its answers.
  func finish()
}

/// Where the changes of a transaction come from.
enum CommitSource {
  case own
  /// What is loaded: no step, and nobody is asked whether it is valid.
  case restored
  /// A step that was made elsewhere: valid there, with its answers.
  case foreign
}
