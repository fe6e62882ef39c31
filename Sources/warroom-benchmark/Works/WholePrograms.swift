import Foundation

/// S7 and S8: whole programs from start to end.
@MainActor
struct WholePrograms {
  let programs: Programs
  let folder: String

  /// Returns S7: small scenarios, replayed by one job and by two.
  func replay(_ count: Int) throws -> Work {
    let scenarios = folder + "/scenarios"
    try FileManager.default.createDirectory(atPath: scenarios, withIntermediateDirectories: true)
    for number in 0..<count {
      try TextFile.write(Self.scenario(number), to: "\(scenarios)/\(number).scenario")
    }
    let contenders = programs.warroom.map { path in
      [1, 2].map { jobs in
        let child = ChildProcess(program: path, arguments: ["replay", "--jobs", "\(jobs)", scenarios])
        return Contender(program: "warroom replay --jobs \(jobs)", child, isElapsed: true)
      }
    }
    return Work(
      id: "S7", title: "scenarios of 10 commands", size: count, operation: "scenario", operations: count,
      contenders: contenders ?? [])
  }

  /// Returns S8: the shortest possible run of a program.
  func start() throws -> Work {
    let lines: [(String, String?, [String])] = [
      ("warroom", programs.warroom, ["run", folder + "/one.warroom"]),
      ("sqlite3", programs.sqlite, [":memory:", "select 1"]), ("lua5.4", programs.lua, ["-e", "print(1)"]),
    ]
    try TextFile.write("print 1\n", to: folder + "/one.warroom")
    return Work(
      id: "S8", title: "`print 1` from start to exit", size: 1, operation: "run", operations: 1,
      contenders: lines.compactMap { name, path, arguments in
        path.map { path in
          let child = ChildProcess(program: path, arguments: arguments, output: "\(folder)/\(name).one")
          return Contender(program: name, child, isElapsed: true, last: "1")
        }
      })
  }

  private static func scenario(_ number: Int) -> String {
    var text = "# Scenario \(number): two units change their status.\n> close map\n- map\n"
    for unit in ["Arthur", "Morgana"] { text += "> spawn hero \(unit)\n" }
    for status in ["marching", "ready", "fighting"] {
      for unit in ["Arthur", "Morgana"] { text += "> status \(unit) \(status)\n" }
    }
    return text + "> expect Arthur.status == fighting\n"
  }
}
