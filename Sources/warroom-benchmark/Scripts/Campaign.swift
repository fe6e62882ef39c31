/// A script that adds units and changes their statuses as the rules allow, in the language of each program.
struct Campaign {
  enum Language {
    case warroom, lua, tcl, sql
  }

  let units: Int
  private let changes: [(unit: Int, status: String)]
  /// The final status of the first unit.
  let last: String

  init(units: Int, changes count: Int) {
    var random = SplitMix(seed: 4)
    // The rules allow a change from any of these to any other.
    let names = ["ready", "marching", "fighting"]
    var current = [Int](repeating: 0, count: units)
    changes = (0..<count).map { _ in
      let unit = Int.random(in: 0..<units, using: &random)
      current[unit] = (current[unit] + Int.random(in: 1...2, using: &random)) % 3
      return (unit, names[current[unit]])
    }
    self.units = units
    last = names[current[0]]
  }

  /// Returns the script: the units are added, the changes follow, and the first unit's status is printed.
  func script(in language: Language, head: String = "") -> String {
    var text = Self.prelude(language) + head
    for unit in 0..<units {
      switch language {
      case .warroom: text += "spawn hero u\(unit)\n"
      case .lua: text += "spawn(\"u\(unit)\")\n"
      case .tcl: text += "spawn u\(unit)\n"
      case .sql: text += "INSERT INTO units VALUES ('u\(unit)', 'ready');\n"
      }
    }
    for change in changes {
      switch language {
      case .warroom: text += "status u\(change.unit) \(change.status)\n"
      case .lua: text += "status(\"u\(change.unit)\", \"\(change.status)\")\n"
      case .tcl: text += "status u\(change.unit) \(change.status)\n"
      case .sql: text += "UPDATE units SET status = '\(change.status)' WHERE name = 'u\(change.unit)';\n"
      }
    }
    return text + Self.end(language)
  }

  /// Returns a script that runs two commands in a loop.
  static func loop(_ rounds: Int, in language: Language) -> String {
    let body =
      switch language {
      case .warroom:
        "close map\nspawn hero u0\nrepeat \(rounds) { status u0 marching; status u0 ready }\n"
      case .lua:
        "spawn(\"u0\")\nfor i = 1, \(rounds) do status(\"u0\", \"marching\") status(\"u0\", \"ready\") end\n"
      case .tcl:
        "spawn u0\nfor {set i 0} {$i < \(rounds)} {incr i} { status u0 marching; status u0 ready }\n"
      case .sql: ""
      }
    return prelude(language) + body + end(language)
  }

  private static func end(_ language: Language) -> String {
    switch language {
    case .warroom: "print u0.status\n"
    case .lua: "print(units[\"u0\"].status)\n"
    case .tcl: "puts [dict get $units(u0) status]\n"
    case .sql: "COMMIT;\nSELECT status FROM units WHERE name = 'u0';\n"
    }
  }

  /// Returns the definitions of the commands. They check that the unit exists, and that the rules allow the new status.
  /// SQL checks nothing.
  private static func prelude(_ language: Language) -> String {
    switch language {
    case .warroom: ""
    case .lua:
      """
      units = {}
      local upright = { ready = true, marching = true, fighting = true, wounded = true, fallen = true }
      local rules = { ready = upright, marching = upright, fighting = upright,
        wounded = { healing = true, fallen = true },
        healing = { ready = true, wounded = true, fallen = true }, fallen = {} }
      function spawn(name)
        if units[name] then error("there is already a unit " .. name) end
        units[name] = { name = name, side = "attacker", hp = 100, status = "ready" }
      end
      function status(name, new)
        local unit = units[name]
        if not unit then error("there is no unit " .. name) end
        if unit.status ~= new then
          if not rules[unit.status][new] then error(unit.status .. " cannot become " .. new) end
          unit.status = new
        end
      end

      """
    case .tcl:
      """
      set upright {ready 1 marching 1 fighting 1 wounded 1 fallen 1}
      set rules [dict create ready $upright marching $upright fighting $upright \\
        wounded {healing 1 fallen 1} healing {ready 1 wounded 1 fallen 1} fallen {}]
      proc spawn {name} {
        global units
        if {[info exists units($name)]} { error "there is already a unit $name" }
        set units($name) [dict create name $name side attacker hp 100 status ready]
      }
      proc status {name new} {
        global units rules
        if {![info exists units($name)]} { error "there is no unit $name" }
        set old [dict get $units($name) status]
        if {$old ne $new} {
          if {![dict exists $rules $old $new]} { error "$old cannot become $new" }
          dict set units($name) status $new
        }
      }

      """
    case .sql:
      "CREATE TABLE units (name TEXT PRIMARY KEY, status TEXT NOT NULL) WITHOUT ROWID;\nBEGIN;\n"
    }
  }
}
