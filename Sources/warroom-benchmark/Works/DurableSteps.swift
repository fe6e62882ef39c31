import Foundation

/// S11 and S12: steps that are on disk before they are acknowledged, compared with rows that `sqlite3` inserts, and a
/// store that is opened again.
@MainActor
struct DurableSteps {
  let programs: Programs
  let folder: String

  /// Returns the work of one step or row per transaction, with `synchronous=FULL`.
  func single(_ count: Int) throws -> Work {
    try work("a step on disk, each by itself", count, durability: "step")
  }

  /// Returns the work of the same steps in groups, as in scripts. `sqlite3` still inserts one row per transaction.
  func grouped(_ count: Int) throws -> Work {
    try work("steps on disk, in groups", count, durability: "group")
  }

  private func work(_ title: String, _ count: Int, durability: String) throws -> Work {
    let campaign = Campaign(units: 1, changes: count)
    let (script, rows) = ("\(folder)/\(durability).warroom", "\(folder)/\(durability).sql")
    try TextFile.write(
      campaign.script(in: .warroom, head: "set durability \(durability)\nclose map\n"), to: script)
    let pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    let inserts = (0..<count).map { "INSERT INTO step (text) VALUES ('status u1 marching \($0 % 10)');\n" }
    try TextFile.write(
      "\(pragmas)\nCREATE TABLE step (number INTEGER PRIMARY KEY, text TEXT);\n" + inserts.joined(), to: rows)
    var contenders: [Contender] = []
    if let warroom = programs.warroom {
      contenders.append(
        fresh("warroom --store", "w.store", "\(warroom) run --store \(folder)/w.store \(script)"))
    }
    if let sqlite = programs.sqlite {
      contenders.append(
        fresh("sqlite3, a transaction a row", "q.store", "\(sqlite) \(folder)/q.store <\(rows)"))
    }
    return Work(
      id: "S11", title: title, size: count, operation: "step", operations: count, contenders: contenders)
  }

  /// Returns a contender that runs a shell command with a new file each time.
  private func fresh(_ name: String, _ file: String, _ command: String) -> Contender {
    let child = ChildProcess(
      program: "/bin/sh", arguments: ["-c", "rm -f \(folder)/\(file)*; \(command)"],
      output: "\(folder)/s.out")
    return Contender(program: name, child, isElapsed: true)
  }

  /// Returns S12: a short script with a store of many steps, and without a store; `nil` if the store cannot be created.
  func reopening(_ count: Int) throws -> Work? {
    guard let warroom = programs.warroom else { return nil }
    let campaign = Campaign(units: 1_000, changes: count)
    let (script, store) = ("\(folder)/many.warroom", "\(folder)/many.store")
    try TextFile.write(campaign.script(in: .warroom, head: "close map\n"), to: script)
    let child = ChildProcess(program: warroom, arguments: ["run", "--store", store, script])
    guard child.run(watchesMemory: false)?.isSuccess == true else { return nil }
    try TextFile.write("print 1\n", to: folder + "/open.warroom")
    let opening = { (name: String, arguments: [String]) in
      let child = ChildProcess(program: warroom, arguments: arguments, output: folder + "/open.out")
      return Contender(program: name, child, isElapsed: true, last: "1")
    }
    return Work(
      id: "S12", title: "`print 1` with a store of so many steps", size: count, operation: "run",
      operations: 1,
      contenders: [
        opening("with the store", ["run", "--store", store, folder + "/open.warroom"]),
        opening("without one", ["run", folder + "/open.warroom"]),
      ])
  }

  /// Returns the size of the store that ``grouped(_:)`` has written, in bytes per step.
  func bytesPerStep(_ count: Int) -> MemoryResult? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/w.store")
    guard let size = attributes?[.size] as? Int else { return nil }
    return MemoryResult(
      id: "S11", title: "bytes of a store's step", size: count,
      contenders: [.init(name: "status u0 S", bytesPerObject: Double(size) / Double(count + 2))])
  }
}
