import Testing

@testable import CommandLanguage

/// What a session makes when it is first asked for.
@Suite struct OnDemandTests {
  @Test func `a value is made once, and only when it is asked for`() {
    var made: [Int] = []
    let names = OnDemand(count: 3) { place in
      made.append(place)
      return "value \(place)"
    }
    #expect(made.isEmpty)
    #expect(names[2] == "value 2")
    #expect(names[0] == "value 0")
    #expect(names[2] == "value 2")
    #expect(made == [2, 0])
  }

  @Test func `the variants of a command are made when help asks for them`() {
    let made = Tally()
    let command = Command<Shed>("paint", "Paint a box") { _ in }.with {
      made.count += 1
      return [CommandVariant("box", usage: "paint BOX", examples: ["paint A red"])]
    }
    let table = CommandTable(commands: [command])
    #expect(made.count == 0)
    let description = table.commands.first { $0.name == "paint" }
    #expect(description?.examples == ["paint A red"])
  }

  private final class Tally: @unchecked Sendable { var count = 0 }
}
