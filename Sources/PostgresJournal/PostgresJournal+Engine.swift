public import Journaling

extension JournalEngine {
  /// Journals in PostgreSQL databases, by `postgresql://` addresses.
  public static let postgresql = JournalEngine(
    schemes: ["postgresql", "postgres"], example: "postgresql://HOST/DATABASE?store=NAME"
  ) { (address, owner, isMade) throws(JournalError) in
    try PostgresJournal(address, owner: owner, isMade: isMade)
  }
}
