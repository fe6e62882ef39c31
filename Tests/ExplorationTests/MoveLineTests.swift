import CommandLanguage
import Simulator
import Testing

@testable import Exploration

/// The lines of walks that move through the history, or let time pass.
struct MoveLineTests {
  private static let world = World("numbers", Item.schema) {
    Command("order", "Order one", .newName(of: Item.self)) { try $0.add(Item.self, named: $1) }
  }

  /// Returns the lines that 400 draws give in the state after some lines.
  private static func draws(
    after lines: [String], _ draw: (MoveLines, inout SplitMix, CommandSession) -> Invocation?
  ) throws -> [String] {
    let session = try world.makeSession()
    for line in lines { #expect(session.run(line).outcome == .done, "\(line)") }
    let moves = MoveLines(composer: Composer(world.table.commands))
    var random = SplitMix(seed: 3)
    return (0..<400).compactMap { _ in draw(moves, &random, session)?.text }
  }

  private static func moves(after lines: [String]) throws -> [String] {
    try draws(after: lines) { $0.throughHistory(&$1, in: $2, []) }
  }

  @Test func `walks move into a step of several commands, and on from there`() throws {
    #expect(try Self.moves(after: ["order A", "order B"]).isEmpty)
    let into = try Self.moves(after: ["order A", "order B; order C; order D"])
    #expect(Set(into) == ["goto 2.1", "goto 2.2"] && (20...90).contains(into.count), "\(into)")
    let within = try Self.moves(after: ["order A; order B", "goto 1.1"])
    let undone = try Self.moves(after: ["order A", "order B", "undo"])
    for lines in [within, undone] {
      #expect(lines.contains { $0.hasPrefix("redo") } && lines.contains { $0.hasPrefix("undo") })
    }
    #expect(within.count > undone.count * 3 / 2, "\(within.count) and \(undone.count)")
  }

  @Test func `time passes until an obligation is late, or until its last tick`() throws {
    func lines(after lines: [String], except rules: Set<String> = []) throws -> Set<String> {
      let drawn = try Self.draws(after: lines) { moves, random, session in
        var moves = moves
        moves.brokenRules = rules
        return moves.toDeadline(&random, in: session)
      }
      return Set(drawn)
    }
    let promise = "invariant soon items where rank == 0 leads to items where rank > 0 within 5 ticks"
    #expect(try lines(after: ["order A"]).isEmpty)
    #expect(try lines(after: [promise, "order A"]) == ["tick 6", "tick 5"])
    #expect(try lines(after: [promise, "order A", "tick 5"]) == ["tick 1"])
    #expect(try lines(after: [promise, "order A"], except: ["soon"]).isEmpty)
  }
}
