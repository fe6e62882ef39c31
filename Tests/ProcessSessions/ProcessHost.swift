public import Scenarios

extension ReplayHost {
  /// A host whose scenarios are lines of a shell; see ``ProcessSession``.
  ///
  /// It makes no session in a confined replay: set `ReplayOptions.isRestricted` to `false` for scenarios that one
  /// wrote oneself. A `# hash:` line is the checksum of all files in the folder.
  ///
  /// - Parameters:
  ///   - programs: absolute paths of folders in which programs are looked for first.
  ///   - variables: set for all commands.
  public static func processes(
    programs: [String] = [], variables: [String: String] = [:]
  ) -> ReplayHost {
    var host = ReplayHost { request in
      guard !request.isRestricted else { throw ConfinedError() }
      return try ProcessSession(programs: programs, variables: variables)
    }
    host.hashCommand = "find . -type f -exec cksum {} + | sort | cksum"
    return host
  }
}

private struct ConfinedError: Error, CustomStringConvertible {
  var description: String { "a confined replay starts no programs" }
}
