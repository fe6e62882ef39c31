/// Chooses a run's scenarios by path, tag, text, last failure and shard.
struct RunSelection {
  private let options: ReplayOptions
  private let files: any ScenarioFiles

  init(_ run: ReplayRun) {
    options = run.options
    files = run.files
  }

  struct Chosen: Sendable {
    var entries: [Selection.Entry]
    var roots: [String]
    var failedBefore: [String] = []
    var timings: [String: UInt64] = [:]
  }

  func chosen() throws(RunError) -> Chosen {
    var selection = Selection(files: files)
    do {
      for path in options.paths { try selection.add(path) }
    } catch {
      throw RunError(message: error.description)
    }
    selection.finish()
    if selection.entries.isEmpty {
      throw RunError(message: "no “*\(ScenarioPath.fileEnding)” file was found")
    }
    filterByHeader(&selection)
    var chosen = Chosen(entries: [], roots: selection.roots)
    chosen.failedBefore = try failedBefore()
    if options.onlyFailed {
      let failed = Set(chosen.failedBefore)
      selection.keep { failed.contains($0) }
    }
    if selection.entries.isEmpty { throw RunError(message: "no scenario matches: \(wishes)") }
    chosen.timings = try timings()
    if let shard = options.shard {
      let mine = Sharding.paths(selection.entries.map(\.path), shard: shard, timings: chosen.timings)
      selection.keep { mine.contains($0) }
    }
    chosen.entries = selection.entries
    return chosen
  }

  private func filterByHeader(_ selection: inout Selection) {
    guard !options.tags.isEmpty || !options.matches.isEmpty else { return }
    var loader = ScenarioLoader(files: files, roots: [])
    selection.keep { path in
      // A file that cannot be read stays, so that the run reports it.
      guard let header = loader.header(of: path) else { return true }
      let hasTags = options.tags.allSatisfy { tag in
        tag.utf8.first == UInt8(ascii: "!")
          ? !header.tags.contains(String(decoding: tag.utf8.dropFirst(), as: UTF8.self))
          : header.tags.contains(tag)
      }
      return hasTags && options.matches.allSatisfy { path.contains($0) || header.claim.contains($0) }
    }
  }

  private var wishes: String {
    var wishes = options.tags.map { "--tag \($0)" } + options.matches.map { "--match \($0)" }
    if options.onlyFailed { wishes.append("--failed") }
    return Escaping.visible(wishes.joined(separator: " "))
  }

  private func failedBefore() throws(RunError) -> [String] {
    guard let path = options.stateFile else { return [] }
    do {
      return RunRecords.failed(in: try files.read(path, byteCountMax: ScenarioLoader.byteCountMax))
    } catch {
      if error.reason == .missing, !options.onlyFailed { return [] }
      throw RunError(
        message: error.reason == .missing ? "--failed: no earlier run is known" : error.description)
    }
  }

  private func timings() throws(RunError) -> [String: UInt64] {
    guard let path = options.timingsFile else { return [:] }
    do {
      return RunRecords.timings(in: try files.read(path, byteCountMax: ScenarioLoader.byteCountMax))
    } catch {
      if error.reason == .missing { return [:] }
      throw RunError(message: error.description)
    }
  }
}
