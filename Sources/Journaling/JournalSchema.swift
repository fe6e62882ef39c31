/// A schema by which steps of a journal were written.
public struct JournalSchema: Sendable, Equatable {
  /// Its place among the schemas of the journal, from 1.
  public let number: Int
  /// The serial of the last step before the schema.
  public let since: Int
  /// The serial of the last step that changed the objects for the schema: no undo goes back behind it. 0 without one.
  public let barrier: Int
  /// The schema as JSON, which people can read.
  public let text: String

  /// A schema as a journal keeps it.
  public init(number: Int, since: Int, barrier: Int = 0, text: String) {
    self.number = number
    self.since = since
    self.barrier = barrier
    self.text = text
  }
}

/// The program's side of a journal's schemas.
///
/// A host that has a schema sets ``StoreJournal/evolution`` before the journal is loaded.
public struct JournalEvolution {
  /// The program's schema as JSON.
  public let text: String
  /// Returns the present names of what was written by each schema.
  public let translation: (_ schemas: [JournalSchema]) -> JournalTranslation

  /// The schema of a program.
  ///
  /// - Parameters:
  ///   - text: the schema as JSON.
  ///   - translation: returns the present names of what was written by each schema; called before anything is read.
  public init(text: String, translation: @escaping (_ schemas: [JournalSchema]) -> JournalTranslation) {
    self.text = text
    self.translation = translation
  }
}
