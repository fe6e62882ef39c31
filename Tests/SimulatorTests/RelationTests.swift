import AutoUpdate
import CommandLanguage
import TestSupport
import Testing

@testable import Simulator

private struct House: Model {
  let id: Int
  var name: String
  static let schema = Schema<House>(
    "house", plural: "houses", named: \.name, new: { House(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Inverse("rooms", "what is in it", of: Chamber.self, by: \.house)
    Derived("size") { world, house in
      world.all(Chamber.self).reduce(0) { $1.house.id == house.id ? $0 + $1.beds : $0 }
    }
  }
}

private struct Chamber: Model {
  let id: Int
  var name: String
  var house = Reference<House>(0)
  var beds = 1
  var guest: Reference<Guest>?
  var friends: [Reference<Guest>] = []
  static let schema = Schema<Chamber>(
    "room", plural: "rooms", named: \.name, new: { Chamber(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("house", \.house, "where it is")
    Field("beds", \.beds)
    Field("guest", \.guest, "who sleeps there")
    Field("friends", \.friends)
  }
}

private struct Guest: Model {
  let id: Int
  var name: String
  static let schema = Schema<Guest>(
    "guest", plural: "guests", named: \.name, new: { Guest(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Inverse("rooms", of: Chamber.self, by: \.guest)
    Inverse("bags", of: Bag.self, by: \.owner)
    Derived("bag_count") { (world: Simulation, guest: Guest) in
      world.all(Bag.self).count { $0.owner.id == guest.id }
    }
  }
}

private struct Bag: Model {
  let id: Int
  var name: String
  var owner = Reference<Guest>(0)
  var inside: Reference<Bag>?
  static let schema = Schema<Bag>("bag", plural: "bags", named: \.name, new: { Bag(id: $0, name: $1) }) {
    Field("name", \.name)
    Field("owner", \.owner, onRemove: .cascade)
    Field("inside", \.inside, onRemove: .cascade)
  }
}

private let inn = World("inn", House.schema, Chamber.schema, Guest.schema, Bag.schema) {}

/// References: required ones, what a removal entails, and the other direction.
@Suite struct RelationTests {
  let session: CommandSession

  init() throws { session = try inn.makeSession() }

  @Test func `a required reference leads to an object at every commit`() {
    #expect(inn.problems == [])
    #expect(
      session.transcript(
        """
        add room Attic
        add house Inn
        add room Attic house=Inn
        remove Inn
        add house Barn
        change Attic house=Barn
        remove Inn
        remove Barn
        """) == """
          > add room Attic
          error: “house” of Attic refers to a house that does not exist
            add room Attic
            ^~~~~~~~~~~~~~
            note: it is required: house=HOUSE
          > add house Inn
          > add room Attic house=Inn
          > remove Inn
          error: Inn cannot be removed: “house” of Attic refers to it
            remove Inn
            ^~~~~~~~~~
            note: first remove or change the objects that refer to it
          > add house Barn
          > change Attic house=Barn
          > remove Inn
          > remove Barn
          error: Barn cannot be removed: “house” of Attic refers to it
            remove Barn
            ^~~~~~~~~~~
            note: first remove or change the objects that refer to it

          """)
  }

  @Test func `an object and what refers to it may go in one command, in any order`() throws {
    _ = session.transcript("add house Inn\nadd room Attic house=Inn\nadd room Cellar house=Inn")
    let world = session.world
    try world.write { _ in
      try world.remove(try #require(world.find(House.self, named: "Inn")))
      for room in world.all(Chamber.self) { try world.remove(room) }
    }
    #expect(session.run("print count(houses), count(rooms)").output == "0 0\n")
    #expect(session.run("undo").outcome == .done)
    #expect(session.run("print count(houses), count(rooms), Inn.rooms").output == "1 2 Attic, Cellar\n")
  }

  @Test func `an optional reference is cleared, in a list too, and undo brings it back`() {
    #expect(
      session.transcript(
        """
        add house Inn
        add guest Ann
        add guest Bob
        add room Attic house=Inn guest=Ann friends=[Ann,Bob]
        remove Ann
        print Attic.guest, Attic.friends
        undo
        print Attic.guest, Attic.friends, Ann.rooms
        redo
        print Attic.guest, Attic.friends
        """
      ).hasSuffix(
        """
        > remove Ann
        > print Attic.guest, Attic.friends
        none Bob
        > undo
        undid remove Ann (step 5)
        > print Attic.guest, Attic.friends, Ann.rooms
        Ann Ann, Bob Attic
        > redo
        redid remove Ann (step 5)
        > print Attic.guest, Attic.friends
        none Bob

        """))
  }

  @Test func `a removal cascades through relations, also in a circle`() {
    #expect(
      session.transcript(
        """
        add guest Ann
        add bag A owner=Ann
        add bag B owner=Ann inside=A
        add bag C owner=Ann inside=B
        change A inside=C
        remove B
        print bags
        undo
        remove Ann
        print count(bags)
        undo
        print Ann.bags
        """
      ).hasSuffix(
        """
        > remove B
        > print bags

        > undo
        undid remove B (step 6)
        > remove Ann
        step 6, which was undone, is dropped
        > print count(bags)
        0
        > undo
        undid remove Ann (step 6)
        > print Ann.bags
        A, B, C

        """))
  }

  @Test func `a removal cascades through a chain of 4,000 objects`() throws {
    _ = session.run("add guest Ann")
    try session.world.write(cause: "pack") { transaction in
      for number in 1...4_000 {
        let outer = number > 1 ? Reference<Bag>(number - 1) : nil
        transaction.save(Bag(id: number, name: "b\(number)", owner: Reference(1), inside: outer))
      }
    }
    let lines = ["remove b1", "print count(bags)", "undo", "print count(bags)"]
    #expect(lines.map { session.run($0).output } == ["", "0\n", "undid remove b1 (step 3)\n", "4000\n"])
  }

  @Test func `a message names five of those that refer`() {
    _ = session.run("add house Inn")
    for name in ["A", "B", "C", "D", "E", "F", "G"] { _ = session.run("add room \(name) house=Inn") }
    #expect(
      session.run("remove Inn").output.hasPrefix(
        "error: Inn cannot be removed: “house” of A, B, C, D, E and 2 more refers to it\n"))
  }

  @Test func `the other direction is a field of conditions, columns and watches`() {
    #expect(
      session.transcript(
        """
        add house Inn
        add house Barn
        watch large = houses where count(it.rooms) > 1
        add room A house=Inn beds=3
        add room B house=Inn
        change B house=Barn
        undo
        print Inn.size, Barn.size
        watch big = houses where size > 3 by size desc
        change A beds=2
        add room C house=Barn beds=9
        """) == """
          > add house Inn
          > add house Barn
          > watch large = houses where count(it.rooms) > 1
          > add room A house=Inn beds=3
          > add room B house=Inn
          + large 1  Inn
          > change B house=Barn
          - large 1  Inn
          > undo
          undid change B house=Barn (step 6)
          + large 1  Inn
          > print Inn.size, Barn.size
          4 0
          > watch big = houses where size > 3 by size desc
          step 6, which was undone, is dropped
          + big 1  Inn
          > change A beds=2
          - big 1  Inn
          > add room C house=Barn beds=9
          + big 1  Barn

          """)
  }

  @Test func `columns follow fields that read other objects`() throws {
    let world = World("columns", Guest.schema, Bag.schema, House.schema, Chamber.schema) {
      List("people", of: Guest.self, columns: ["name": .leading(), "bag_count": .trailing(3)], by: \.name)
      Constraint("light") { "not any guests where bag_count > 2" }
    }
    #expect(world.problems == [])
    let session = try world.makeSession()
    #expect(
      session.transcript(
        "add guest Ann\nadd bag A owner=Ann\nadd bag B owner=Ann\nremove A\nundo\nadd bag C owner=Ann")
          == """
          > add guest Ann
          + people 1  Ann    0
          > add bag A owner=Ann
          ~ people 1  Ann  0→1
          > add bag B owner=Ann
          ~ people 1  Ann  1→2
          > remove A
          ~ people 1  Ann  2→1
          > undo
          undid remove A (step 4)
          ~ people 1  Ann  1→2
          > add bag C owner=Ann
          error: this would break the constraint “light”
            add bag C owner=Ann
            ^~~~~~~~~~~~~~~~~~~
            note: broken by Ann
            note: condition: not any guests where bag_count > 2

          """)
  }

  @Test func `a relation that cannot be kept is a problem of the world`() {
    #expect(
      World("alone", Chamber.schema, Guest.schema, Bag.schema).problems == [
        "the field “house” of a room refers to a house, which is not a kind of the world"
      ])
  }

