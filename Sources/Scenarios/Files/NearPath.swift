import TerminalText

extension ScenarioFiles {
  /// Returns the message about a failure; for a missing file, it suggests one with a similar name.
  public func message(of failure: FileFailure) -> String {
    guard failure.reason == .missing, let near = nearest(to: failure.path) else { return "\(failure)" }
    return "\(failure), did you mean “\(near)”?"
  }

  /// A path that leads somewhere, of which each name is the one that was written or near to it; `nil` where none does.
  private func nearest(to path: FilePath) -> FilePath? {
    var found: FilePath = path.isAbsolute ? "/" : "."
    for part in path.bytes.split(separator: UInt8(ascii: "/")) {
      let name = FilePath(bytes: part)
      if (try? stamp(found.joined(name))) == nil {
        guard let near = nearest(to: name, in: found) else { return nil }
        found = found.joined(near)
      } else {
        found = found.joined(name)
      }
    }
    return found
  }

  private func nearest(to name: FilePath, in folder: FilePath) -> FilePath? {
    // What is no UTF-8 cannot be typed.
    let names = ((try? list(folder)) ?? []).compactMap { String(validating: $0.name.bytes, as: UTF8.self) }
    // A scenario may be named without its ending.
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return
      (sorted.first { $0 == name.text + FilePath.scenarioEnding }
      ?? NearNames.nearest(to: name.text, among: sorted))
      .map { FilePath($0) }
  }
}
