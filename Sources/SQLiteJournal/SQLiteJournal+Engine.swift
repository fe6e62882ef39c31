public import Journaling

extension JournalEngine {
  /// Journals in SQLite files, by their paths.
  public static let sqlite = JournalEngine(schemes: [], example: "FILE") {
    (address, owner, isMade) throws(JournalError) in
    try SQLiteJournal(address.text, owner: owner, isMade: isMade)
  }
}
