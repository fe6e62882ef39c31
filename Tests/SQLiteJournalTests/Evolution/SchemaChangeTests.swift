import AutoUpdate
import CommandLanguage
import Foundation
import Journaling
import ProgramTesting
import TestSupport
import Testing
import Values

@testable import Simulator

/// Stores of one version of a world that the next version opens: nothing is lost, misread, or silently replaced by a
/// default.
@Suite struct SchemaChangeTests {
  private typealias Held = SchemaCase.Held
  /// The fields of the objects of a state, by kind and number.
  private typealias State = [String: [Int: [String: Value]]]

  // MARK: States

  private static func state(_ world: Simulation, _ past: PastState?, _ numbers: Range<Int>) -> State {
    var state: State = [:]
    for schema in world.schemas.schemas.prefix(world.parts.ownKindCount) {
      note(schema, world, past, numbers, &state)
    }
    return state
  }

  private static func note<S: AnySchema>(
    _ declared: S, _ world: Simulation, _ past: PastState?, _ numbers: Range<Int>, _ state: inout State
  ) {
    let table = world.store.table(of: S.Object.self)
    for number in numbers {
      guard let id = S.Object.ID(fieldValue: .number(number)),
        let object = past.map({ $0[id, in: table] }) ?? table[id]
      else { continue }
      var fields: [String: Value] = [:]
      for field in declared.schema.fields { fields[field.name] = field.read(object) }
      state[declared.kindName, default: [:]][number] = fields
    }
  }

  private static let numbers = 1..<20

  /// Runs the first version, and returns the states after each step, beginning with the initial one.
  private static func make(_ path: String) throws -> [State] {
    let session = try KeptSession(path, of: MadeWorlds.make(SchemaCase.base), owner: "made")
    let world = session.session.world
    var states = [state(world, nil, numbers)]
    for line in SchemaCase.lines {
      let printed = try session.run(line)
      #expect(!printed.contains("error"), "\(line): \(printed)")
      states.append(state(world, nil, numbers))
    }
    try session.persistence.close()
    return states
  }

  // MARK: Comparing

  /// The expected effect on objects that lose a value.
  private enum Loss {
    /// The object is set aside.
    case setsAside
    /// The object exists without the value.
    case leavesOut
  }

  /// Checks a state of the next version against the state of the first.
  private static func check(
    _ state: State, is before: State, _ fate: (Held) -> Held?, _ loss: Loss, _ what: Comment
  ) {
    for (kind, objects) in before {
      for (number, fields) in objects {
        let name = fate(Held(kind: kind, field: "name", value: fields["name"] ?? .none))
        // A removed kind has no objects.
        guard let name else { continue }
        let isWhole = fields.allSatisfy { fate(Held(kind: kind, field: $0.key, value: $0.value)) != nil }
        guard let found = state[name.kind]?[number] else {
          #expect(loss == .setsAside && !isWhole, "\(what): \(kind) \(number) is missing")
          continue
        }
        for (field, value) in fields {
          guard let kept = fate(Held(kind: kind, field: field, value: value)) else { continue }
          #expect(found[kept.field] == kept.value, "\(what): \(kind) \(number) \(field)")
        }
      }
    }
    let count = state.values.reduce(0) { $0 + $1.count }
    #expect(count <= before.values.reduce(0) { $0 + $1.count }, "\(what): objects that were not there")
  }

  /// Returns the states of a session's history, from the present back to the beginning.
  private static func states(_ world: Simulation) -> [State] {
    let past = world.store.pastState()
    var states = [state(world, past, numbers)]
    while past.stepBack() != nil { states.append(state(world, past, numbers)) }
    return states
  }

