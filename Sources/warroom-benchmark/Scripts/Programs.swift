import Foundation

/// The installed programs that run scripts.
@MainActor
struct Programs {
  let warroom: String?
  let lua = ChildProcess.path(of: "lua5.4")
  let tcl = ChildProcess.path(of: "tclsh")
  let sqlite = ChildProcess.path(of: "sqlite3")

  /// - Parameter path: the path of the war room's program; `nil` for the program in the same folder as this one.
  init(warroom path: String?) {
    let beside = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
      .appendingPathComponent("warroom").path
    let path = path ?? beside
    warroom = access(path, X_OK) == 0 ? path : nil
  }

  /// The notes about missing programs, for the report.
  var notes: [String] {
    [("warroom", warroom), ("lua5.4", lua), ("tclsh", tcl), ("sqlite3", sqlite)].compactMap { name, path in
      path == nil ? "\(name) is missing and was left out" : nil
    }
  }

  /// Returns the programs that can run a script, the war room first.
  ///
  /// - Parameter text: returns the script in a language; `nil` for languages that are skipped.
  func contenders(
    in folder: String, named name: String, last: String, _ text: (Campaign.Language) -> String?
  ) throws -> [Contender] {
    var contenders: [Contender] = []
    let all: [(Campaign.Language, String?, String, (String) -> [String])] = [
      (.warroom, warroom, "warroom", { ["run", $0] }), (.lua, lua, "lua5.4", { [$0] }),
      (.tcl, tcl, "tclsh", { [$0] }), (.sql, sqlite, "sqlite3", { [":memory:", ".read \($0)"] }),
    ]
    for (language, path, program, arguments) in all {
      guard let path, let text = text(language) else { continue }
      let file = "\(folder)/\(name).\(program)"
      try TextFile.write(text, to: file)
      let child = ChildProcess(program: path, arguments: arguments(file), output: file + ".out")
      contenders.append(Contender(program: program, child, last: last))
    }
    return contenders
  }
}
