import Journaling
import TerminalText

/// A journal that cannot be read once something has been written to it.
final class OnceWrittenJournal: Journal {
  private let base: any Journal
  private var isWritten = false

  init(_ base: any Journal) { self.base = base }

  var name: UntrustedText { base.name }
  var session: Int { base.session }

  func read(
    numbers: Int, translation: ([JournalSchema]) -> JournalTranslation, movesObjects: Bool
  ) throws(JournalError) -> JournalContent {
    if isWritten { throw .damaged(at: "a page") }
    return try base.read(numbers: numbers, translation: translation, movesObjects: movesObjects)
  }

  func commit(_ batch: JournalBatch) throws(JournalError) {
    try base.commit(batch)
    isWritten = true
  }

  func begin() throws(JournalError) -> RemoteSteps? { try base.begin() }
  func cancel() { base.cancel() }
  func news() throws(JournalError) -> RemoteSteps? { try base.news() }
  func listen() -> Int32? { base.listen() }
  func takeSignal() -> JournalSignal { base.takeSignal() }
  func fill(with content: JournalContent) throws(JournalError) { try base.fill(with: content) }
  func size() throws(JournalError) -> JournalSize { try base.size() }
  func compact(keeping numbers: Int) throws(JournalError) -> (before: Int, after: Int) {
    try base.compact(keeping: numbers)
  }
  func problems() throws(JournalError) -> [UntrustedText] { try base.problems() }
}
