import TerminalText

extension ReplayRun {
  struct Chosen: Sendable {
    var entries: [Selection.Entry]
    /// A Boolean value that indicates whether there is nothing to run because none of the chosen scenarios failed
    /// last time.
    var nothingFailedBefore = false
  }

  /// Returns the scenarios that match the paths, tags, texts, last failures and shard of the options.
  func chosen() throws(RunError) -> Chosen {
    var selection: Selection
    do {
      selection = try Selection(files: files, root: options.root)
      for path in options.paths { try selection.add(path) }
    } catch {
      throw RunError(message: files.message(of: error, ofMissing: "file or folder"))
    }
    selection.finish()
    if selection.entries.isEmpty {
      throw RunError(message: "no “*\(FilePath.scenarioEnding)” file was found")
    }
    filterByHeader(&selection)
    if selection.entries.isEmpty { throw RunError(message: "no scenario matches: \(filters)") }
    if options.onlyFailed {
      let failed = Set(try failedBefore())
      selection.keep { failed.contains($0.path) }
      if selection.entries.isEmpty { return Chosen(entries: [], nothingFailedBefore: true) }
    }
    if let shard = options.shard {
      let mine = Sharding.paths(selection.entries.map(\.path), shard: shard, timings: try timings())
      selection.keep { mine.contains($0.path) }
    }
    return Chosen(entries: selection.entries)
  }

  private func filterByHeader(_ selection: inout Selection) {
    guard !options.tags.isEmpty || !options.matches.isEmpty else { return }
    selection.keep { entry in
      // An unreadable file stays selected, so that the run reports it.
      guard let header = ScenarioLoader.header(of: entry) else { return true }
      let hasTags = options.tags.allSatisfy { tag in
        tag.utf8.first == UInt8(ascii: "!")
          ? !header.tags.contains(String(decoding: tag.utf8.dropFirst(), as: UTF8.self))
          : header.tags.contains(tag)
      }
      return hasTags
        && options.matches.allSatisfy {
          Self.holds(entry.path.bytes, $0) || Self.holds(Array(header.claim.utf8), $0)
        }
    }
  }

  private static func holds(_ text: [UInt8], _ part: String) -> Bool {
    text.firstRange(of: Array(part.utf8)) != nil
  }

  private var filters: String {
    let filters = options.tags.map { "--tag \($0)" } + options.matches.map { "--match \($0)" }
    return Escaping.escaped(filters.joined(separator: " "))
  }

  private func failedBefore() throws(RunError) -> [FilePath] {
    guard let path = options.stateFile else { return [] }
    do {
      return RunRecords.failed(in: try files.read(path, byteCountMax: Transcript.byteCountMax))
    } catch {
      throw RunError(
        message: error.reason == .missing
          ? "--failed: there is no record of an earlier run" : error.description)
    }
  }

  private func timings() throws(RunError) -> [FilePath: UInt64] {
    guard let path = options.timingsFile else { return [:] }
    do {
      return RunRecords.timings(in: try files.read(path, byteCountMax: Transcript.byteCountMax))
    } catch {
      if error.reason == .missing { return [:] }
      throw RunError(message: error.description)
    }
  }
}
