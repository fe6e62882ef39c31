import Simulator
import Testing

/// An enumeration whose cases carry values is declared once: its text, the words that make it, and what can follow.
@Suite struct StateCasesTests {
  enum Mood: String, FieldWord { case calm, wild }

  enum Step: StateCases {
    case idle
    case moody(Mood)
    case failure(String)

    static let cases: [StateCase<Step>] = [
      StateCase("idle", .idle),
      StateCase("moody", Step.moody) { if case .moody(let mood) = $0 { mood } else { nil } },
      StateCase("failure", Step.failure) { if case .failure(let reason) = $0 { reason } else { nil } },
    ]
  }

  enum Whole: StateCases {
    case ready(Bool)
    case fetching(Step)

    static let cases: [StateCase<Whole>] = [
      StateCase("ready", Whole.ready) { if case .ready(let isReady) = $0 { isReady } else { nil } },
      StateCase("fetching", Whole.fetching) { if case .fetching(let step) = $0 { step } else { nil } },
    ]
  }

  static let all: [(Whole, String)] = [
    (.ready(true), "ready true"), (.ready(false), "ready false"), (.fetching(.idle), "fetching idle"),
    (.fetching(.moody(.wild)), "fetching moody wild"),
    (.fetching(.failure("no answer")), "fetching failure: no answer"),
    (.fetching(.failure("")), "fetching failure: "),
    (.fetching(.failure(": a  b :")), "fetching failure: : a  b :"),
    (.fetching(.failure("idle")), "fetching failure: idle"),
  ]

  @Test(arguments: all)
  func `a state's text is its cases and what they carry, and reads back`(state: Whole, text: String) {
    #expect(state.description == text)
    #expect(Whole(fieldValue: state.fieldValue) == state)
    #expect(Whole(fieldValue: .text(text)) == state)
  }

  @Test(arguments: [
    "", "ready", "ready maybe", "ready true now", "fetching", "fetching moody: wild x", "gone", "ready: ",
  ])
  func `a text that no state has is none`(text: String) {
    #expect(Whole(fieldValue: .text(text)) == nil)
  }

  @Test func `what can follow is known from the cases`() {
    #expect(Whole.words(after: []) == ["ready", "fetching"])
    #expect(Whole.words(after: ["ready"]) == ["true", "false"])
    #expect(Whole.words(after: ["ready", "true"]) == [])
    #expect(Whole.words(after: ["fetching", "moody"]) == ["calm", "wild"])
    #expect(Whole.words(after: ["fetching", "failure"]) == nil)
    #expect(Whole.words(after: ["gone"]) == [])
  }

  @Test func `words that make no state say what is wrong`() {
    #expect(throws: StateCaseError.missing(of: ["true", "false"])) { try Whole(words: ["ready"]) }
    #expect(throws: StateCaseError.missing(of: [])) { try Whole(words: ["fetching", "failure"]) }
    #expect(throws: StateCaseError.unknown(word: "glad", of: ["calm", "wild"])) {
      try Whole(words: ["fetching", "moody", "glad"])
    }
    #expect(throws: StateCaseError.surplus(word: "now", behind: "idle", isText: false)) {
      try Whole(words: ["fetching", "idle", "now"])
    }
  }
}
