import CommandLanguage
import Journaling
import TerminalText

/// Copies a store to another engine, or to another place of the same.
enum StoreCopy {
  /// Writes what a store holds to a new one: the same objects and steps, with the same numbers.
  ///
  /// - Returns: what was done, as a sentence.
  /// - Throws: an `Explanation`; the new store is empty then.
  static func run(
    from source: JournalAddress, to target: JournalAddress, owner: String, engines: [JournalEngine]
  ) throws -> String {
    let content = try explaining(source) { () throws(JournalError) in
      try engines.open(source, owner: owner, isMade: false).load(
        numbers: .max, translation: { _ in JournalTranslation() })
    }
    try write(content, of: source, to: target, owner: owner, engines: engines)
    let steps = Set(content.steps.map(\.number)).count
    return "\(English.count(steps, "step")) and \(English.count(content.objects.count, "object")) copied"
  }

  /// Writes what a store holds to a new one.
  ///
  /// - Throws: an `Explanation`; the new store is empty then.
  static func write(
    _ content: JournalContent, of source: JournalAddress, to target: JournalAddress, owner: String,
    engines: [JournalEngine]
  ) throws {
    try explaining(source) { () throws(JournalError) in
      // A copy would hide what is missing.
      if let damage = content.damage { throw .damaged(at: damage) }
    }
    try explaining(target) { () throws(JournalError) in
      try engines.open(target, owner: owner).fill(with: content)
    }
  }

  private static func explaining<Result>(
    _ address: JournalAddress, _ body: () throws(JournalError) -> Result
  ) throws -> Result {
    do { return try body() } catch {
      throw Explanation("the store \(Quoting.message(address.shown.raw)): \(error)")
    }
  }
}
