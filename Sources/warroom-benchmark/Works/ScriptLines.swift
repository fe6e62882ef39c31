/// S4, S5 and S6: commands in a script for the war room and other programs.
@MainActor
struct ScriptLines {
  let programs: Programs
  let folder: String

  /// Returns S4: one line for each command, without observers.
  func lines(_ count: Int) throws -> Work {
    let campaign = Campaign(units: 1_000, changes: count)
    return Work(
      id: "S4", title: "script lines `status uK S`, 1,000 units", size: count, operation: "line",
      operations: count,
      contenders: try programs.contenders(in: folder, named: "lines", last: campaign.last) { language in
        campaign.script(in: language, head: language == .warroom ? "close map\n" : "")
      })
  }

  /// Returns S5: the lines of S4 while a map shows 20 of the units and prints changes, and while no map is open.
  func watchedLines(_ count: Int) throws -> Work {
    let campaign = Campaign(units: 1_000, changes: count)
    let open = try programs.contenders(in: folder, named: "open", last: campaign.last) { language in
      language == .warroom ? campaign.script(in: language, head: "close map\nopen map rows=20\n") : nil
    }
    let closed = try programs.contenders(in: folder, named: "closed", last: campaign.last) { language in
      language == .warroom ? campaign.script(in: language, head: "close map\n") : nil
    }
    return Work(
      id: "S5", title: "the same, 20 of the units on the map, or none", size: count, operation: "line",
      operations: count,
      contenders: open.map { $0.named("map open") } + closed.map { $0.named("map closed") })
  }

  /// Returns S6: commands in the body of a loop.
  func loop(_ commands: Int) throws -> Work {
    Work(
      id: "S6", title: "`repeat { status u0 marching; status u0 ready }`", size: commands,
      operation: "command", operations: commands,
      contenders: try programs.contenders(in: folder, named: "loop", last: "ready") { language in
        language == .sql ? nil : Campaign.loop(commands / 2, in: language)
      })
  }
}
