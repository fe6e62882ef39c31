import CommandLanguage
import Simulator
import TextViews
import Testing

private struct Cabin: Model {
  let id: Int
  var name: String
  var beds = 1
  var isOpen = true
  static let schema = Schema<Cabin>("room", plural: "rooms", named: \.name, new: { Cabin(id: $0, name: $1) })
  {
    Field("name", \.name)
    Field("beds", \.beds, in: 0...9)
    Field("open", \.isOpen)
  }
}

private let inn = World("inn", Cabin.schema) {
  Screen("house", isOpen: true) {
    Lines("plan") { world in
      world.all(Cabin.self).map { "\($0.name) " + String(repeating: "▢", count: $0.beds) }.joined(
        separator: "\n")
    }
    Tree("tree") { world in
      world.all(Cabin.self).map { room in
        Branch(room.name, (0..<room.beds).map { Branch("bed \($0 + 1)", $0 == 0 ? [Branch("pillow")] : []) })
      }
    }
  }
  Rows("closed", columns: [TextViews.Column("room", width: 5), TextViews.Column("beds", unit: " beds")]) {
    world in
    world.all(Cabin.self, where: \.isOpen, is: false).map { [$0.name, "\($0.beds)"] }
  }
  List("rooms_list", of: Cabin.self, columns: ["name": .leading(4), "beds": .trailing(1)])
}

/// Views of lines, rows and trees that a world declares.
@Suite struct OwnRowsTests {
  @Test func `the world's declarations have no problem`() { #expect(inn.problems == []) }

  @Test func `lines, rows and branches follow the objects that they are made of`() throws {
    let session = try inn.makeSession()
    #expect(
      session.transcript("add room A\nadd room B beds=2\nchange A beds=0\nchange A open=false\nremove room A")
        == """
        > add room A
        + house/plan 1  A ▢
        + house/tree 1  A
        + house/tree 2  └ bed 1
        + house/tree 3    └ pillow
        + rooms_list 1  A     1
        > add room B beds=2
        + house/plan 2  B ▢▢
        + house/tree 4  B
        + house/tree 5  ├ bed 1
        + house/tree 6  │ └ pillow
        + house/tree 7  └ bed 2
        + rooms_list 2  B     2
        > change A beds=0
        ~ house/plan 1  A ▢→A
        - house/tree 3    └ pillow
        - house/tree 2  └ bed 1
        ~ rooms_list 1  A  1→0
        > change A open=false
        + closed 1  A      0 beds
        > remove room A
        - closed 1  A      0 beds
        - house/plan 1  A
        - house/tree 1  A
        - rooms_list 1  A     0

        """)
    #expect(session.run("undo").output.contains("+ house/plan 1  A\n"))
    #expect(session.run("close house").output.hasSuffix("dropped\n- house\n"))
    #expect(session.run("change A beds=2").output.contains("house") == false)
    #expect(session.run("open house").output.contains("+ house/plan 1  A ▢▢\n"))
    #expect(session.run("verify").outcome == .done)
    let why = session.run("why house/plan").output
    #expect(why.hasSuffix("its rows depend on rooms\n"), "\(why)")
    #expect(session.run("show house").output.contains("│ A ▢▢"))
  }

  @Test func `a row of lines, a table or a tree is explained by its number`() throws {
    let session = try inn.makeSession()
    _ = session.transcript("add room A\nadd room B\nchange A open=false\nchange B beds=2")
    #expect(
      session.transcript("why house/plan 1\nwhy house/plan 2\nwhy closed 1\nwhy closed 2\nwhy plan") == """
        > why house/plan 1
        shown by add room A (step 1): + room A
        its rows depend on rooms
        > why house/plan 2
        shown by change B beds=2 (step 4): B.beds 1→2
        its rows depend on rooms
        > why closed 1
        shown by change A open=false (step 3): A.open true→false
        its rows depend on rooms
        > why closed 2
        error: “closed” shows no row 2
          why closed 2
                     ^
          note: it shows 1 to 1
        > why plan
        error: there is no object, field or view “plan”
          why plan
              ^~~~  did you mean “house/plan”?

        """)
    _ = session.run("close house")
    #expect(session.run("why house/plan 1").output.hasPrefix("hidden by close house (step 5)"))
  }

  @Test func `a view of more rows than it can show prints the number of the others, and why explains it`()
    throws
  {
    let world = World("inn", Cabin.schema) {
      Tree("tree") { world in
        let branches = (0..<400).map { _ in Branch("x", [Branch("y")]) }
        return world.all(Cabin.self).map {
          Branch($0.name, branches + (0..<200 + $0.beds).map { Branch("\($0)") })
        }
      }
      Lines("lines") { world in
        world.all(Cabin.self).map { String(repeating: "x\n", count: 1_000 + $0.beds) }.joined()
      }
    }
    let session = try world.makeSession()
    let output = session.run("add room A beds=5").output
    #expect(output.contains("+ tree 1000  ├ 198\n+ tree 1001  … 6 more\n") && !output.contains("tree 1002"))
    #expect(output.contains("+ lines 1001  … 6 more\n") && !output.contains("lines 1002"))
    #expect(
      session.transcript("change A beds=9\nwhy tree 1001\nwhy tree 1002") == """
        > change A beds=9
        ~ tree 1001  … 6 more→… 10 more
        ~ lines 1001  … 6 more→… 10 more
        > why tree 1001
        shown by change A beds=9 (step 2): A.beds 5→9
        its rows depend on rooms
        > why tree 1002
        error: “tree” shows no row 1002
          why tree 1002
                   ^~~~
          note: it shows 1 to 1001

        """)
  }

  @Test func `branches that occur in many places are counted without being visited`() throws {
    let world = World("inn", Cabin.schema) {
      Tree("tree") { world in
        let branch = (0..<70).reduce(Branch("end")) { branch, _ in Branch("fork", [branch, branch]) }
        return world.all(Cabin.self).map { _ in branch }
      }
    }
    let output = try world.makeSession().run("add room A").output
    #expect(output.hasSuffix("+ tree 1001  … \(Int.max - 1_000) more\n"))
  }

  @Test func `a list shows no field whose column is hidden there`() throws {
    let world = World("inn", Cabin.schema) {
      List(
        "rooms_list", of: Cabin.self, columns: ["name": .leading(4), "open": .hidden, "beds": .trailing(1)])
    }
    #expect(try world.makeSession().transcript("add room A") == "> add room A\n+ rooms_list 1  A     1\n")
    let empty = World("inn", Cabin.schema) {
      List("rooms_list", of: Cabin.self, columns: ["name": .hidden])
    }
    #expect(empty.problems == ["the list “rooms_list” shows no field, as all its columns are hidden"])
  }

  @Test func `columns of a view's own show no new field`() throws {
    struct Grown: Model {
      let id: Int
      var name: String
      var beds = 1
      var isNew = true
      static let schema = Schema<Grown>(
        "room", plural: "rooms", named: \.name, new: { Grown(id: $0, name: $1) }
      ) {
        Field("new", \.isNew)
        Field("name", \.name)
        Field("beds", \.beds, in: 0...9)
        Field("open", \.isNew)
      }
    }
    let grown = World("inn", Grown.schema) {
      List("rooms_list", of: Grown.self, columns: ["name": .leading(4), "beds": .trailing(1)])
    }
    let lines = "add room A\nchange A beds=3"
    let before = try inn.makeSession().transcript("close house\n" + lines)
    #expect(before.hasSuffix(try grown.makeSession().transcript(lines)))
  }
}
