import AutoUpdate
import CommandLanguage
import Simulator
import TextViews
import Testing

/// What a gauge of some machine says.
struct Gauge: Model {
  enum State: String, FieldWord { case off, on }

  let id: Int
  var state = State.off
  var heat = 20
  var limit = 100
  var label: String?
  var isSteady = false

  static let schema = Schema<Gauge>("gauge", plural: "gauges", label: { _ in "gauge" }, isSingle: true) {
    Field("state", \.state)
    Field("heat", \.heat, "how hot it is", in: -50...500, within: { -50...$0.limit })
    Field("limit", \.limit, in: 0...500)
    Field("label", \.label, refusing: { $0.flatMap(NameText.problem) })
    Field("steady", \.isSteady)
  }
}

/// Counts what it is told, and keeps a label up to date by that.
private final class Bell {
  private var subscription: Subscription?

  init(_ world: Simulation, _ update: @escaping () -> Void) {
    subscription = world.table(of: Gauge.self).observe(name: "bell") { _ in update() }
  }
}

private final class GaugeCell: Cell<Gauge> {
  override var columns: Columns {
    [TextViews.Column("state", width: 4), TextViews.Column("heat", unit: "°")]
  }

  override func write(_ gauge: Gauge, to fields: inout Fields) {
    fields.append(text: gauge.state.rawValue.uppercased())
    fields.append(number: gauge.heat)
  }
}

private let plant = World("plant", Gauge.schema) {
  Start { try $0.add(Gauge(id: 0)) }
  Feed("measure", "Take in what the gauge says", of: Gauge(id: 0), \.state, \.heat, \.label, \.isSteady) {
    world, gauge in
    try world.change(Reference<Gauge>(0)) { known in
      (known.state, known.heat, known.label) = (gauge.state, gauge.heat, gauge.label)
    }
  }
  List("gauges_list", of: Gauge.self, cell: { GaugeCell() })
  Label("bell", showing: [.field(\Gauge.heat, of: 0)], keptBy: { Bell($0, $1) }) { world in
    (world[Reference<Gauge>(0)]?.heat ?? 0) > 90 ? "too hot" : ""
  }
}

@Suite struct FeedTests {
  private let session: CommandSession

  init() throws { session = try plant.makeSession() }

  private func receive(_ text: String) throws -> String? {
    let line = FeedLine(number: 1, text: Array(text.utf8), byteCount: text.utf8.count)
    guard let update = try session.world.update(from: line) else { return nil }
    try update.receive()
    return update.command
  }

  @Test func `a world with a feed has no problem, and its command is declared by the fields`() {
    #expect(plant.problems == [])
    #expect(
      session.transcript("measure on heat=91 label=\"the left one\"") == """
        > measure on heat=91 label="the left one"
        + bell  too hot
        ~ gauges_list 1  OFF→ON  20→91°

        """)
  }

  @Test func `a line of JSON is taken in as one step, under the command that repeats it`() throws {
    #expect(
      try receive(#"{"state":"on","heat":91,"label":"the \"left\" one","steady":false,"x":[1]}"#) != nil)
    #expect(session.world.step == 1)
    let command = try #require(try receive(#"{"state":"off","heat":-5,"steady":true}"#))
    #expect(command == "measure off heat=-5 steady=true")
    let again = try plant.makeSession()
    _ = again.run(#"measure on heat=91 label="the \"left\" one""#)
    _ = again.run(command)
    #expect(again.world.digest == session.world.digest)
  }

  @Test(arguments: [
    (#"{"state":"on","heat":"hot"}"#, "“heat” is “hot”, not a whole number"),
    (#"{"state":"on","heat":101}"#, "“heat” is the number 101: it ranges from -50 to 100"),
    (#"{"state":"on","label":"a: b"}"#, "“label” is “a: b”: it has a colon"),
    (#"{"state":"on","steady":1}"#, "“steady” is the number 1, not true or false"),
    (#"{"heat":1}"#, "“state” is missing"),
  ])
  func `a value that does not fit a field is reported with the field, and nothing is done`(
    line: String, message: String
  ) {
    let problem = #expect(throws: FeedProblem.self) { try receive(line) }
    #expect(problem?.message == message)
    #expect(session.world.step == 0)
  }

  @Test func `a range within another bounds arguments by the one and commits by the other`() {
    #expect(
      session.transcript("change (first(gauges)) limit=60 heat=70\nmeasure on heat=70") == """
        > change (first(gauges)) limit=60 heat=70
        error: 70 is out of range: “heat” of gauge ranges from -50 to 60
          change (first(gauges)) limit=60 heat=70
                                               ^~
        > measure on heat=70
        ~ gauges_list 1  OFF→ON  20→70°

        """)
  }

  @Test func `a kind with a single object has no setting for its maximum number`() {
    #expect(session.run("set gauges 0").outcome == .failed)
  }

  @Test func `why of a label with declared fields names them`() {
    _ = session.transcript("measure on heat=95")
    #expect(session.run("why bell").output == "shown by measure on heat=95 (step 1): gauge.heat 20→95\n")
  }
}
