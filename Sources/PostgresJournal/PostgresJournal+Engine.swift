public import Journaling

extension JournalEngine {
  /// The engine of journals in PostgreSQL databases, with `postgresql://` addresses.
  public static let postgresql = JournalEngine(
    schemes: ["postgresql", "postgres"], example: "postgresql://HOST/DATABASE?store=NAME"
  ) { (address, owner, isMade) throws(JournalError) in
    try PostgresJournal(address, owner: owner, isMade: isMade)
  }
}
