import CommandLanguage
import Testing

/// The events of a line, as the language makes them.
@Suite struct SessionEventTests {
  private static func session() -> (session: CommandSession, shed: Shed) {
    let shed = Shed()
    return (CommandSession(shed, .shed), shed)
  }

  @Test func `events of a long line come while it runs, in whole lines`() {
    let (session, shed) = Self.session()
    var events: [String] = []
    var seenWhileRunning = 0
    session.eventObserver = { events.append($0.json) }
    session.observer = { _ in seenWhileRunning = max(seenWhileRunning, events.count) }
    _ = session.run("for n in range(0, 2000) { print n }")
    #expect(seenWhileRunning > 1_000)
    #expect(
      events == [#"{"type":"line","number":1,"text":"for n in range(0, 2000) { print n }"}"#]
        + (0...2_000).map { #"{"type":"text","text":"\#($0)"}"# } + [#"{"type":"end","outcome":"done"}"#])
    withExtendedLifetime(shed) {}
  }

  @Test func `several mistakes of a line are several diagnostics`() {
    let (session, shed) = Self.session()
    var messages: [String] = []
    session.eventObserver = {
      if case .diagnostic(let failure) = $0 { messages.append(failure.diagnostic.explanation.message) }
    }
    _ = session.run("paint Q red; nosuch; grow")
    #expect(messages.count >= 2)
    withExtendedLifetime(shed) {}
  }

  @Test func `nothing is delivered after the observer is released`() {
    let (session, shed) = Self.session()
    var count = 0
    session.eventObserver = { _ in count += 1 }
    _ = session.run("say a")
    session.eventObserver = nil
    _ = session.run("say b")
    #expect(count == 3)
    withExtendedLifetime(shed) {}
  }

  @Test func `text that a command prints without a line end is a line`() {
    let (session, shed) = Self.session()
    var texts: [String] = []
    session.eventObserver = { if case .text(let text) = $0 { texts.append(text) } }
    var output: [UInt8] = []
    _ = session.run(into: &output) { shed.output.write("a\n\nb") }
    #expect(texts == ["a", "", "b"])
  }

  @Test func `work without a typed line is a line without text; without a change, it is not a line`() {
    let (session, shed) = Self.session()
    var events: [String] = []
    session.eventObserver = { events.append($0.json) }
    var output: [UInt8] = []
    _ = session.run(into: &output) {}
    #expect(events.isEmpty)
    _ = session.run(into: &output) { shed.output.writeLine("a") }
    let end = #"{"type":"end","outcome":"done"}"#
    #expect(events == [#"{"type":"line"}"#, #"{"type":"text","text":"a"}"#, end])
    events = []
    _ = session.run(into: &output) { throw Explanation("no") }
    #expect(
      events == [
        #"{"type":"line"}"#, #"{"type":"diagnostic","message":"no"}"#, #"{"type":"end","outcome":"failed"}"#,
      ])
  }

  @Test func `malformed UTF-8 is replaced`() {
    let (session, shed) = Self.session()
    var first: String?
    session.eventObserver = { if first == nil { first = $0.json } }
    var output: [UInt8] = []
    _ = session.run([0x73, 0xFF].span, into: &output)
    #expect(first == #"{"type":"line","number":1,"text":"s\#u{FFFD}"}"#)
    withExtendedLifetime(shed) {}
  }
}
