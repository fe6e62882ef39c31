import CommandLanguage
import Simulator
import Testing

/// All that lives longer than a line is charged to one account.
@Suite struct MemoryAccountTests {
  let session: CommandSession
  var account: MemoryAccount { session.interpreter.budget.memory }

  init() throws { session = try skirmish.makeSession() }

  /// The bytes that lines make the session keep.
  private func growth(_ lines: String) -> Int {
    let before = account.present
    _ = session.transcript(lines)
    return account.present - before
  }

  @Test func `a list is charged once, however many watches, jobs and constraints captured it`() {
    let one = growth("let l = range(1, 1000)\nwatch w0 = units where hp in l")
    let many = growth(
      """
      \(Self.watches("units where hp in l"))
      constraint known not any units where hp == first(l) + 1000
      """)
    #expect(one > 64_000)
    #expect(many < 400_000)
  }

  @Test(arguments: [
    "let l = range(1, 1000)", "add unit A", "let t = text(range(1, 1000)); add message text=$t",
    "watch w = units where hp > 1", "after 3 { print 1 }", "constraint i not any units where hp > 998",
    "def f a { print a; print a }",
  ])
  func `the memory that a line makes a session keep is charged`(line: String) {
    #expect(growth(line) > 200)
  }

  @Test func `the memory of undone work is no longer charged`() {
    let (present, past) = (account.present, account.past)
    _ = session.transcript(
      """
      add unit A; add unit B; watch w = units where hp > 1; after 3 { print 1 }; change A hp=5
      add message text="a text that is no short one"
      constraint i not any units where hp > 998
      """)
    #expect(account.present > present && account.past > past)
    _ = session.transcript("undo 3")
    #expect(account.present == present)
    // The generator has drawn the new step's number.
    _ = session.transcript("add unit A\nundo\nset history 0")
    #expect(account.present == present)
    #expect(account.past == past)
  }

  /// Lines that make 50 watches of a selection.
  private static func watches(_ selection: String) -> String {
    (1...50).map { "watch w\($0) = \(selection)" }.joined(separator: "\n")
  }

  private static let hundredUnits = #"for i in range(1, 100) { add unit "u\(i)" }"#

  @Test func `rows of watches are charged, and released with them`() {
    _ = session.transcript(Self.hundredUnits + "\nwatch v = units limit 1")
    let one = growth("watch w = units")
    #expect(one > 100 * 64)
    #expect(growth("unwatch w") == -one)
  }

