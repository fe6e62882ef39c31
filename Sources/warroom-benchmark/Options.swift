/// What the user asked for.
struct Options {
  var isJSON = false
  var isQuick = false
  /// The works to be done; all when empty.
  var only: [String] = []
  /// The one size to be measured, instead of the usual ones.
  var size: Int?
  /// A part of the names of those who are measured; for a profiler's sake, as the next.
  var contender = ""
  /// How many operations a measurement makes, instead of as many as fill its time.
  var operations: Int?

  /// The war room's program, if not the one beside this program.
  var warroom: String?

  static let usage = """
    usage: warroom-benchmark [--quick] [--json] [--size=N] [--contender=TEXT] [--operations=N]
                            [--warroom=PATH] [S1 S2 …]
      --quick           a short run: it shows that everything works, its figures say little
      --json            data instead of a table
      --size=N          with N objects only
      --contender=TEXT  only those with this text in their name
      --operations=N    with N operations a measurement
      --warroom=PATH    the war room's program, if not the one beside this program
    """

  static let works = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"]

  /// - Returns: `nil` for words that are no options.
  init?(_ words: some Sequence<String>) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1)
      let value = parts.count == 2 ? String(parts[1]) : nil
      switch (parts.first, value) {
      case ("--json", nil): isJSON = true
      case ("--quick", nil): isQuick = true
      case ("--size", let value?):
        guard let number = Int(value), 1...1_000_000 ~= number else { return nil }
        size = number
      case ("--warroom", let value?): warroom = value
      case ("--contender", let value?): contender = value
      case ("--operations", let value?):
        guard let number = Int(value), number > 0 else { return nil }
        operations = number
      case _ where Self.works.contains(word): only.append(word)
      default: return nil
      }
    }
  }

  func wants(_ work: String) -> Bool { only.isEmpty || only.contains(work) }

  func sizes(_ usual: [Int], quick: [Int]) -> [Int] { size.map { [$0] } ?? (isQuick ? quick : usual) }
}
