import ProgramOptions

struct Options {
  var isJSON = false
  var isQuick = false
  /// The works to measure; all if empty.
  var only: [String] = []
  /// The size to measure; `nil` for the usual sizes.
  var size: Int?
  /// A part of the names of the contenders to measure. This option and the next one are for use with a profiler.
  var contender = ""
  /// The number of operations in a measurement; `nil` for as many as fill the intended time.
  var operations: Int?
  /// The path of the war room; `nil` for the one next to this program.
  var warroom: String?

  static let works = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11", "S12"]

  static let interface = CommandLineInterface<Options>(
    program: "warroom-benchmark", version: "0.1.0",
    main: Subcommand(
      "", "Measure the framework side by side with what a user would pick instead", operands: "[S1 S2 …]",
      operandCount: 0...Int.max,
      options: [
        .flag("quick", nil, "A short run: it shows that everything works, its figures say little") {
          $0.isQuick = true
        },
        .flag("json", nil, "Data instead of a table") { $0.isJSON = true },
        .number("size", nil, "N", "With N objects only", in: 1...1_000_000) { $0.size = $1 },
        .text("contender", nil, "TEXT", "Only those with this text in their name") { $0.contender = $1 },
        .number("operations", nil, "N", "With N operations a measurement", in: 1...Int.max) {
          $0.operations = $1
        },
        .text("warroom", nil, "PATH", "The war room's program, if not the one beside this program") {
          $0.warroom = $1
        },
      ]
    ) { options, operands in
      options.only = operands.map { String(decoding: $0, as: UTF8.self) }
      let unknown = options.only.first { !works.contains($0) }
      return unknown.map { "there is no work “\($0)”, but \(works.joined(separator: ", "))" }
    })

  func wants(_ work: String) -> Bool { only.isEmpty || only.contains(work) }

  func sizes(_ usual: [Int], quick: [Int]) -> [Int] { size.map { [$0] } ?? (isQuick ? quick : usual) }
}