  // MARK: Random

  private static func command(_ random: inout SplitMix) -> String {
    func any(_ names: [String]) -> String { names[random.below(names.count)] }
    let (houses, rooms, guests, bags) = (["H", "I"], ["R", "S", "T"], ["Ann", "Bob"], ["A", "B", "C"])
    switch random.below(16) {
    case 0: return "add house \(any(houses))"
    case 1, 2: return "add room \(any(rooms)) house=\(any(houses))"
    case 3: return "add guest \(any(guests))"
    case 4, 5: return "add bag \(any(bags)) owner=\(any(guests))"
    case 6: return "change \(any(bags)) inside=\(any(bags + ["none"])) owner=\(any(guests))"
    case 7, 8: return "change \(any(rooms)) guest=\(any(guests + ["none"])) house=\(any(houses))"
    case 9: return "change \(any(rooms)) friends=[\(any(guests)),\(any(guests))]"
    case 10, 11, 12: return "remove \(any(houses + rooms + guests + bags))"
    case 13: return "undo \(1 + random.below(3))"
    case 14: return "redo \(1 + random.below(3))"
    default: return "for b in bags { try { change $b inside=\(any(bags)) } }"
    }
  }

  /// The referrers of each object, found by reading every object.
  private func scan(_ world: Simulation) -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    for room in world.all(Chamber.self) {
      found["house \(room.house.id)", default: []].append(room.id)
      if let guest = room.guest { found["guest \(guest.id)", default: []].append(room.id) }
      for friend in Set(room.friends.map(\.id)) { found["friend \(friend)", default: []].append(room.id) }
    }
    for bag in world.all(Bag.self) {
      found["owner \(bag.owner.id)", default: []].append(bag.id)
      if let outer = bag.inside { found["inside \(outer.id)", default: []].append(bag.id) }
    }
    return found.mapValues { $0.sorted() }
  }

  private func index(_ world: Simulation) throws -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    for (kind, field, name) in [
      ("room", "house", "house"), ("room", "guest", "guest"), ("room", "friends", "friend"),
      ("bag", "owner", "owner"), ("bag", "inside", "inside"),
    ] {
      let place = try #require(world.schemas.index(named: kind))
      let relation = try #require(world.relations.relation(ofKind: place, field: field))
      for target in 1...60 {
        let referrers = relation.referrers(of: target)
        if !referrers.isEmpty { found["\(name) \(target)"] = referrers }
      }
    }
    return found
  }

  @Test(arguments: 1...12)
  func `the index is what reading every object finds, and no reference leads nowhere`(seed: Int) throws {
    var random = SplitMix(UInt64(seed))
    session.world.checking.begin(.all)
    var lines: [String] = []
    for _ in 0..<80 {
      let line = Self.command(&random)
      lines.append(line)
      _ = session.run(line)
      let found = scan(session.world)
      guard try index(session.world) == found, session.world.relations.breaches().isEmpty else {
        Issue.record("\(try index(session.world)), not \(found), after\n\(lines.joined(separator: "\n"))")
        return
      }
      if let fault = session.world.checking.takeFault() {
        Issue.record("\(fault) after\n\(lines.joined(separator: "\n"))")
        return
      }
    }
  }
}
