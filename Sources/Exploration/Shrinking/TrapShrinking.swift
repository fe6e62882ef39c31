/// Makes lines fewer that end a program: what they say is known, and not what they were made up of.
public enum TrapShrinking {
  /// The shortest lines that still end it.
  public static func shrunk(_ lines: [String], isStill: @escaping ([String]) -> Bool) -> [String] {
    var shrinker = Shrinker([], trials: { _, _ in [] }, isStill: { isStill($0.map(\.text)) })
    shrinker.runCountMax = 300
    return shrinker.shrink(lines.map { Invocation(line: $0) }).map(\.text)
  }
}
