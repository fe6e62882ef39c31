import CommandLanguage
import Prompting
import TerminalText

/// A tiny host: boxes with a name, a size and a colour, in a shed with two doors.
struct Box: Equatable {
  var name: String
  var size: Int
  var colour: String
}

final class Shed: CommandHost {
  let output = OutputBuffer()
  var boxes: [Box] = []
  var hasLight = false
  /// How often somebody asked for all names.
  var listingCount = 0
  weak var interpreter: Interpreter?
  /// The text of every command that was performed.
  var performed: [String] = []
  var kept: [Block] = []
  var watched: Selection?
  var invariant: Expression?
  /// What follows `watched`, and the boxes that it had last.
  var rows: SelectionTest?
  var matching: [String] = []

  func attach(_ interpreter: Interpreter) { self.interpreter = interpreter }

  func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws {
    try body()
    performed.append(call.text)
    // A live query tests rows while a commit is delivered.
    if let rows { matching = boxes.filter { (try? rows.matches($0)) ?? false }.map(\.name) }
  }

  func index(of name: Span<UInt8>) -> Int? {
    let name = Shed.text(name)
    return boxes.firstIndex { $0.name == name }
  }

  func objects(ofKind place: Int) -> BoundKind {
    switch place {
    case 0: Boxes(of: self)
    case 1: Doors()
    default: House()
    }
  }

  func value(named name: Span<UInt8>) -> Value? {
    index(of: name).map { .object("box", $0) }
  }

  func valueNames() -> [String] {
    listingCount += 1
    return boxes.map(\.name)
  }

  static func text(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  static let colours = ["red", "green", "blue"]
}

extension Parameter<Int> {
  static var box: Self { .object("box", "box", "one of the boxes") }
  static var size: Self { .number("size", in: 0...1_000) }
}

extension Parameter<String> {
  static var colour: Self { .choice("colour", of: Shed.colours) }
}

extension CommandTable {
  static let shed = CommandTable(
    commands: [
      Command(
        "box", "Make a box", host: Shed.self, .name(), .option("size", .size, default: 1),
        .option("colour", .colour)
      ) {
        shed, name, size, colour in
        guard shed.boxes.allSatisfy({ $0.name != name }) else {
          throw Explanation("there is a box \(Quoting.message(name)) already", argument: 0)
        }
        shed.boxes.append(Box(name: name, size: size, colour: colour ?? "red"))
      }.with(topic: "boxes", examples: ["box A size=3 colour=blue"]),
      Command("paint", "Paint a box", host: Shed.self, .box, .colour) { shed, box, colour in
        if shed.boxes[box].colour == colour {
          throw Explanation("it is \(colour) already", notes: ["nothing was painted"], argument: 1)
        }
        shed.boxes[box].colour = colour
      }.with(topic: "boxes"),
      Command("grow", "Make boxes larger", host: Shed.self, .size.labelled("by"), .repeated(.box)) {
        shed, by, boxes in
        for box in boxes { shed.boxes[box].size += by }
      }.with(topic: "boxes", help: "All at once.\nIt cannot be undone."),
      Command("say", "Print a text as it is", host: Shed.self, .text("text")) { shed, text in
        shed.output.writeLine(text)
      },
      Command("note", "Take a line as it is", host: Shed.self, .rest("line")) { shed, line in
        shed.output.writeLine("[\(line)]")
      },
      Command("keep", "Keep commands", host: Shed.self, .block()) { shed, block in shed.kept.append(block) },
      Command("again", "Run what was kept", host: Shed.self) { shed in
        for block in shed.kept { try shed.interpreter?.run(block) }
      },
      Command("watch", "Keep a selection", host: Shed.self, .name(), .assigned(.selection())) {
        shed, _, selection in
        shed.watched = selection
        shed.rows = shed.interpreter?.test(of: selection)
      },
      Command("invariant", "Keep a condition", host: Shed.self, .expression("condition")) { shed, condition in
        shed.invariant = condition
      },
      Command("fail", "Fail without a word", host: Shed.self) { _ in throw Broken() }.with(traits: .hidden),
    ],
    kinds: [
      Kind(
        "box", plural: "boxes", "what is in the shed",
        properties: [
          Property("name"), Property("size", "from 0 to 1000"),
          Property("colour", type: .word(Shed.colours)),
        ], nameProperty: "name"),
      Kind("door", plural: "", properties: [Property("open")]),
      Kind("house", plural: "", properties: [], hasChildren: true),
    ],
    roots: [
      Root("house", host: Shed.self) { _ in .object("house", 0) },
      Root("light", "whether it is lit", host: Shed.self) { shed in .truth(shed.hasLight) },
    ],
    functions: [
      Function("double", "Twice a number", 1...1, host: Shed.self) { _, values in
        guard case .number(let number) = values[0], number < 1_000_000 else {
          throw ShedError.notSmall
        }
        return .number(number * 2)
      }
    ],
    vocabulary: Shed.colours,
    settings: [
      Setting("light", "whether it is lit", host: Shed.self, read: { .truth($0.hasLight) }) { shed, value in
        guard case .text(let word) = value, word == "on" || word == "off" else {
          throw ShedError.noLight
        }
        shed.hasLight = word == "on"
      }
    ],
    topics: ["boxes", "checks"], errors: [ShedError.self], libraries: [.prompt(lesson: "> print 1\n")])
}

/// The boxes of a shed.
final class Boxes: BoundKind {
  private unowned let shed: Shed

