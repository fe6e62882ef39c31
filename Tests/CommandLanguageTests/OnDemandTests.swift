import Testing

@testable import CommandLanguage

/// Texts that are made when help asks for them.
@Suite struct OnDemandTests {
  @Test func `the variants of a command are computed when help needs them`() {
    let made = Tally()
    let command = Command("paint", "Paint a box", host: Shed.self) { _ in }.with {
      made.count += 1
      return [CommandVariant("box", usage: "paint BOX", examples: ["paint A red"])]
    }
    let table = CommandTable(commands: [command])
    #expect(made.count == 0)
    let description = table.commands.first { $0.name == "paint" }
    #expect(description?.examples == ["paint A red"])
  }

  @Test func `the text of a command is computed when help needs it, and is kept when others are added`() {
    let made = Tally()
    let command = Command("paint", "Paint a box", host: Shed.self) { _ in }
      .with(help: made.text("It dries at once.")).with(topic: "boxes")
    let table = CommandTable(commands: [command])
    #expect(made.count == 0)
    let description = table.commands.first { $0.name == "paint" }
    #expect(description?.help == "It dries at once.")
    #expect(command.with(help: "It is wet.").description.help == "It is wet.")
    #expect(made.count == 1)
  }

  @Test func `the rules of a property are computed when they are read`() {
    let made = Tally()
    let property = Property("size", rules: [made.text("from 0 to 9")])
    #expect(made.count == 0)
    #expect(property.rules == ["from 0 to 9"])
  }

  private final class Tally: @unchecked Sendable {
    var count = 0

    func text(_ text: String) -> String {
      count += 1
      return text
    }
  }
}
