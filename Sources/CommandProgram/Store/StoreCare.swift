import CommandLanguage
import Journaling
import Simulator
import TerminalText

/// Resolves the differences between a store's schema and the program's.
struct StoreCare<World: ProgramWorld> {
  let world: World
  let address: JournalAddress
  let engines: [JournalEngine]

  /// Runs the migrations of the program, after a copy was written.
  ///
  /// - Returns: lines that say what changed, or would change.
  /// - Throws: an `Explainable`; the store is unchanged then.
  func migrate(isDryRun: Bool) throws -> [String] {
    try withStore { keeping in
      var copy: JournalAddress?
      let lines = try keeping.migrate(isDryRun: isDryRun) { copy = try writeCopy(of: $0) }
      if isDryRun { return lines + ["nothing was changed: this was a dry run"] }
      return lines + (copy.map { ["the store before this is \(Quoting.message($0.shown.raw))"] } ?? [])
    }
  }

  /// Drops what the store holds of kinds or fields, where that is meant.
  ///
  /// - Returns: lines that say what changed.
  /// - Throws: an `Explainable`; what the lines before it told is changed.
  func accept(_ subjects: [String]) throws -> [String] {
    try withStore { keeping in try subjects.flatMap { try keeping.accept($0) } }
  }

  private func withStore(_ body: (KeepingService) throws -> [String]) throws -> [String] {
    let session = try world.makeSession(seed: nil)
    guard let simulation = session.host as? Simulation else {
      throw Explanation("this world cannot be kept in a store")
    }
    let journal: any Journal
    do { journal = try engines.open(address, owner: world.name, isMade: false) } catch {
      throw Explanation("the store \(Quoting.message(address.shown.raw)): \(error)")
    }
    try simulation.keeping.open(journal)
    defer { try? simulation.keeping.close() }
    return try withExtendedLifetime(session) { try body(simulation.keeping) }
  }

  /// Writes a copy beside the store, under the first name that is free.
  private func writeCopy(of content: JournalContent) throws -> JournalAddress {
    for number in 1...Self.copyCountMax {
      let copy = address.copy(number, owner: world.name)
      if try !isFree(copy) { continue }
      try StoreCopy.write(content, of: address, to: copy, owner: world.name, engines: engines)
      return copy
    }
    throw Explanation("there are already \(Self.copyCountMax) copies of the store: remove some")
  }

  /// Returns a Boolean value that indicates whether nothing has a name but an empty store, which a copy that failed leaves.
  ///
  /// - Throws: an error that other names would have too.
  private func isFree(_ copy: JournalAddress) throws(Explanation) -> Bool {
    do throws(JournalError) {
      let content = try engines.open(copy, owner: world.name, isMade: false).load(
        numbers: 0, translation: { _ in JournalTranslation() })
      return content.last == 0 && content.objects.isEmpty && content.damage == nil
    } catch {
      switch error {
      // The copy itself finds why it cannot be written.
      case .noJournal, .disconnected, .missing, .noEngine: return true
      case .busy, .full, .conflict, .failed:
        throw Explanation("the store \(Quoting.message(copy.shown.raw)): \(error)")
      default: return false
      }
    }
  }

  private static var copyCountMax: Int { 1_000 }
}

extension JournalAddress {
  /// The address of a copy of the store: `board.store.copy-1`, or the same of the store's name on a server.
  func copy(_ number: Int, owner: String) -> JournalAddress {
    let ending = ".copy-\(number)"
    if scheme == nil { return JournalAddress(text + ending) }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var parameters = parts.dropFirst().joined().split(separator: "&").map(String.init)
    if let place = parameters.lastIndex(where: { $0.hasPrefix("store=") }) {
      parameters[place] += ending
    } else {
      parameters.append("store=\(owner)\(ending)")
    }
    return JournalAddress("\(parts[0])?\(parameters.joined(separator: "&"))")
  }
}
