/// A schema under which steps of a journal were written.
public struct JournalSchema: Sendable, Equatable {
  /// The number of the schema in the journal, from 1.
  public let number: Int
  /// The serial of the last step before the schema.
  public let since: Int
  /// The serial of the last step that migrated the objects to this schema, or 0. No undo goes back past it.
  public let barrier: Int
  /// The schema as readable JSON.
  public let text: String

  /// Creates a schema from the values that a journal stores.
  public init(number: Int, since: Int, barrier: Int = 0, text: String) {
    self.number = number
    self.since = since
    self.barrier = barrier
    self.text = text
  }
}

/// A program's schema, and its translation of names in a journal.
///
/// A host with a schema sets ``StoreJournal/evolution`` before it loads the journal.
public struct JournalEvolution {
  /// The program's schema as JSON.
  public let text: String
  /// Returns the translation to current names, given the schemas of a journal.
  public let translation: (_ schemas: [JournalSchema]) -> JournalTranslation
  /// Called with the content that was read. If it returns `true`, the journal is read again, because the translation
  /// depends on the objects.
  public var learn: (_ content: JournalContent) -> Bool = { _ in false }

  /// Creates the evolution to a program's schema.
  ///
  /// - Parameters:
  ///   - text: the schema as JSON.
  ///   - translation: returns the translation to current names, given the schemas of a journal; called before anything
  ///     is read.
  public init(text: String, translation: @escaping (_ schemas: [JournalSchema]) -> JournalTranslation) {
    self.text = text
    self.translation = translation
  }
}