  @Test func `a command that takes more than there is fails at that argument, and leaves nothing behind`() {
    _ = session.transcript(Self.hundredUnits + "\nwatch a = units\nset history 0")
    let limit = account.present + 4_000
    #expect(
      session.transcript("set memory \(limit)\nwatch b = units by hp\nprint count(watches)") == """
        > set memory \(limit)
        > watch b = units by hp
        error: a session may use at most \(limit) bytes of memory
          watch b = units by hp
          ^~~~~~~~~~~~~~~~~~~~~
          note: the limit is the setting “memory”
        > print count(watches)
        1

        """)
    #expect(account.present <= limit)
  }

  @Test func `a session that keeps more than it may can shrink and change, and not grow`() {
    _ = session.transcript("add unit A\nadd unit B\nset memory 2000")
    #expect(session.transcript("add unit C").contains("error: a session may use at most 2000 bytes"))
    #expect(
      session.transcript("change A hp=5\nremove B\nprint count(units)").hasSuffix("> print count(units)\n1\n")
    )
  }

  @Test func `the history drops its oldest steps by their bytes`() {
    _ = session.transcript(
      "let t = text(range(1, 1000))\nadd message text=$t\nadd message text=$t\nadd unit A")
    let limit = account.present + account.past
    let lines = session.transcript("set memory \(limit)\nadd message text=$t\nlog")
    #expect(lines.contains(" dropped, see “set history”"))
    #expect(lines.contains("(the oldest state kept)"))
    #expect(account.present + account.past <= limit)
  }

  @Test func `undoing what takes more than there is room for is refused, and nothing moves`() {
    _ = session.transcript(
      """
      \(Self.watches("units"))
      \(Self.hundredUnits)
      set memory 1000000
      for u in units { remove $u }
      let l = range(1, 22000)
      """)
    #expect(
      session.transcript("undo\nprint count(units)\nunset l\nundo\nprint count(units)")
        .split(separator: "\n").filter { !$0.hasPrefix("+ ") }.joined(separator: "\n") == """
          > undo
          error: a session may use at most 1000000 bytes of memory
            undo
            ^~~~
            note: the limit is the setting “memory”
          > print count(units)
          0
          > unset l
          > undo
          undid for u in units { remove $u } (step 52)
          > print count(units)
          100
          """)
  }

  // MARK: Steps whole or not at all

  @Test func `a step of many parts is forgotten whole`() {
    _ = session.transcript(
      """
      set changes 5
      add unit A
      change A hp=91; change A hp=92
      change A hp=93; change A hp=94; change A hp=95
      """)
    #expect(
      session.transcript("log\nlog 2\nundo\nundo") == """
        > log
        step 1 was dropped, see “set history” and “set changes”
          step  tick  command                                   changed
             1     0  (the oldest state kept)
             2     0  change A hp=91; change A hp=92            A.hp 100→92
        *    3     0  change A hp=93; change A hp=94; change …  A.hp 92→95
        > log 2
          step  tick  command         changed
           2.1     0  change A hp=91  A.hp 100→91
           2.2     0  change A hp=92  A.hp 91→92
        > undo
        undid change A hp=93; change A hp=94; change A hp=95 (step 3)
        ~ map/units 1  🙂 A  ready  95→92 hp
        > undo
        undid change A hp=91; change A hp=92 (step 2)
        ~ map/units 1  🙂 A  ready  92→100 hp

        """)
  }

  @Test func `a line that exceeds the limit of the history on its own is not kept, which is reported once`() {
    #expect(
      session.transcript(
        """
        add unit A
        set changes 3
        for i in range(41, 46) { change A hp=$i }
        undo
        change A hp=57
        log
        undo
        """) == """
          > add unit A
          + map/units 1  🙂 A         ready    100 hp
          > set changes 3
          > for i in range(41, 46) { change A hp=$i }
          ~ map/units 1  🙂 A  ready  100→41 hp
          ~ map/units 1  🙂 A  ready  41→42 hp
          ~ map/units 1  🙂 A  ready  42→43 hp
          ~ map/units 1  🙂 A  ready  43→44 hp
          warning: “for i in range(41, 46) { change A hp=$i }” made more than the 3 changes that the history keeps: there is nothing to undo
          ~ map/units 1  🙂 A  ready  44→45 hp
          ~ map/units 1  🙂 A  ready  45→46 hp
          > undo
          error: there is nothing to undo
            undo
            ^~~~
            note: the oldest steps were dropped; step 2 can be reached
          > change A hp=57
          ~ map/units 1  🙂 A  ready  46→57 hp
          > log
          steps 1-2 were dropped, see “set history” and “set changes”
            step  tick  command                  changed
               2     0  (the oldest state kept)
          *    3     0  change A hp=57           A.hp 46→57
          > undo
          undid change A hp=57 (step 3)
          ~ map/units 1  🙂 A  ready  57→46 hp

          """)
  }

  @Test func `a line that needs more memory than the history leaves continues, with a warning`() {
    _ = session.transcript("add unit A\nset memory \(account.present + 10_000)")
    let lines = session.transcript("repeat 450 { change A hp=1; change A hp=2 }\nundo")
    #expect(lines.contains("needs more memory than the history has left: there is nothing to undo\n"))
    #expect(lines.contains("error: there is nothing to undo\n"))
  }
}
