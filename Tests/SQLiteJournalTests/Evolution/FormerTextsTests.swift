import ProgramTesting
import Simulator
import Testing

/// Texts in stores, such as conditions, whose names mean something else in a later version.
@Suite struct FormerTextsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: The first version

  private enum Tone: String, FieldWord { case low, mid, high }

  private struct Train: Model {
    let id: Int
    var name: String
    var km = 0
    var tone = Tone.low
    var tones: [Tone] = []
    static let schema = Schema<Train>(
      "train", plural: "trains", named: \.name, new: { Train(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("km", \.km)
      Field("tone", \.tone)
      Field("tones", \.tones)
      Inverse("pulled", of: Car.self, by: \.train)
    }
  }

  private struct Driver: Model {
    let id: Int
    var name: String
    var nick = ""
    var badge = ""
    static let schema = Schema<Driver>(
      "driver", plural: "drivers", named: \.name, new: { Driver(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("nick", \.nick)
      Field("badge", \.badge)
    }
  }

  private struct Car: Model {
    let id: Int
    var name: String
    var km = 0
    var train: Reference<Train>?
    static let schema = Schema<Car>("car", plural: "cars", named: \.name, new: { Car(id: $0, name: $1) }) {
      Field("name", \.name)
      Field("km", \.km)
      Field("train", \.train)
    }
  }

  // MARK: The second version

  private enum LaterTone: String, FieldWord {
    case bottom, low, high
    static let formerly: [String: LaterTone] = ["low": .bottom, "mid": .low]
  }

  private struct LaterTrain: Model {
    let id: Int
    var name: String
    var distance = 0
    var tone = LaterTone.bottom
    var tones: [LaterTone] = []
    static let schema = Schema<LaterTrain>(
      "train", plural: "trains", named: \.name, new: { LaterTrain(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("distance", \.distance, formerly: "km")
      Field("tone", \.tone)
      Field("tones", \.tones)
      Inverse("carriages", of: Carriage.self, by: \.train)
    }
  }

  private struct LaterDriver: Model {
    let id: Int
    var name: String
    var nick = ""
    var badge = ""
    static let schema = Schema<LaterDriver>(
      "driver", plural: "drivers", named: \.name, new: { LaterDriver(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("nick", \.nick, formerly: "badge")
      Field("badge", \.badge, formerly: "nick")
    }
  }

  private struct Carriage: Model {
    let id: Int
    var name: String
    var km = 0
    var train: Reference<LaterTrain>?
    static let schema = Schema<Carriage>(
      "carriage", plural: "carriages", named: \.name, new: { Carriage(id: $0, name: $1) }, formerly: "wagon",
      "car"
    ) {
      Field("name", \.name)
      Field("km", \.km)
      Field("train", \.train)
    }
  }

  private struct LaterCar: Model {
    let id: Int
    var name: String
    static let schema = Schema<LaterCar>(
      "car", plural: "cars", named: \.name, new: { LaterCar(id: $0, name: $1) }
    ) {
      Field("name", \.name)
    }
  }

  private static let first = World("rail", Train.schema, Driver.schema, Car.schema) {}
  private static let second = World(
    "rail", LaterTrain.schema, LaterDriver.schema, Carriage.schema, LaterCar.schema
  ) {}

  private static let objects = """
    add train T1 km=3 tone=mid
    add train T2 km=5
    add driver D1 nick=angry badge=b7
    add car C1 train=T1 km=2
    """

  /// Returns the output of a line in the second version after the first one ran some lines: as the store opens, after
  /// the first step that writes the new schema, and when the store is opened again.
  private func outputs(of line: String, after lines: String) throws -> [String] {
    let path = folder["rail.store"]
    do {
      let printed = try KeptSession(path, of: Self.first).run(Self.objects + "\n" + lines)
      #expect(!printed.contains("error"), "\(printed)")
    }
    let session = try KeptSession(path, of: Self.second)
    #expect(session.persistence.isReadOnly == false)
    var found = [try session.run(line)]
    let refused = try session.run("add driver D2")
    #expect(refused.contains("error") == false, "\(refused)")
    found.append(try session.run(line))
    try session.persistence.close()
    found.append(try KeptSession(path, of: Self.second).run(line))
    return found
  }

  private func expect(_ line: String, after lines: String, prints text: String) throws {
    for found in try outputs(of: line, after: lines) { #expect(found == text + "\n", "\(found)") }
  }

  // MARK: Objects

  @Test func `a field of an object that a text names gets its present name`() throws {
    try expect(
      "constraints",
      after: #"""
        constraint k1 T1.km < 100
        constraint k2 C1.train.km < 100
        constraint k3 sum([t.km for t in trains]) < 1000
        constraint k4 "\(T1.km)" != "7"
        constraint k5 C1.km < 100
        """#,
      prints: #"""
        k1: T1.distance < 100
        k2: C1.train.distance < 100
        k3: sum([t.distance for t in trains]) < 1000
        k4: "\(T1.distance)" != "7"
        k5: C1.km < 100
        """#)
  }

  @Test func `a planned job gets the present names`() throws {
    let found = try outputs(of: "jobs", after: "after 2 { if T1.km < 30 { change T1 km=9 } }")
    for text in found {
      #expect(text.contains("{ if T1.distance < 30 { change T1 distance=9 } }"), "\(text)")
    }
  }

  @Test func `a text with a field of unknown objects that may have two names is set aside`() throws {
    let found = try outputs(of: "store problems", after: "after 2 { let x = T1; print $x.km }")
    for text in found {
      #expect(text.contains("cannot be translated: “km” may now be “distance” or “km”"), "\(text)")
    }
  }

  // MARK: Reused names

  @Test func `a text keeps its meaning when fields exchange their names`() throws {
    try expect(
      "constraints\nprint angry",
      after: """
        constraint nn not any drivers where nick == "bad"
        constraint bb not any drivers where badge == nick and name == "D1"
        watch angry = drivers where nick == "angry" by badge
        """,
      prints: """
        nn: not any drivers where badge == "bad"
        bb: not any drivers where nick == badge and name == "D1"
        D1
        """)
  }

  @Test func `a text keeps its meaning when a new kind takes a name`() throws {
    try expect(
      "constraints\nprint here",
      after: """
        constraint cc not any cars where car.train == T1 and name != "C1"
        constraint c1 car("C1").km < 9
        watch here = cars where train == T1
        """,
      prints: """
        cc: not any carriages where carriage.train == T1 and name != "C1"
        c1: carriage("C1").km < 9
        C1
        """)
  }

  @Test func `a text keeps its meaning when a word takes the name of a renamed one`() throws {
    try expect(
      "constraints\nprint lows\nprint mids\nprint these",
      after: """
        constraint t1 not any trains where "mid" in tones
        constraint t2 not any trains where tone in [mid, low] and tone == high
        watch lows = trains where tone == low
        watch mids = trains where tone == "mid"
        let t = mid
        watch these = trains where tone == $t
        """,
      prints: """
        t1: not any trains where "low" in tones
        t2: not any trains where tone in [low, bottom] and tone == high
        T2
        T1
        T1
        """)
  }

  @Test func `a command in a job gets present names in its arguments, or the job is set aside`() throws {
    let found = try outputs(
      of: "store problems\njobs",
      after: """
        let a = D1
        def later a { after 2 { change D1 nick=calm; change $a badge=b; add driver D9 nick=x } }
        later $a
        after 3 { change T1 tone="mid" }
        after 4 { add car C9 }
        after 5 { def call d { change $d nick=x } }
        """)
    for text in found {
      #expect(
        text.contains("cannot be translated: the option “nick” of “change” has another meaning now"),
        "\(text)")
      #expect(text.contains("{ change D1 badge=calm; change $a nick=b; add driver D9 badge=x }"), "\(text)")
      #expect(text.contains("{ change T1 tone=\"low\" }"), "\(text)")
      #expect(text.contains("{ add carriage C9 }"), "\(text)")
    }
  }

  // MARK: Names that are gone

  @Test func `a watch or a rule with a name that is gone is set aside`() throws {
    let found = try outputs(
      of: "store problems",
      after: """
        watch pullers = trains where count(pulled) > 0
        constraint pp not any trains where count(pulled) > 9
        constraint p1 count(T1.pulled) < 9
        """)
    for text in found {
      #expect(text.contains("watch 1 “pullers”"), "\(text)")
      #expect(text.contains("rule “pp”") && text.contains("rule “p1”"), "\(text)")
      #expect(text.contains("a train has no “pulled”"), "\(text)")
    }
  }
}
