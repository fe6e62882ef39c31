import Simulator
import Testing

@testable import CommandLanguage

/// Watches of any kind.
@Suite struct WatchTests {
  let session = try? skirmish.makeSession()

  private func transcript(_ commands: String) -> String { session?.transcript(commands) ?? "" }

  /// What a command makes the watches print.
  private func told(_ command: String) -> String {
    let printed = session?.run(command).output ?? ""
    return printed.split(separator: "\n").filter { !$0.contains(" map") && !$0.contains(" app/") }
      .joined(separator: "\n")
  }

  @Test(arguments: ["def begin {", "after 1 {"])
  func `a watch captures a variable that is set after the text of its selection has been read`(start: String)
  {
    let begin = start == "def begin {" ? "begin" : "tick"
    let printed = transcript(
      """
      add unit Arthur hp=20
      \(start) watch weak = units where hp < most }
      let most = 50
      \(begin)
      let most = 0
      change Arthur hp=30
      print weak
      """)
    #expect(printed.hasSuffix("> print weak\nArthur\n"), "\(printed)")
  }

  @Test func `a watch shows names, follows its selection, and is a list in expressions`() {
    #expect(
      transcript(
        """
        add unit Arthur
        watch reserve = units where status == ready by hp desc, name
        add unit Ban hp=200
        change Ban hp=20
        print reserve, count(reserve)
        change Arthur status=wounded
        unwatch reserve
        """) == """
          > add unit Arthur
          + map/units 1  🙂 Arthur    ready    100 hp
          > watch reserve = units where status == ready by hp desc, name
          + reserve 1  Arthur
          > add unit Ban hp=200
          + map/units 2  🙂 Ban       ready    200 hp
          + reserve 1  Ban
          > change Ban hp=20
          + app/alarm  1 in danger
          ~ map/units 2  🙂 Ban  ready  200→20 hp
          ^ reserve 1→2  Ban
          > print reserve, count(reserve)
          Arthur, Ban 2
          > change Arthur status=wounded
          ~ map/units 1  🙂→🤕 Arthur  ready→wounded  100 hp
          - reserve 1  Arthur
          > unwatch reserve
          - reserve

          """)
  }

  @Test(arguments: ["it.hp > 40", "unit.hp > 40", "it != Ban", "it == Arthur or it.name == \"C\""])
  func `the condition of a watch may refer to its object as a whole`(condition: String) {
    _ = transcript("add unit Arthur hp=50\nadd unit Ban hp=20")
    #expect(told("watch strong = units where \(condition) by it.hp") == "+ strong 1  Arthur")
    #expect(told("add unit C hp=45") == "+ strong 1  C")
    #expect(told("remove C") == "- strong 1  C")
    #expect(told("print strong") == told("print units where \(condition)"))
  }

  @Test func `objects without names are shown by their fields`() {
    #expect(told("watch all = messages") == "")
    #expect(told("say hello") == "+ all 1  hello")
  }

  @Test func `declaring the same watch again changes nothing, and another selection replaces it`() {
    _ = transcript("add unit A\nadd unit B hp=50\nwatch strong = units where hp > 40 limit count(units)")
    #expect(told("add unit C hp=60") == "+ strong 3  C")
    let step = session?.world.step
    #expect(told("watch strong = units where hp > 40 limit count(units)") == "")
    #expect(session?.world.step == step)
    #expect(told("watch strong = units where hp > 55") == "- strong\n+ strong 1  A\n+ strong 2  C")
    _ = transcript("let least = 55\nwatch least = units where hp > $least\nlet least = 0")
    #expect(
      told("watch least = units where hp > $least") == "- least\n+ least 1  A\n+ least 2  B\n+ least 3  C")
  }

  @Test func `a watch follows what its condition, keys and limit read elsewhere`() {
    _ = transcript("add unit A\nadd unit B side=defender\nadd unit C hp=50")
    #expect(told("watch ours = units where side == me.side") == "+ ours 1  A\n+ ours 2  C")
    #expect(told("watch first = units by name limit count(messages)") == "")
    #expect(told("say one") == "+ first 1  A")
    #expect(told("side defender") == "- ours 2  C\n- ours 1  A\n+ ours 1  B")
    #expect(told("say two") == "+ first 2  B")
    #expect(
      told("undo 3") == "undid steps 6-8\n- ours 1  B\n+ ours 1  A\n+ ours 2  C\n- first 2  B\n- first 1  A")
    #expect(told("watch near = units by name where hp <= A.hp").hasPrefix("error: "))
    #expect(
      told("watch near = units where hp <= A.hp")
        == "steps 6-8, which were undone, are dropped\n+ near 1  A\n+ near 2  B\n+ near 3  C")
  }

  @Test func `a watch follows another one, also when that is made again`() {
    _ = transcript(
      "add unit A\nadd unit B\nwatch weak = units where hp < 50\nwatch all = units limit count(weak)")
    #expect(told("change B hp=40") == "+ weak 1  B\n+ all 1  A")
    #expect(told("undo 3") == "undid steps 3-5\n- weak\n- all")
    #expect(told("redo 3") == "redid steps 3-5\n+ weak 1  B\n+ all 1  A")
    #expect(told("change A hp=40") == "+ weak 1  A\n+ all 2  B")
    #expect(
      told("unwatch weak")
        == "- weak\n- all 2  B\n- all 1  A\nwarning: the watch “all” shows nothing: nothing is called “weak”")
  }

  @Test
  func `an object for which a value cannot be computed is left out, which is reported at the beginning`() {
    _ = transcript("add unit A\nadd unit B")
    #expect(told("watch ratio = units where 100 / hp > 0 by 100 / hp") == "+ ratio 1  A\n+ ratio 2  B")
    #expect(
      told("change B hp=0") == "- ratio 2  B\nwarning: the watch “ratio” leaves out B: division by zero")
    #expect(told("print ratio") == "A")
    #expect(told("change B hp=1") == "+ ratio 2  B")
    #expect(
      told("change A hp=0") == "- ratio 1  A\nwarning: the watch “ratio” leaves out A: division by zero")
    #expect(told("change B hp=0") == "- ratio 1  B")
    #expect(told("print ratio") == "")
  }

  @Test(arguments: [20, 31, 34])
  func `a line that reaches its limit of steps leaves watches complete`(steps: Int) {
    _ = transcript("add unit A\nwatch w = units where hp < 500\nset steps \(steps)")
    #expect(told("while true { change A hp=50; change A hp=60 }").contains("may take at most \(steps) steps"))
    #expect(told("print count(w)") == "1")
  }

  @Test func `an object that a condition reads may be removed and added again`() {
    _ = transcript("add unit A\nadd unit B\nwatch near = units where hp <= A.hp")
    #expect(
      told("remove A")
        == "- near 2  B\n- near 1  A\nwarning: the watch “near” leaves out B: nothing is called “A”")
    #expect(told("print count(near)") == "0")
    #expect(told("undo") == "undid remove A (step 4)\n+ near 1  A\n+ near 2  B")
    #expect(told("print count(near)") == "2")
    #expect(
      told("change A name=X")
        == "step 4, which was undone, is dropped\n- near 2  B\n- near 1  A\nwarning: the watch “near” leaves out X, B: nothing is called “A”"
    )
    #expect(
      told("add unit A hp=100")
        == "+ near 1  X\n+ near 2  B\n+ near 3  A")
  }

  @Test func `watches are objects, and are scrolled`() {
    _ = transcript("add unit A\nadd unit B\nwatch all = units")
    #expect(told("scroll all 2") == "")
    #expect(
      transcript("watches") == """
        > watches
        name  selection  variables  first
        all   units      none       2

        """)
    #expect(told("set watches 1") == "")
    #expect(
      told("watch more = units").hasPrefix("error: no more watches: the setting “watches” allows 1\n"))
  }

  /// Returns the number of steps that a command costs.
  private func cost(_ command: String) -> Int? {
    _ = session?.run(command)
    return session?.interpreter.budget.spentSteps
  }

  @Test(arguments: [
    ("map.visible", false, 0), ("map.attacker.text == \"\"", false, 0), ("map.units.text != \"\"", true, 1),
    ("count(shown) > 0", true, 1),
  ])
  func `a condition on views is evaluated again if an aspect changes that it read`(
    condition: String, readsRows: Bool, countInTheEnd: Int
  ) throws {
    _ = transcript("watch present = players where true")
    let cheap = try #require(cost("add unit A"))
    _ = transcript("unwatch present\nwatch present = players where \(condition)")
    #expect(told("print count(present)") == "1")
    let spent = try #require(cost("add unit B"))
    #expect((spent > cheap) == readsRows)
    _ = transcript("phase active\nclose map")
    #expect(told("print count(present)") == "\(countInTheEnd)")
  }

  @Test func `a removed watch costs nothing, even if an expression has read its view`() throws {
    let session = try #require(session)
    let before = try #require(cost("add unit A"))
    _ = transcript("watch strong = units where hp > count(units)")
    #expect(try #require(cost("add unit B")) > before)
    #expect(session.run("print shown.name").output.hasSuffix(" strong\n"))
    _ = told("unwatch strong")
    #expect(cost("add unit C") == before)
  }

  @Test(arguments: [
    ("unwatch al", "error: there is no watch “al”"),
    ("watch A = units", "error: there is already a unit “A”"),
    ("add unit all", "error: there is already a watch “all”"),
    ("watch v = shown", "error: objects of this kind cannot be watched"),
    (
      "watch units = units",
      "error: “units” cannot be a watch's name: the word has another meaning in expressions"
    ),
    ("watch w = units where hpp > 3", "error: nothing is called “hpp”"),
  ])
  func `a wrong watch is reported, and nothing is written`(command: String, message: String) {
    _ = transcript("add unit A\nwatch all = units")
    #expect(told(command).split(separator: "\n").first.map(String.init) == message)
    #expect(session?.world.step == 2)
  }
}
