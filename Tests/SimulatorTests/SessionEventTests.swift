import CommandLanguage
import TestSupport
import Testing
import TextViews
import Values

@testable import Simulator

/// The events of a session.
@Suite struct SessionEventTests {
  /// Runs lines and returns their events as JSON, without those of the beginning unless they are wanted.
  private static func events(
    _ lines: String, in session: CommandSession, withBeginning: Bool = false
  ) -> [String] {
    var events: [String] = []
    session.eventObserver = { events.append($0.json) }
    if !withBeginning { events = [] }
    _ = session.transcript(lines)
    session.eventObserver = nil
    return events
  }

  @Test func `a line's events are its transaction, the text and what views show`() throws {
    let session = try kanban.makeSession()
    #expect(
      Self.events("add card Docs points=3; print 1 + 1\nchange Docs points=5 column=doing", in: session) == [
        #"{"type":"line","number":1,"text":"add card Docs points=3; print 1 + 1"}"#,
        #"{"type":"transaction","cause":"add card Docs points=3","step":1,"part":1,"changes":[{"action":"added","kind":"card","id":1,"name":"Docs","fields":[{"name":"title","new":"Docs"},{"name":"column","new":"todo"},{"name":"points","new":3},{"name":"owner","new":null}]}]}"#,
        #"{"type":"told","to":[{"name":"board","lines":1}],"passed":0}"#,
        #"{"type":"view","change":"appeared","path":"board","row":1,"fields":[{"name":"title","text":"Docs"},{"name":"column","text":"todo"},{"name":"points","text":"3"},{"name":"owner","text":"none"}],"kind":"card","id":1}"#,
        #"{"type":"text","text":"2"}"#, #"{"type":"end","outcome":"done"}"#,
        #"{"type":"line","number":1,"text":"change Docs points=5 column=doing"}"#,
        #"{"type":"transaction","cause":"change Docs points=5 column=doing","step":2,"part":1,"changes":[{"action":"changed","kind":"card","id":1,"name":"Docs","fields":[{"name":"column","old":"todo","new":"doing"},{"name":"points","old":3,"new":5}]}]}"#,
        #"{"type":"told","to":[{"name":"board","lines":1}],"passed":0}"#,
        #"{"type":"view","change":"changed","path":"board","row":1,"fields":[{"name":"title","text":"Docs"},{"name":"column","old":"todo","new":"doing"},{"name":"points","old":"3","new":"5"},{"name":"owner","text":"none"}],"kind":"card","id":1}"#,
        #"{"type":"end","outcome":"done"}"#,
      ])
  }

  @Test func `an observer first receives the present objects and rows`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card Docs\nadd person Ann\nadd card Code owner=Ann")
    #expect(
      Self.events("", in: session, withBeginning: true) == [
        #"{"type":"transaction","cause":"","changes":[{"action":"added","kind":"person","id":1,"name":"Ann","fields":[{"name":"name","new":"Ann"},{"name":"team","new":""}]},{"action":"added","kind":"card","id":1,"name":"Docs","fields":[{"name":"title","new":"Docs"},{"name":"column","new":"todo"},{"name":"points","new":1},{"name":"owner","new":null}]},{"action":"added","kind":"card","id":2,"name":"Code","fields":[{"name":"title","new":"Code"},{"name":"column","new":"todo"},{"name":"points","new":1},{"name":"owner","new":"Ann","refersTo":"person","newID":1}]},{"action":"added","kind":"clock","id":0,"fields":[{"name":"tick","new":0}]},{"action":"added","kind":"screen","id":"board","fields":[{"name":"name","new":"board"},{"name":"open","new":true},{"name":"first","new":1},{"name":"rows","new":20}]}]}"#,
        #"{"type":"view","change":"appeared","path":"board","row":1,"fields":[{"name":"title","text":"Docs"},{"name":"column","text":"todo"},{"name":"points","text":"1"},{"name":"owner","text":"none"}],"kind":"card","id":1}"#,
        #"{"type":"view","change":"appeared","path":"board","row":2,"fields":[{"name":"title","text":"Code"},{"name":"column","text":"todo"},{"name":"points","text":"1"},{"name":"owner","text":"Ann"}],"kind":"card","id":2}"#,
      ])
  }

  @Test func `a reference has the identity of its object, which a new name leaves as it is`() throws {
    let session = try kanban.makeSession()
    let events = Self.events(
      "add person Ann\nadd card Docs owner=Ann\nchange Ann name=Eve\nchange Docs owner=none\nundo",
      in: session)
    let owners = events.compactMap { event -> Substring? in
      guard event.contains("refersTo"), let start = event.firstRange(of: #"{"name":"owner""#) else {
        return nil
      }
      return event[start.lowerBound...].prefix { $0 != "}" }
    }
    #expect(
      owners == [
        #"{"name":"owner","new":"Ann","refersTo":"person","newID":1"#,
        #"{"name":"owner","old":"Eve","new":null,"refersTo":"person","oldID":1"#,
        #"{"name":"owner","old":null,"new":"Eve","refersTo":"person","newID":1"#,
      ])
  }

  @Test func `a list of references has the identities of its objects`() throws {
    let world = World("teams", Person.schema, Crew.schema)
    let session = try world.makeSession()
    let events = Self.events("add person Ann\nadd person Bob\nadd crew Blue members=[Ann, Bob]", in: session)
    #expect(
      events.contains {
        $0.contains(#"{"name":"members","new":["Ann","Bob"],"refersTo":"person","newID":[1,2]}"#)
      }, "\(events)")
  }

  @Test func `a failure is its code, message, notes and range, as data`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card Docs")
    #expect(
      Self.events("change Doc points=5\nprint (", in: session) == [
        #"{"type":"line","number":1,"text":"change Doc points=5"}"#,
        #"{"type":"diagnostic","code":"unknown-word","message":"there is no object “Doc”","suggestion":"Docs","text":"change Doc points=5","range":[7,10]}"#,
        #"{"type":"end","outcome":"failed"}"#, #"{"type":"line","number":1,"text":"print ("}"#,
        #"{"type":"diagnostic","code":"never-closed","message":"this “(” is never closed","text":"print (","range":[6,7]}"#,
        #"{"type":"end","outcome":"failed"}"#,
      ])
  }

  @Test func `a change names the rule by which fields changed along with others`() throws {
    let world = World("ruled", Person.schema, Card.schema) {
      Reason(of: Card.self) { before, after in
        before.column == after.column ? nil : "a card that moves keeps its points"
      }
    }
    let session = try world.makeSession()
    _ = session.transcript("add card Docs")
    let events = Self.events("change Docs column=doing\nchange Docs points=2\nundo 2", in: session)
    let rules = events.filter { $0.contains("transaction") }.map {
      $0.contains(#""rule":"a card that moves"#)
    }
    #expect(rules == [true, false, false, false])
  }

  @Test func `a label's change names the facts that it is made of, or the kinds that it reads`() throws {
    let world = World("labelled", Person.schema, Card.schema) {
      Label("sum", showing: [.field(\Card.points, of: 1)]) { "\($0.all(Card.self).first?.points ?? 0)" }
      Label("count") { "\($0.all(Card.self).count)" }
    }
    let session = try world.makeSession()
    _ = session.transcript("add card Docs")
    let events = Self.events("change Docs points=7\nadd card Code", in: session).filter {
      $0.contains("view")
    }
    #expect(
      events == [
        #"{"type":"view","change":"changed","path":"sum","fields":[{"name":"text","old":"1","new":"7"}],"facts":["Docs.points = 7"]}"#,
        #"{"type":"view","change":"changed","path":"count","fields":[{"name":"text","old":"1","new":"2"}],"facts":["cards"]}"#,
      ])
  }

  @Test func `observers with nothing to show are reported`() throws {
    let session = try kanban.makeSession()
    let events = Self.events("add person Ann", in: session).filter { $0.contains(#""type":"told""#) }
    #expect(events == [#"{"type":"told","to":[{"name":"names of people"}],"passed":0}"#])
  }

  @Test func `a session that stands within a step is traced up to there`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card Docs; add card Code; add card Tests\ngoto 1.2")
    let digest = session.world.digest
    var parts: [Int] = []
    try session.retrace { if case .committed(let transaction) = $0 { parts.append(transaction.part ?? 0) } }
    #expect(parts.filter { $0 > 0 }.max() == 2, "\(parts)")
    #expect(session.world.digest == digest)
  }

  @Test func `a session is traced again from its history, as it went`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card Docs; add card Code\nchange Docs points=4\nremove Code\nundo")
    var events: [SessionEvent] = []
    try session.retrace { events.append($0) }
    var lines: [String] = []
    var parts: [String] = []
    var views: [String] = []
    for event in events {
      switch event {
      case .lineBegan(let line):
        lines.append("\(line.number ?? 0) \(String(decoding: line.text, as: UTF8.self))")
      case .committed(let transaction):
        parts.append("\(transaction.step ?? 0).\(transaction.part ?? 0) \(transaction.changes?.count ?? 0)")
      case .view(let event, _): views.append(event.line)
      case .text(let text): Issue.record("text: \(text)")
      case .told, .diagnostic, .lineEnded: break
      }
    }
    #expect(lines == ["1 add card Docs; add card Code", "2 change Docs points=4"])
    #expect(parts == ["0.0 2", "1.1 1", "1.2 1", "2.1 1"])
    #expect(views.map { $0.prefix(14) } == ["+ board 1  Doc", "+ board 2  Cod", "^ board 1→2  D"])
    #expect(session.run("print Docs.points").output == "4\n")
  }

  @Test func `a redone transaction is told from a new one with the same command`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card Docs")
    let events = Self.events(
      "change Docs points=5\nundo\nchange Docs points=5\nundo\nredo\ngoto 0\ngoto 2\nchange Docs points=6",
      in: session)
    let marks = events.filter { $0.contains(#""type":"transaction""#) }.map { event in
      event.contains(#""undone":true"#) ? "undone" : event.contains(#""redone":true"#) ? "redone" : "new"
    }
    #expect(
      marks == ["new", "undone", "new", "undone", "redone", "undone", "undone", "redone", "redone", "new"])
  }

  @Test func `a session that is traced again has no redone transactions`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card Docs\nchange Docs points=5")
    var events: [String] = []
    try session.retrace { events.append($0.json) }
    #expect(events.contains { $0.contains(#""step":2"#) } && !events.contains { $0.contains("redone") })
  }

  @Test func `undone steps are shown with the changes that lead back`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card Docs")
    let events = Self.events("undo\nredo", in: session)
    #expect(
      events.filter { $0.contains("transaction") } == [
        #"{"type":"transaction","cause":"add card Docs","step":1,"part":1,"undone":true,"changes":[{"action":"removed","kind":"card","id":1,"name":"Docs","fields":[{"name":"title","old":"Docs"},{"name":"column","old":"todo"},{"name":"points","old":1},{"name":"owner","old":null}]}]}"#,
        #"{"type":"transaction","cause":"add card Docs","step":1,"part":1,"redone":true,"changes":[{"action":"added","kind":"card","id":1,"name":"Docs","fields":[{"name":"title","new":"Docs"},{"name":"column","new":"todo"},{"name":"points","new":1},{"name":"owner","new":null}]}]}"#,
      ])
  }

  @Test func `the transactions of a line that exceeds the history are reported with a store, too`() throws {
    func transactions(withStore: Bool) throws -> [String] {
      let session = try kanban.makeSession()
      session.world.past.steps.isLineNeeded = withStore
      let lines = "set changes 2\nfor n in range(1, 6) { add card \"C\\(n)\" }\nadd card D"
      return Self.events(lines, in: session).filter { $0.contains("\"type\":\"transaction\"") }
    }
    let reported = try transactions(withStore: true)
    #expect(reported == (try transactions(withStore: false)))
    let causes = (1...6).map { "add card C\($0)" } + ["add card D"]
    #expect(reported.count == 7 && zip(reported, causes).allSatisfy { $0.contains("\"cause\":\"\($1)\"") })
  }

  @Test func `a command that is taken back leaves no event but its failure`() throws {
    let world = World("shy", Person.schema, Card.schema) {
      List("board", of: Card.self)
      Label("count") { "\($0.all(Card.self).count)" }
      Constraint("few") { "count.text == \"0\" or count.text == \"1\"" }
    }
    #expect(world.problems == [])
    let session = try world.makeSession()
    let kinds = Self.events("add card A\nadd card B", in: session).map { String($0.dropFirst(9).prefix(8)) }
    #expect(
      kinds == [
        #"line","n"#, #"transact"#, #"told","t"#, #"view","c"#, #"view","c"#, #"end","ou"#, #"line","n"#,
        #"diagnost"#, #"end","ou"#,
      ])
  }

  @Test func `a command that is rolled back for want of memory has no transaction, with a store`() throws {
    let session = try kanban.makeSession()
    session.world.past.steps.isLineNeeded = true
    let limit = session.interpreter.budget.memory.present + 20_000
    let lines = ["set memory \(limit)"] + (1...200).map { "add card C\($0)" } + ["print count(cards)"]
    let events = Self.events(lines.joined(separator: "\n"), in: session)
    let count = events.count { $0.contains("\"cause\":\"add card") }
    #expect(events.contains { $0.contains("bytes of memory") } && count > 0)
    #expect(events.contains { $0.contains("\"text\":\"\(count)\"") }, "\(count)")
  }

  @Test func `hostile text is escaped in JSON, and an object stays one line`() throws {
    let session = try kanban.makeSession()
    let lines = #"add person Ann team="\u{202E}</script>\"""# + "\nprint \"+ board 1  x\""
    let events = Self.events(lines, in: session)
    #expect(events.allSatisfy { !$0.contains("\n") && !$0.contains("\u{202E}") })
    #expect(events.contains { $0.contains(#"{"name":"team","new":"\u202e</script>\""}"#) })
    #expect(events.contains(#"{"type":"text","text":"+ board 1  x"}"#))
  }

  // MARK: The transcript

  /// The transcript that is made of events.
  private static func rendered(_ events: [SessionEvent]) -> String {
    var text = ""
    var diagnostics: [CommandFailure] = []
    func endDiagnostics() {
      guard let first = diagnostics.first else { return }
      text += DiagnosticRenderer().render(diagnostics.map(\.diagnostic), in: first.text)
      diagnostics = []
    }
    for event in events {
      if case .diagnostic(let failure) = event {
        if let last = diagnostics.last, last.text != failure.text { endDiagnostics() }
        diagnostics.append(failure)
        continue
      }
      endDiagnostics()
      switch event {
      case .text(let line): text += line + "\n"
      case .view(let event, _): text += event.line + "\n"
      default: break
      }
    }
    endDiagnostics()
    return text
  }

  private static let lines = [
    "add card A%", "add card A% points=7; add person P%", "change A% points=9", "remove A%", "move A% doing",
    "change A% owner=P%", "undo", "redo", "undo 3", "goto 2", "watch w% = cards by points", "scroll board 3",
    "print \"+ board 1  \" count(cards)", "cards", "log", "after 2 { add card J%; print now }", "tick 3",
    "for c in cards { change $c points=(c.points % 7 + 1); print c.title }", "change A% points=500",
    "nonsense (",
    "repeat 3 { add card R% }", "let x = 1 / 0", "views", "show", "trace on", "trace off", "expect 1 == 2",
    "if true { add card A%; remove A% }", "why board", "diff 1 2", "set history 3",
  ]

  @Test func `the transcript is the rendering of the events, whatever is typed`() throws {
    for seed in UInt64(0)..<60 {
      var random = SplitMix(seed)
      let session = try kanban.makeSession()
      var events: [SessionEvent] = []
      session.eventObserver = { events.append($0) }
      let plain = try kanban.makeSession()
      for step in 0..<30 {
        let line = Self.lines[random.below(Self.lines.count)]
          .replacing("%", with: "\(random.below(4))")
        events = []
        // The width of a window changes the transcript and not the events.
        session.width = random.below(2) == 0 ? 40 : nil
        let output = session.run(line).output
        let expected = plain.run(line).output
        for event in events { _ = try JSONObject(Array(event.json.utf8).span) }
        #expect(Self.rendered(events) == expected, "seed \(seed), step \(step): \(line)")
        #expect(session.width != nil || output == expected, "seed \(seed), step \(step): \(line)")
        guard case .lineBegan(let began)? = events.first, case .lineEnded? = events.last else {
          Issue.record("seed \(seed), step \(step): \(line)")
          return
        }
        #expect(began.text == Array(line.utf8))
      }
    }
  }

  @Test func `the events of views lead from what was shown to what is shown`() throws {
    for seed in UInt64(0)..<40 {
      var random = SplitMix(seed + 1_000)
      let session = try kanban.makeSession()
      let stage = session.world.stage
      var image = ScreenImage(of: stage.views)
      var events: [ViewEvent] = []
      session.eventObserver = { if case .view(let event, _) = $0 { events.append(event) } }
      for step in 0..<30 {
        let line = Self.lines[random.below(Self.lines.count)].replacing("%", with: "\(random.below(4))")
        _ = session.run(line)
        let difference = image.follow(events, to: ScreenImage(of: stage.views))
        #expect(difference == nil, "seed \(seed), step \(step): \(line)")
        events = []
      }
    }
  }

  @Test func `an observed session does the same as one without an observer`() throws {
    for seed in UInt64(0)..<20 {
      var random = SplitMix(seed + 2_000)
      let (observed, plain) = (try kanban.makeSession(), try kanban.makeSession())
      observed.eventObserver = { _ in }
      for _ in 0..<30 {
        let line = Self.lines[random.below(Self.lines.count)].replacing("%", with: "\(random.below(4))")
        #expect(observed.run(line).output == plain.run(line).output)
      }
      #expect(observed.world.stateDigest == plain.world.stateDigest)
    }
  }
}

private struct Crew: Model {
  let id: Int
  var name: String
  var members: [Reference<Person>] = []
  static let schema = Schema<Crew>(
    "crew", plural: "crews", "people who work together", named: \.name, new: { Crew(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("members", \.members)
  }
}
