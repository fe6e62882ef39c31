import CommandLanguage
import Journaling
import Simulator
import TerminalText

/// A resolver of the differences between the schemas of a store and of the program.
struct StoreMaintenance<World: ProgramWorld> {
  let world: World
  let address: JournalAddress
  let engines: [JournalEngine]

  /// Runs the migrations of the program, after writing a copy of the store.
  ///
  /// - Returns: lines that describe the changes.
  /// - Throws: an `Explainable`; the store is then unchanged.
  func migrate(isDryRun: Bool) throws -> [String] {
    try withStore { persistence in
      var copy: JournalAddress?
      let lines = try persistence.migrate(isDryRun: isDryRun) { copy = try writeCopy(of: $0) }
      if isDryRun { return lines + ["nothing was changed: this was a dry run"] }
      return lines + (copy.map { ["the store before this is \(Quoting.message($0.shown.raw))"] } ?? [])
    }
  }

  /// Drops the stored data of kinds, fields or objects.
  ///
  /// - Returns: lines that describe the changes.
  /// - Throws: an `Explainable`; the store is then unchanged.
  func accept(_ subjects: [String]) throws -> [String] {
    try withStore { persistence in try persistence.accept(subjects) }
  }

  private func withStore(_ body: (PersistenceService) throws -> [String]) throws -> [String] {
    let session = try world.makeSession(seed: nil)
    let (_, persistence) = try address.open(for: session, owner: world.name, engines, createsMissing: false)
    defer { try? persistence.close() }
    return try withExtendedLifetime(session) { try body(persistence) }
  }

  /// Writes a copy next to the store, under the first free name.
  private func writeCopy(of content: JournalContent) throws -> JournalAddress {
    for number in 1...Self.copyCountMax {
      let copy = address.copy(number, owner: world.name)
      if try !isFree(copy) { continue }
      try StoreCopy.write(content, of: address, to: copy, owner: world.name, engines: engines)
      return copy
    }
    throw Explanation("there are already \(Self.copyCountMax) copies of the store: remove some")
  }

  /// Returns whether the address of a copy is free. An empty store, which a failed copy leaves behind, counts as free.
  ///
  /// - Throws: an error that would also occur with any other name.
  private func isFree(_ copy: JournalAddress) throws(Explanation) -> Bool {
    do throws(JournalError) {
      let content = try engines.open(copy, owner: world.name, createsMissing: false).load(
        numbers: 0, translation: { _ in JournalTranslation() })
      return content.last == 0 && content.objects.isEmpty && content.damage == nil
    } catch {
      switch error {
      // In these cases, the attempt to write the copy reports the error.
      case .noJournal, .disconnected, .missing, .noEngine: return true
      case .busy, .full, .conflict, .failed:
        throw copy.explanation(of: error)
      default: return false
      }
    }
  }

  private static var copyCountMax: Int { 1_000 }
}

extension JournalAddress {
  /// Returns the address of a copy: `board.store.copy-1`, or the name of a store on a server with the same ending.
  func copy(_ number: Int, owner: String) -> JournalAddress {
    let ending = ".copy-\(number)"
    if scheme == nil { return JournalAddress(text + ending) }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var parameters = parts.dropFirst().joined().split(separator: "&").map(String.init)
    if let index = parameters.lastIndex(where: { $0.hasPrefix("store=") }) {
      parameters[index] += ending
    } else {
      parameters.append("store=\(owner)\(ending)")
    }
    return JournalAddress("\(parts[0])?\(parameters.joined(separator: "&"))")
  }
}
