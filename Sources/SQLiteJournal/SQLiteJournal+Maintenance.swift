public import Journaling
public import TerminalText

extension SQLiteJournal {
  /// Returns the size of the journal.
  ///
  /// - Complexity: O(*n*), where *n* is the number of steps.
  public func size() throws(JournalError) -> JournalSize {
    JournalSize(
      stepCount: try database.number("SELECT count(DISTINCT number) FROM step"), byteCount: try byteCount())
  }

  private func byteCount() throws(JournalError) -> Int {
    try database.number("PRAGMA page_count") * database.number("PRAGMA page_size")
  }

  /// Drops the steps before the newest `numbers` step numbers, and frees their space.
  ///
  /// - Returns: the size of the file in bytes before and after.
  /// - Throws: `JournalError.busy` if another program has written under a schema that was not read yet.
  public func compact(keeping numbers: Int) throws(JournalError) -> (before: Int, after: Int) {
    let before = try byteCount()
    // The steps of other connections are not merged here. The store's `StoreJournal` does that.
    try database.begin(beginStatement)
    let (hasNews, end): (Bool, Int)
    do throws(JournalError) {
      hasNews = try currentVersion() != version
      if hasNews, try readSchemaNumber() != schemaNumber { throw .busy }
      try readNames()
      let state = try readState()
      marks.snapshot = state.snapshot
      try moveSnapshot(to: state.present)
      let newest = try database.number(
        "SELECT coalesce(max(number), 0) FROM step WHERE serial <= \(state.present)")
      end = try database.number(
        "SELECT coalesce(max(serial), 0) FROM step WHERE serial <= \(state.present) AND number <= \(newest - numbers)"
      )
      if end > 0 {
        try database.run("DELETE FROM step WHERE serial <= \(end); UPDATE state SET base = \(end)")
      }
      try database.run("COMMIT")
    } catch {
      database.rollBack()
      writer.names.clear()
      marks.snapshot = (try? readState().snapshot) ?? marks.snapshot
      throw error
    }
    writer.names.keep()
    // If others have written, the next read returns their steps, or a gap if these were dropped.
    if !hasNews { marks.base = max(marks.base, end) }
    // The steps are dropped even if there is no space to rewrite the file. In that case, later steps use the free
    // pages.
    try? database.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    return (before, (try? byteCount()) ?? before)
  }

  /// Returns the problems of the file, each with its location; empty if the file is intact.
  ///
  /// - Complexity: linear in the size of the file.
  public func problems() throws(JournalError) -> [UntrustedText] {
    var problems: [UntrustedText] = []
    do {
      let rows = try database.prepare("PRAGMA integrity_check(20)")
      while try rows.step() {
        let line = rows.text(0) ?? "a page cannot be read"
        if line != "ok" { problems.append(UntrustedText(line)) }
      }
    } catch .damaged(let index) {
      problems.append(index)
    }
    do {
      try readNames()
      let state = try readState()
      let rows = try readSteps(after: state.base)
      if let problem = rows.problem { problems.append(problem) }
      problems += StepCheck.problems(of: rows.steps)
      _ = try readObjects()
    } catch .damaged(let index) {
      problems.append(index)
    }
    return problems
  }
}
