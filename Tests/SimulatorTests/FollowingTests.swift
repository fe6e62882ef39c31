import AutoUpdate
import CommandLanguage
import TestSupport
import Testing
import TextViews

@testable import Simulator

/// A label that reads a watch by its name, and one that reads a screen.
private let readers = World("readers", Soldier.schema) {
  Screen("map", isOpen: true) { List("units", of: Soldier.self, height: 2) }
  Label("strength") { world in
    guard case .list(let rows) = world.value(named: "strong".utf8.span) else { return "nobody is strong" }
    return "\(rows.count) strong"
  }
  Label("hint") { $0.stage.view("map")?.isVisible == true ? "" : "the map is closed" }
}

/// What watches, labels and constraints read, and how they follow it.
@Suite struct FollowingTests {
  private func session(_ world: World = skirmish, _ commands: String) throws -> CommandSession {
    let session = try world.makeSession()
    let printed = session.transcript(commands)
    #expect(!printed.contains("error"), "\(printed)")
    return session
  }

  @Test(arguments: [
    "units where map.visible", "units where map.units.visible",
    "units limit count(shown where name == \"map\")",
    "units where any shown where visible and name == \"map\"",
    "units by name limit 2 * count(shown where name == \"map\")",
  ])
  func `a watch follows what the screens show`(selection: String) throws {
    let session = try session(skirmish, "add unit A\nwatch w = \(selection)\nclose map")
    #expect(session.run("print count(w)").output == "0\n")
    #expect(session.run("open map").output.hasSuffix("+ w 1  A\n"))
    #expect(session.run("undo").output.hasSuffix("- map\n- w 1  A\n"))
    #expect(session.run("print w").output == "\n")
  }

