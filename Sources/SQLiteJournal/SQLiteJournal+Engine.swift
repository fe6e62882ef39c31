public import Journaling

extension JournalEngine {
  /// The engine of journals in SQLite files, whose addresses are paths.
  public static let sqlite = JournalEngine(schemes: [], example: "FILE") {
    (address, owner, isMade) throws(JournalError) in
    try SQLiteJournal(address.text, owner: owner, isMade: isMade)
  }
}
