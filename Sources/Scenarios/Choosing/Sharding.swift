/// Deals scenarios out to shards, the same way on every machine that has the same files and times.
enum Sharding {
  /// The paths of one shard, in their order. Every path belongs to exactly one of the shards.
  ///
  /// With times, the longest come first and each goes to the shard that has the least so far (Graham,
  /// 1969: at most 4/3 of the best); a path without a time counts as the median. Without any, the paths
  /// are dealt in turn. O(n log n + n · shards).
  static func paths(
    _ paths: [FilePath], shard: ReplayOptions.Shard, timings: [FilePath: UInt64]
  ) -> Set<FilePath> {
    let known = paths.compactMap { timings[$0] }.sorted()
    guard !known.isEmpty else {
      return Set(paths.enumerated().filter { $0.offset % shard.count == shard.index - 1 }.map(\.element))
    }
    let median = known[known.count / 2]
    let byLength = paths.map { (path: $0, ns: timings[$0] ?? median) }.sorted {
      $0.ns != $1.ns ? $0.ns > $1.ns : $0.path < $1.path
    }
    var loads = [UInt64](repeating: 0, count: shard.count)
    var chosen: Set<FilePath> = []
    for item in byLength {
      var least = 0
      for index in loads.indices where loads[index] < loads[least] { least = index }
      // At least 1, or scenarios without a measurable time would all go to one shard.
      loads[least] = loads[least].addingReportingOverflow(max(1, item.ns)).partialValue
      if least == shard.index - 1 { chosen.insert(item.path) }
    }
    return chosen
  }
}
