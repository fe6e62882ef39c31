import CommandLanguage
import Simulator
import Testing

/// What `why` says of views and their rows.
@Suite struct ViewReasonTests {
  let session = try? skirmish.makeSession()

  private func transcript(_ commands: String) -> String { session?.transcript(commands) ?? "" }

  private func why(_ target: String) -> String { session?.run("why \(target)").output ?? "" }

  private let readsGame = "its text depends on game\n"

  @Test func `an accessory is explained by its conditions and by what its text is made of`() {
    #expect(
      why("map/attacker") == "hidden since the beginning: game.phase = none (not active)\n" + readsGame)
    _ = transcript("phase matching\nphase active\nopponent Mordred")
    #expect(
      why("map/attacker") == """
        shown by phase active (step 2): game.phase matching→active, me.side = attacker
        changed by opponent Mordred (step 3): game.opponent “”→Mordred
        \(readsGame)
        """)
    #expect(why("chat/attacker") == "hidden since the beginning: chat.open = false\n" + readsGame)
  }

  @Test func `for a hidden view, each false condition is reported, and the closed screen`() {
    _ = transcript("phase active\nside defender\nphase postMortem\nclose map")
    #expect(
      why("map/attacker") == """
        hidden by close map (step 4): map.open true→false
        hidden by side defender (step 2): me.side attacker→defender (not attacker); now also game.phase = postMortem (not active)
        \(readsGame)
        """)
    #expect(why("map") == "hidden by close map (step 4): map.open true→false\n")
    #expect(why("map/units") == "hidden by close map (step 4): map.open true→false\n")
  }

  @Test func `what reads other views is not explained by a step that had nothing to do with it`() {
    _ = transcript("add unit A\nwatch w = units where map.visible\nclose map\nopen map")
    #expect(why("w A").hasPrefix("shown because of other views; what they showed earlier is not known\n"))
  }

  @Test func `a label is explained by the command that changed its text`() {
    #expect(why("title") == "shown since the beginning\nits text depends on game\n")
    _ = transcript("add unit A hp=50\nchange A hp=20\nadd unit B\nphase active")
    #expect(why("app/alarm") == "shown by change A hp=20 (step 2): A.hp 50→20\nits text depends on units\n")
    #expect(
      why("app/title") == "shown by phase active (step 4): game.phase none→active\nits text depends on game\n"
    )
    _ = transcript("change A hp=70")
    #expect(why("alarm") == "hidden by change A hp=70 (step 5): A.hp 20→70\nits text depends on units\n")
  }

  @Test func `asking why moves nothing and prints no view`() {
    _ = transcript("add unit A\nchange A hp=20\nphase active\nwatch weak = units where hp < 30")
    let before = transcript("hash\nlog")
    for target in ["map/attacker", "alarm", "map/units 1", "weak A", "title"] {
      #expect(!why(target).contains("~ "))
    }
    #expect(transcript("hash\nlog") == before)
  }

  @Test func `a row is explained by its object, and one outside the viewport by where it is`() {
    _ = transcript("add unit Arthur\nadd unit Ban\nchange Ban hp=20")
    #expect(
      why("map/units 2")
        == "shown by add unit Ban (step 2): + unit Ban\nchanged by change Ban hp=20 (step 3): Ban.hp 100→20\n"
    )
    #expect(why("map Arthur") == "shown by add unit Arthur (step 1): + unit Arthur\n")
    _ = transcript("open map rows=1")
    #expect(why("map Ban") == "hidden: it is row 2, and rows 1-1 of 2 are visible\n")
  }

  @Test func `a row of a watch is explained by the selection's condition`() {
    _ = transcript(
      "add unit A\nadd unit B\nadd unit C\nwatch fit = units where status == ready and hp > 50 limit 2")
    #expect(
      why("fit A")
        == "shown by watch fit = units where status == ready and hp > 50 limit 2 (step 4): + watch fit, A.status = ready, A.hp = 100\n"
    )
    #expect(why("fit C") == "hidden since the beginning: the limit excludes it\n")
    _ = transcript("change A status=marching")
    #expect(
      why("fit A")
        == "hidden by change A status=marching (step 5): A.status ready→marching, A.hp = 100 (“status == ready and hp > 50” does not hold)\n"
    )
    #expect(
      why("fit")
        == "shown by watch fit = units where status == ready and hp > 50 limit 2 (step 4): + watch fit\n")
  }

  @Test func `a row that a limit or another watch lets in or out is explained by the step that did`() {
    _ = transcript("add unit A hp=10\nadd unit B hp=20\nadd unit C hp=30")
    _ = transcript(
      "watch two = units by hp limit 2\nwatch same = units where it in two\nchange A hp=90\nphase active")
    for watch in ["two", "same"] {
      #expect(why("\(watch) 1").hasPrefix("shown by watch \(watch) = "), "\(watch)")
      #expect(why("\(watch) 2") == "shown by change A hp=90 (step 6): A.hp 10→90\n", "\(watch)")
      #expect(why("\(watch) A").hasPrefix("hidden by change A hp=90 (step 6): A.hp 10→90, "), "\(watch)")
    }
  }

  @Test func `a watch that reads more than the row explains which command changed it`() {
    _ = transcript(
      "add unit A\nadd unit B side=defender\nwatch ours = units where side == me.side\nphase active\nside defender"
    )
    #expect(
      why("ours A")
        == "hidden by side defender (step 5): me.side attacker→defender, A.side = attacker (“side == me.side” does not hold)\n"
    )
    #expect(
      why("ours 1") == "shown by side defender (step 5): me.side attacker→defender, B.side = defender\n")
  }
}
