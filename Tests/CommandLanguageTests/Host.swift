import CommandLanguage

/// A tiny host: boxes with a name, a size and a colour.
struct Box: Equatable {
  var name: String
  var size: Int
  var colour: String
}

final class Shed: CommandWorld {
  let output = OutputBuffer()
  var boxes: [Box] = []
  weak var interpreter: Interpreter?
  var calls: [String] = []

  func attach(_ interpreter: Interpreter) { self.interpreter = interpreter }

  func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws {
    calls.append(call.text)
    try body()
  }

  func index(of name: Span<UInt8>) -> Int? {
    name.withUnsafeBufferPointer { bytes in boxes.firstIndex { $0.name.utf8.elementsEqual(bytes) } }
  }

  func value(named name: Span<UInt8>) -> Value? {
    index(of: name).map { .object("box", $0) }
  }

  func valueNames() -> [String] { boxes.map(\.name) }

  static let colours = ["red", "green", "blue"]
}

extension Parameter where World == Shed, Parsed == Int {
  static var box: Self { .object("box", "box") }
  static var size: Self { .number("size", in: 0...1_000) }
}

extension Parameter where World == Shed, Parsed == String {
  static var colour: Self { .choice("colour", of: Shed.colours) }
}

extension CommandTable where World == Shed {
  static let shed = CommandTable(
    commands: [
      Command("box", "Make a box", .name(), .option("size", .size, default: 1), .option("colour", .colour)) {
        shed, name, size, colour in
        shed.boxes.append(Box(name: name, size: size, colour: colour ?? "red"))
      },
      Command("paint", "Paint a box", .box, .colour) { shed, box, colour in
        shed.boxes[box].colour = colour
      },
    ],
    kinds: [
      Kind(
        "box", plural: "boxes",
        rows: { shed in Array(shed.boxes.indices) },
        find: { shed, name in shed.index(of: name) },
        row: { shed, id in shed.boxes.indices.contains(id) ? shed.boxes[id] : nil },
        name: { _, box in box.name },
        properties: [
          Property("name") { _, box in .text(box.name) },
          Property("size", "from 0 to 1000") { _, box in .number(box.size) },
          Property("colour") { _, box in .text(box.colour) },
        ])
    ],
    vocabulary: Shed.colours)
}