  init(of shed: Shed) { self.shed = shed }

  override func numbers() -> [Int] {
    shed.listingCount += 1
    return Array(shed.boxes.indices)
  }

  override func find(_ name: Span<UInt8>) -> Int? { shed.index(of: name) }

  override func makeCursor() -> RowCursor { Cursor(of: shed) }

  final class Cursor: RowCursor {
    private unowned let shed: Shed
    var box: Box?

    init(of shed: Shed) { self.shed = shed }

    override func move(_ number: Int) -> Bool {
      box = shed.boxes.indices.contains(number) ? shed.boxes[number] : nil
      return box != nil
    }

    override func read(_ property: Int) -> Value {
      guard let box else { return .none }
      return property == 0 ? .text(box.name) : property == 1 ? .number(box.size) : .text(box.colour)
    }

    override var name: String { box?.name ?? "" }
  }
}

/// The two doors of a shed; the front one is open.
final class Doors: BoundKind {
  override func numbers() -> [Int] { [0, 1] }

  override func makeCursor() -> RowCursor { Cursor() }

  private final class Cursor: RowCursor {
    private var isFront = false

    override func move(_ number: Int) -> Bool {
      isFront = number == 0
      return true
    }

    override func read(_ property: Int) -> Value { .truth(isFront) }

    override var name: String { isFront ? "front" : "back" }
  }
}

/// The house, behind whose name the front door is found.
final class House: BoundKind {
  override func numbers() -> [Int] { [0] }

  override func makeCursor() -> RowCursor { Cursor() }

  private final class Cursor: RowCursor {
    override func move(_ number: Int) -> Bool { true }

    override func child(_ name: Span<UInt8>) -> Value? {
      Shed.text(name) == "front" ? .object("door", 0) : nil
    }

    override var name: String { "house" }
  }
}

extension SelectionTest {
  /// Whether a box fulfils the condition, in the shed or not.
  func matches(_ box: Box) throws -> Bool { try on(box) { try matches() } }

  /// The keys of a box, in the shed or not.
  func keys(_ box: Box) throws -> [Value] { try on(box) { try keys() } }

  private func on<R>(_ box: Box, _ body: () throws -> R) throws -> R {
    (cursor as? Boxes.Cursor)?.box = box
    return try body()
  }
}

struct Broken: Error {}

/// Errors of a host that are counted by their kinds.
enum ShedError: String, CaseIterable, CatalogedError {
  case notSmall, noLight

  static func message(of kind: ShedError) -> ErrorMessage {
    switch kind {
    case .notSmall: .init("“double” wants a small number", "The number is too large to be doubled.")
    case .noLight: .init("the light is on or off", "“set light” takes “on” or “off”.")
    }
  }
}

/// A session over an empty shed, and what its commands print.
struct Trial {
  let shed = Shed()
  let session: CommandSession

  init() {
    session = CommandSession(shed, .shed)
    // What the threads of tests have here.
    session.interpreter.budget.stackBytes = 8_388_608
  }

  /// What all the commands print, one after the other.
  func callAsFunction(_ commands: String...) -> String {
    commands.map { session.run($0).output }.joined()
  }

  func outcome(_ command: String) -> Outcome { session.run(command).outcome }
}
