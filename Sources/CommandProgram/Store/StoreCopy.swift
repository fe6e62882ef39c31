import CommandLanguage
import Journaling
import Simulator
import TerminalText

/// A copier of stores, to another engine or another address.
enum StoreCopy {
  /// Copies a store to a new one, with the same objects and steps, and the same step numbers.
  ///
  /// - Returns: a message with the numbers of steps and objects.
  /// - Throws: an `Explanation`; the new store is then empty.
  static func run(
    from source: JournalAddress, to target: JournalAddress, owner: String, engines: [JournalEngine]
  ) throws -> String {
    let content = try source.reading {
      try engines.open(source, owner: owner, createsMissing: false).stored()
    }
    try write(content, of: source, to: target, owner: owner, engines: engines)
    let steps = Set(content.steps.map(\.number)).count
    return "\(English.count(steps, "step")) and \(English.count(content.presentCount, "object")) copied"
  }

  /// Writes the contents of a store to a new one.
  ///
  /// - Throws: an `Explanation`; the new store is then empty.
  static func write(
    _ content: JournalContent, of source: JournalAddress, to target: JournalAddress, owner: String,
    engines: [JournalEngine]
  ) throws {
    try source.reading {
      // A copy of a damaged store would hide that something is missing.
      if let damage = content.damage { throw JournalError.damaged(at: damage) }
    }
    try target.explaining { () throws(JournalError) in
      try engines.open(target, owner: owner).fill(with: content)
    }
  }
}

extension JournalAddress {
  /// Returns the result of `body`, and adds the address to the message of its error.
  func explaining<Result>(_ body: () throws(JournalError) -> Result) throws(Explanation) -> Result {
    do { return try body() } catch { throw explanation(of: error) }
  }

  /// Returns the result of `body`.
  ///
  /// - Throws: an ``UnreadableStore`` for each error that has an explanation.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as JournalError {
      throw UnreadableStore(explanation: explanation(of: error))
    } catch let error as any Explainable {
      throw UnreadableStore(explanation: error.explanation)
    }
  }

  func explanation(of error: JournalError) -> Explanation {
    Explanation("the store \(Quoting.message(shown.raw)): \(error)")
  }

  /// Opens the store, and connects it to the persistence service of a session.
  func open(
    for session: CommandSession, owner: String, _ engines: [JournalEngine], createsMissing: Bool
  ) throws -> (any Journal, PersistenceService) {
    guard let simulation = session.host as? Simulation else {
      throw Explanation("this world cannot be kept in a store")
    }
    try simulation.persistence.checkKinds()
    return try reading {
      let journal = try engines.open(self, owner: owner, createsMissing: createsMissing)
      try simulation.persistence.open(journal)
      return (journal, simulation.persistence)
    }
  }
}

/// The error for a store that cannot be opened or read.
struct UnreadableStore: Explainable {
  let explanation: Explanation
}
