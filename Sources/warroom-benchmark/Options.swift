import ProgramOptions

struct Options {
  var isJSON = false
  var isQuick = false
  /// The workloads to measure; if empty, all are measured.
  var only: [String] = []
  /// The size to measure; `nil` for the usual sizes.
  var size: Int?
  /// A part of the names of the contenders to measure. This option and ``operations`` are for use with a profiler.
  var contender = ""
  /// The number of operations in a measurement; `nil` for as many as fill the intended time.
  var operations: Int?
  /// The path of the war room's program; `nil` for the program in the same folder as this one.
  var warroom: String?

  static let workloads = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11", "S12"]

  static let interface = CommandLineInterface<Options>(
    program: "warroom-benchmark", version: "0.1.0",
    main: Subcommand(
      "", "Measure the framework next to its alternatives", operands: "[S1 S2 …]",
      operandCount: 0...Int.max,
      options: [
        .flag("quick", nil, "A short run, to check that everything works; its figures mean little") {
          $0.isQuick = true
        },
        .flag("json", nil, "Data instead of a table") { $0.isJSON = true },
        .number("size", nil, "N", "Measure with N objects only", in: 1...1_000_000) { $0.size = $1 },
        .text("contender", nil, "TEXT", "Measure only contenders with this text in their names") {
          $0.contender = $1
        },
        .number("operations", nil, "N", "Use N operations per measurement", in: 1...Int.max) {
          $0.operations = $1
        },
        .text("warroom", nil, "PATH", "The war room's program, if not the one next to this program") {
          $0.warroom = $1
        },
      ]
    ) { options, operands in
      options.only = operands.map { String(decoding: $0, as: UTF8.self) }
      let unknown = options.only.first { !workloads.contains($0) }
      return unknown.map { "there is no workload “\($0)”, only \(workloads.joined(separator: ", "))" }
    })

  func wants(_ work: String) -> Bool { only.isEmpty || only.contains(work) }

  func sizes(_ usual: [Int], quick: [Int]) -> [Int] { size.map { [$0] } ?? (isQuick ? quick : usual) }
}
