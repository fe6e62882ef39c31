import ProgramTesting
import Simulator
import Testing

/// Stores whose words and states have other names in a later version.
@Suite struct RenamedWordsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Words

  private struct Note<Tone: FieldWord>: Model {
    let id: Int
    var name: String
    var tone: Tone?

    static var schema: Schema<Self> {
      Schema<Self>("note", plural: "notes", named: \.name, new: { Self(id: $0, name: $1) }) {
        Field("name", \.name)
        Field("tone", \.tone)
      }
    }
  }

  private enum Tone: String, FieldWord { case low, mid, high }

  private enum LowerTone: String, FieldWord {
    case bottom, low, high
    static let formerly: [String: LowerTone] = ["low": .bottom, "mid": .low]
  }

  private enum InvertedTone: String, FieldWord {
    case low, mid, high
    static let formerly: [String: InvertedTone] = ["low": .high, "high": .low]
  }

  private static let notes = "add note A tone=low\nadd note B tone=mid\nadd note C tone=high"

  /// Returns the tones of the notes that the first version wrote, as a later version reads them, and reads them again
  /// after its first step.
  private func tones<Later: FieldWord>(as later: Later.Type) throws -> [String] {
    let path = folder["\(later).store"]
    do { _ = try KeptSession(path, of: World("notes", Note<Tone>.schema) {}).run(Self.notes) }
    let world = World("notes", Note<Later>.schema) {}
    let question = "print A.tone\nprint B.tone\nprint C.tone"
    let session = try KeptSession(path, of: world)
    #expect(session.persistence.isReadOnly == false)
    var found = [try session.run(question)]
    _ = try session.run("add note D")
    found.append(try session.run(question))
    try session.persistence.close()
    let again = try KeptSession(path, of: world)
    found.append(try again.run(question))
    _ = try again.run("undo")
    found.append(try again.run(question))
    return found
  }

  @Test func `a word can take the name of a renamed one`() throws {
    #expect(try tones(as: LowerTone.self) == Array(repeating: "bottom\nlow\nhigh\n", count: 4))
  }

  @Test func `two words can exchange their names`() throws {
    #expect(try tones(as: InvertedTone.self) == Array(repeating: "high\nmid\nlow\n", count: 4))
  }

  // MARK: States

  private struct Train<Motion: StateCases>: Model {
    let id: Int
    var name: String
    var motion: Motion?

    static var schema: Schema<Self> {
      Schema<Self>("train", plural: "trains", named: \.name, new: { Self(id: $0, name: $1) }) {
        Field("name", \.name)
        Field("motion", \.motion)
      }
    }
  }

  private enum Cause: String, FieldWord { case signal, crew }

  private enum Alarm: StateCases {
    case quiet, bell(Int)
    static let cases: [StateCase<Alarm>] = [
      StateCase("quiet", .quiet),
      StateCase("bell", Alarm.bell) { if case .bell(let count) = $0 { count } else { nil } },
    ]
  }

  private enum Motion: StateCases {
    case parked, delayed(Cause), halted(Alarm)
    static let cases: [StateCase<Motion>] = [
      StateCase("parked", .parked),
      StateCase("delayed", Motion.delayed) { if case .delayed(let cause) = $0 { cause } else { nil } },
      StateCase("halted", Motion.halted) { if case .halted(let alarm) = $0 { alarm } else { nil } },
    ]
  }

  private enum LaterCause: String, FieldWord {
    case signal, staff
    static let formerly: [String: LaterCause] = ["crew": .staff]
  }

  private enum LaterAlarm: StateCases {
    case quiet, ringing(Int)
    static let cases: [StateCase<LaterAlarm>] = [
      StateCase("quiet", .quiet),
      StateCase(
        "ringing", LaterAlarm.ringing, { if case .ringing(let count) = $0 { count } else { nil } },
        formerly: "bell"),
    ]
  }

  private enum LaterMotion: StateCases {
    case parked, waiting(LaterCause), halted(LaterAlarm)
    static let cases: [StateCase<LaterMotion>] = [
      StateCase("parked", .parked),
      StateCase(
        "waiting", LaterMotion.waiting, { if case .waiting(let cause) = $0 { cause } else { nil } },
        formerly: "delayed"),
      StateCase("halted", LaterMotion.halted) { if case .halted(let alarm) = $0 { alarm } else { nil } },
    ]
  }

  @Test func `the words and cases within a state can be renamed`() throws {
    let path = folder["trains.store"]
    do {
      let printed = try KeptSession(path, of: World("rail", Train<Motion>.schema) {}).run(
        "add train A motion=(\"delayed crew\")\nadd train B motion=(\"halted bell 3\")\nadd train C motion=parked"
      )
      #expect(!printed.contains("error"), "\(printed)")
    }
    let session = try KeptSession(path, of: World("rail", Train<LaterMotion>.schema) {})
    let differences = session.persistence.differences.map { "\($0)" }
    #expect(
      differences == [
        "the word “delayed” of “train.motion” is now “waiting”: its values are kept",
        "the word “delayed crew” of “train.motion” is now “waiting staff”: its values are kept",
        "the word “halted bell” of “train.motion” is now “halted ringing”: its values are kept",
      ])
    #expect(
      try session.run("print A.motion\nprint B.motion\nprint C.motion")
        == "waiting staff\nhalted ringing 3\nparked\n")
    #expect(try session.run("change C motion=halted:quiet").contains("nothing is written") == false)
  }
}