  @Test func `a watch that reads screens and objects prints the net change of both`() throws {
    let session = try session(
      skirmish,
      "add unit A hp=20\nwatch w = units where map.visible and hp > 50\nclose map\nchange A hp=90\nopen map")
    #expect(session.run("print w").output == "A\n")
    let told = session.run("undo 2").output + session.run("redo 2").output + session.run("undo 3").output
    #expect(
      told.split(separator: "\n").filter { $0.contains(" w ") } == ["- w 1  A", "+ w 1  A", "- w 1  A"])
    #expect(!session.run("redo 2").output.contains(" w "))
  }

  @Test func `a watch follows another one that is declared again, wherever it is`() throws {
    let session = try session(
      skirmish,
      "add unit A\nadd unit B hp=50\nwatch v = units\nwatch w = units where name in v.name\nwatch v = units by hp"
    )
    #expect(session.run("print w").output == "A, B\n")
    #expect(session.run("watch v = units where hp > 80").output.contains("- w 2  B\n"))
    #expect(session.run("change B hp=90").output.contains("+ w 2  B\n"))
    #expect(session.run("undo 6").output.contains("- w"))
    #expect(session.run("redo 5").output.contains("+ w 1  A\n"))
    #expect(session.run("print w").output == "A\n")
    #expect(session.run("unwatch v").output.contains("- w 1  A\nwarning: the watch “w” leaves out A"))
    #expect(session.run("undo").output.contains("+ w 1  A\n"))
  }

  @Test(arguments: [
    ("watch v = units where name in v.name", ""),
    ("watch v = units where name in w.name", "  note: by way of “w”\n"),
    ("watch v = units limit count(x)", "  note: by way of “x” and “w”\n"),
    ("watch v = units where deep() > 0", "  note: by way of “w”\n"),
  ])
  func `a watch that would read itself is refused`(command: String, note: String) throws {
    let session = try session(
      skirmish,
      "add unit A\nwatch v = units\nwatch w = units where name in v.name\nwatch x = units limit count(w)\n"
        + "def flat { return count(w) }\ndef deep { return flat() }")
    let printed = session.run(command).output
    #expect(
      printed.hasPrefix("error: the watch “v” would read itself\n") && printed.hasSuffix(note), "\(printed)")
    #expect(session.run("print x").output == "A\n")
  }

  @Test(arguments: [("change w name=v", ""), ("change x name=v", " by way of “w”")])
  func `a new name by which a watch would read itself is refused`(command: String, detour: String) throws {
    let session = try session(
      skirmish,
      "verify on\nadd unit A\nwatch v = units\nwatch w = units where count(v) != 1\nwatch x = units where count(w) != 2"
        + "\nunwatch v")
    #expect(
      session.run(command).output.hasPrefix(
        "error: “name” of v is refused: the watch would read itself\(detour)\n"))
    #expect(session.run("change x name=y").output == "- x\n+ y 1  A\n")
    #expect(session.run("verify").output == "")
  }

  @Test func `labels follow a watch that they name, and the screens that they read`() throws {
    let session = try session(readers, "add unit A\nadd unit B hp=20")
    #expect(
      session.run("watch strong = units where hp > 50").output.contains(
        "~ strength  nobody is strong→1 strong\n"))
    #expect(session.run("change B hp=60").output.contains("~ strength  1 strong→2 strong\n"))
    #expect(
      session.run("watch strong = units where hp > 80").output.contains("~ strength  2 strong→1 strong\n"))
    #expect(session.run("close map").output == "- map\n+ hint  the map is closed\n")
    #expect(session.run("undo").output.hasSuffix("- hint  the map is closed\n"))
    #expect(session.run("unwatch strong").output.contains("~ strength  1 strong→nobody is strong\n"))
  }

  @Test(arguments: ["change A name=B", "remove A"])
  func `a constraint holds on to what it names`(command: String) throws {
    let session = try session(skirmish, "add unit A\nconstraint i A.hp > 30")
    let printed = session.run(command).output
    #expect(printed.hasPrefix("error: the constraint “i” cannot be computed\n"), "\(printed)")
    #expect(printed.hasSuffix("note: nothing is called “A”\n"))
    #expect(session.run("add unit C").output == "+ map/units 2  🙂 C         ready    100 hp\n")
    #expect(session.run("unconstraint i").output == "")
    #expect(!session.run(command).output.contains("error"))
  }

  @Test
  func `a constraint follows a name that goes to another object, and moves through the history with it`()
    throws
  {
    let session = try session(
      skirmish,
      "add unit A\nadd unit C hp=80\nconstraint i any units where name == \"A\"\nconstraint k A.hp > 30")
    #expect(session.run("change A hp=10").output.hasPrefix("error: this would break the constraint “k”\n"))
    #expect(session.run("undo 4").output.hasPrefix("undid"))
    #expect(session.run("redo 4").output.hasPrefix("redid"))
    #expect(session.run("change C hp=10").output.contains("~ map/units"))
    #expect(session.run("undo 5").output.hasPrefix("undid"))
    #expect(!session.transcript("add unit A hp=10\nchange A name=B").contains("error"))
  }

  @Test func `a constraint that reads another kind is evaluated when that changes, and not before`() throws {
    let session = try session(
      skirmish, "add unit A\nadd unit B\nconstraint i count(messages) < 2 or A.hp > 50")
    #expect(!session.transcript("say one\nchange A hp=40").contains("error"))
    #expect(session.run("say two").output.hasPrefix("error: this would break the constraint “i”\n"))
  }

  @Test func `a warning names the objects in their order, wherever the store keeps them`() throws {
    // The row of the first unit is used again by the last one.
    let session = try session(
      skirmish,
      "add unit A\nadd unit B\nremove A\nadd unit D\nwatch z = units where 100 / hp > 0\nchange D hp=0\nchange B hp=0\nundo 2"
    )
    #expect(
      session.run("redo 2").output.hasSuffix("warning: the watch “z” leaves out B, D: division by zero\n"))
  }

  @Test func `no row comes and goes when a limit changes together with the viewport`() throws {
    let units = (1...24).map { "add unit U\($0 + 10)\n" }.joined()
    let session = try session(
      skirmish,
      units + "watch w = units by name limit 3 + 21 * count(messages)\nsay hello\nscroll w 5")
    let lines = session.run("undo 2").output.split(separator: "\n").filter { $0.contains(" w ") }
    func names(_ mark: String) -> [Substring] {
      lines.filter { $0.hasPrefix(mark) }.compactMap { $0.split(separator: " ").last }.sorted()
    }
    #expect(names("+") == ["U11", "U12", "U13"])
    #expect(names("-").count == 20 && Set(names("-")).isDisjoint(with: names("+")))
  }

  // MARK: Random

  private static let names = ["A", "B", "C", "D"]
  private static let watches = ["u", "v", "w"]
  private static let conditions = [
    "map.visible", "map.units.visible", "count(shown where visible) > 4", "not map.visible or hp > 50",
    "name in u.name", "name in v.name", "count(w) > 1", "hp <= A.hp", "name != B.name",
    "hp > 50 and map.visible",
    "any shown where name == \"app/alarm\"", "map.units.text == \"no rows\"", "any units where name == \"A\"",
    "hp < avg(units.hp)", "any shown where name == \"v\"", "side == me.side",
    "chat.messages.visible or hp > 20",
  ]
  private static let ends = [
    "", "", "", " by hp", " by hp desc, name", " by hp - A.hp", " limit count(u)", " by name limit 2",
    " limit count(shown)", " by name limit A.hp / 40", " by count(v) - hp",
  ]
  private static let constraints = [
    "A.hp > 10", "count(v) < 3", "not any units where hp == 33", "count(units) < 5",
    "map.visible or B.hp > 20",
    "A.hp + B.hp > 50 or chat.visible", "not any units where hp < 5",
  ]

  private static func command(_ random: inout SplitMix) -> String {
    func any(_ list: [String]) -> String { list[random.below(list.count)] }
    switch random.below(24) {
    case 0, 1, 2: return "add unit \(any(names)) hp=\(random.below(120))"
    case 3: return "remove \(any(names))"
    case 4, 5: return "change \(any(names)) name=\(any(names))"
    case 6, 7: return "change \(any(names)) hp=\(random.oneIn(4) ? 33 : random.below(120))"
    case 8: return "open \(any(["map", "chat"]))"
    case 9: return "close \(any(["map", "chat"]))"
    case 10: return "scroll \(any(["map", "u", "v", "w"])) \(1 + random.below(3))"
    case 11, 12, 13, 14:
      return "watch \(any(watches)) = units where \(any(conditions))\(any(ends))"
    case 15: return "unwatch \(any(watches))"
    case 16: return "constraint \(any(["i", "k"])) \(any(constraints))"
    case 17: return "unconstraint \(any(["i", "k"]))"
    case 18: return "undo \(1 + random.below(3))"
    case 19: return "redo \(1 + random.below(3))"
    case 20: return "goto \(random.below(12))"
    case 21: return "phase \(any(["none", "matching", "active"]))"
    case 22: return "side \(any(["attacker", "defender"]))"
    default: return "say \(any(names))"
    }
  }

  /// The rows of a watch, found by asking every unit.
  private func rows(of watch: Watch, _ session: CommandSession) throws -> [Int] {
    let selected = try #require(ObjectTest<Soldier>(watch.selection, session.interpreter))
    var chosen: [(id: Int, keys: [Value])] = []
    for unit in session.world.all(Soldier.self).sorted(by: { $0.id < $1.id }) {
      if let fits = try? selected.matches(unit), fits, let keys = try? selected.keys(unit) {
        chosen.append((unit.id, keys))
      }
    }
    chosen.sort {
      let order = selected.order($0.keys, $1.keys)
      return order == 0 ? $0.id < $1.id : order < 0
    }
    let limit: Int?
    do { limit = try selected.test.currentLimit() } catch { limit = 0 }
    return chosen.prefix(limit ?? .max).map(\.id)
  }

  @Test(arguments: 1...24)
  func `a followed selection equals a new evaluation after each command`(seed: Int) throws {
    var random = SplitMix(UInt64(seed))
    let session = try skirmish.makeSession()
    session.world.checking.begin(.all)
    var lines: [String] = []
    for _ in 0..<60 {
      let line = Self.command(&random)
      lines.append(line)
      _ = session.run(line)
      for watch in session.world.table(of: Watch.self).models {
        let found = try rows(of: watch, session)
        let followed = session.world.watches.rows(of: watch.id) ?? []
        guard followed == found.map({ .object(Soldier.kindID, $0) }) else {
          Issue.record(
            "\(watch.name) = \(watch.selection.text): \(followed), not \(found), after\n\(lines.joined(separator: "\n"))"
          )
          return
        }
      }
      for rule in session.world.rules.rules(session.interpreter) {
        guard let known = rule.known, let found = try? rule.breaches(in: session.world) else { continue }
        guard known == found else {
          Issue.record(
            "\(rule.text ?? ""): \(known), not \(found), after\n\(lines.joined(separator: "\n"))")
          return
        }
      }
      if let fault = session.world.checking.takeFault() {
        Issue.record("\(fault) after\n\(lines.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test func `a line that changes a definition prints the warnings of the watches that call it`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript(
      "add person Ann\nadd card A owner=Ann points=3\ndef f x { return x.points }\nwatch w = cards where f(it) > 1"
    )
    let output = session.run("def f x { return 1 / 0 }").output
    #expect(output == "- w 1  A\nwarning: the watch “w” leaves out A: division by zero\n")
    #expect(session.run("print 5").output == "5\n")
  }
}