  /// Opens a store with the next version, resolves differences, reads everything, writes, and opens it again.
  private static func check(
    _ changes: [SchemaCase], _ path: String
  ) throws -> (said: [String], subjects: [String]) {
    let name = Comment(rawValue: changes.map(\.name).joined(separator: " + "))
    let before = try make(path)
    var plan = SchemaCase.base
    for change in changes { change.apply(&plan) }
    let fate: (Held) -> Held? = { held in
      changes.reduce(held as Held?) { held, change in held.flatMap { change.fate($0) } }
    }
    let next = MadeWorlds.make(plan)
    #expect(next.problems.filter { !$0.contains("does not hold") } == [], name)
    let isBlocking = changes.contains { $0.isBlocking }

    // Opening changes nothing, and reports the differences.
    let session = try KeptSession(path, of: next, owner: "made")
    let world = session.session.world
    let said = session.persistence.differences.map { "\($0)" }
    #expect(session.persistence.isReadOnly == isBlocking, "\(name): \(said)")
    #expect(session.persistence.journal?.schemas.count == 1, name)
    check(state(world, nil, numbers), is: before[before.count - 1], fate, .setsAside, name)

    // Nothing is written as long as something would be lost.
    let refused = try session.run("add \(plan.kinds[0].name) Dan")
    #expect(refused.contains("nothing is written to it") == isBlocking, "\(name): \(refused)")
    if isBlocking {
      #expect(try session.run("undo").contains("nothing is written to it"), name)
      #expect(try session.run("log").contains("add person Ann"), name)
    } else {
      #expect(try session.run("undo").contains("undid add \(plan.kinds[0].name) Dan"), name)
    }
    var subjects: [String] = []
    while let subject = session.persistence.differences.first(where: \.isBlocking)?.change.subject {
      subjects.append(subject)
      _ = try session.persistence.accept([subject])
      if subjects.count > 5 { break }
    }
    #expect(session.persistence.isReadOnly == false, name)

    // All states, back to the first.
    let present = state(world, nil, numbers)
    check(present, is: before[before.count - 1], fate, .leavesOut, name)
    for (place, state) in states(world).dropFirst(isBlocking ? subjects.count : 0).enumerated() {
      check(
        state, is: before[before.count - 1 - place], fate, isBlocking ? .leavesOut : .setsAside,
        "\(name), \(place) steps back")
    }
    if isBlocking {
      #expect(try session.run("undo").contains("cannot be undone"), name)
    } else {
      // Moves restore the former states.
      _ = try session.run("goto 3\ngoto \(before.count - 1)")
      #expect(state(world, nil, numbers) == present, name)
    }

    // Further writes, after which the store is opened again.
    let written = try session.run("add \(plan.kinds[0].name) Eve")
    #expect(!written.contains("error"), "\(name): \(written)")
    let last = state(world, nil, numbers)
    try session.persistence.close()
    do {
      let again = try KeptSession(path, of: next, owner: "made")
      #expect(again.persistence.differences.isEmpty, "\(name): \(again.persistence.differences)")
      #expect(state(again.session.world, nil, numbers) == last, name)
      #expect(again.persistence.journal?.setAside.isEmpty == true, name)
      let journalProblems = try again.persistence.opened().journal.problems().map { "\($0)" }
      #expect(journalProblems == [], name)
      try checkCopy(of: again, path, next, isUndone: false, name)
      try checkCopy(of: again, path, next, isUndone: true, name)
      try again.persistence.close()
    }

    // The first version reads the store and writes nothing.
    let old = try KeptSession(path, of: MadeWorlds.make(SchemaCase.base), owner: "made")
    #expect(old.persistence.isReadOnly, name)
    #expect(try old.run("add person Old").contains("newer program"), name)
    return (said, subjects)
  }

  /// Checks that a copy of a session's store has the same states. The objects of the store may be stored as of a step
  /// before or after its present one, and under newer names than its steps.
  private static func checkCopy(
    of session: KeptSession, _ path: String, _ world: World, isUndone: Bool, _ name: Comment
  ) throws {
    if isUndone { _ = try session.run("undo 2") }
    let copied = path.replacing(".store", with: isUndone ? "-undone.store" : "-copy.store")
    try openJournal(copied, owner: "made").fill(with: openJournal(path, owner: "made").stored())
    let copy = try KeptSession(copied, of: world, owner: "made")
    #expect(states(copy.session.world) == states(session.session.world), name)
    if isUndone {
      for session in [session, copy] { _ = try session.run("redo 2") }
      #expect(states(copy.session.world) == states(session.session.world), name)
    }
    try copy.persistence.close()
  }

  // MARK: The table

  /// The page on changes of schemas.
  private static let page = try? StoreFile.text(
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
      + "/Sources/Simulator/Simulator.docc/SchemaEvolution.md")

  /// The page also lists the change with its messages and its effect.
  @Test(arguments: SchemaCase.all.indices, TestEngine.all)
  func `a store of one version of a world is whole in the next`(
    place: Int, engine: TestEngine
  ) throws {
    let change = SchemaCase.all[place]
    let folder = try TemporaryFolder()
    let (said, subjects) = try Self.check([change], engine.address("a.store", in: folder))
    let happens =
      change.isBlocking
      ? "read-only; \(subjects.map { "`store accept \($0)`" }.joined(separator: ", "))" : "opens"
    let row = "| \(change.name) | \(said.joined(separator: "; ")) | \(happens) |\n"
    #expect(try #require(Self.page).contains(row), "\(row)")
  }

  @Test(arguments: 0..<30)
  func `a store is whole after two changes at once`(seed: Int) throws {
    var random = SplitMix(UInt64(seed))
    let all = SchemaCase.all
    var pair: [SchemaCase] = []
    while pair.count < 2 {
      let next = all[random.below(all.count)]
      if pair.allSatisfy({ Self.areApart($0, next) }) { pair.append(next) }
    }
    let folder = try TemporaryFolder()
    _ = try Self.check(pair, folder["a.store"])
  }

  private static func areApart(_ a: SchemaCase, _ b: SchemaCase) -> Bool {
    for one in a.subjects {
      for other in b.subjects
      where one == other || one.hasPrefix(other + ".") || other.hasPrefix(one + ".") || other == "order" {
        return false
      }
      if one == "order" { return false }
    }
    return true
  }
}
