import CommandLanguage
import Journaling
import TerminalText

/// A copier of stores, to another engine or another address.
enum StoreCopy {
  /// Copies a store to a new one: the same objects and steps, with the same numbers.
  ///
  /// - Returns: a message with the numbers of steps and objects.
  /// - Throws: an `Explanation`; the new store is then empty.
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

  /// Writes the contents of a store to a new one.
  ///
  /// - Throws: an `Explanation`; the new store is then empty.
  static func write(
    _ content: JournalContent, of source: JournalAddress, to target: JournalAddress, owner: String,
    engines: [JournalEngine]
  ) throws {
    try explaining(source) { () throws(JournalError) in
      // The copy would not show that something is missing.
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
