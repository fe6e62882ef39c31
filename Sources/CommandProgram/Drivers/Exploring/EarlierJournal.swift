import Journaling
import Simulator
import TerminalText

/// A journal that a session writes as an earlier version of its world would have written it.
///
/// Only one session may use the journal, because the contents that it reads have the earlier names.
final class EarlierJournal: Journal {
  private let base: any Journal
  private let version: EarlierVersion

  init(_ base: any Journal, _ version: EarlierVersion) { (self.base, self.version) = (base, version) }

  func commit(_ batch: JournalBatch) throws(JournalError) { try base.commit(version.written(batch)) }

  // MARK: Unchanged

  var name: UntrustedText { base.name }
  var session: Int { base.session }

  func read(
    numbers: Int, translation: ([JournalSchema]) -> JournalTranslation, movesObjects: Bool
  ) throws(JournalError) -> JournalContent {
    try base.read(numbers: numbers, translation: translation, movesObjects: movesObjects)
  }

  func begin() throws(JournalError) -> RemoteSteps? { try base.begin() }
  func cancel() { base.cancel() }
  func news() throws(JournalError) -> RemoteSteps? { try base.news() }
  func listen() -> Int32? { base.listen() }
  func takeSignal() -> JournalSignal { base.takeSignal() }
  func fill(with content: JournalContent) throws(JournalError) { try base.fill(with: content) }
  func size() throws(JournalError) -> JournalSize { try base.size() }
  func problems() throws(JournalError) -> [UntrustedText] { try base.problems() }
  func compact(keeping numbers: Int) throws(JournalError) -> (before: Int, after: Int) {
    try base.compact(keeping: numbers)
  }
}
