import CommandLanguage
import Simulator
import TextViews

/// The listings of “Views of your own”, in the page's order; `DocumentTests` compares them with the page, and replays its transcripts.
enum OwnViews {
  struct Room: Model {
    let id: Int
    var name: String
    var beds = 2

    static let schema = Schema<Room>(
      "room", plural: "rooms", "where guests sleep", named: \.name, new: { Room(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("beds", \.beds, "how many may sleep there", in: 1...9)
    }
  }

  struct Guest: Model {
    let id: Int
    var name: String
    var room: Reference<Room>?

    static let schema = Schema<Guest>(
      "guest", plural: "guests", "who sleeps there", named: \.name, new: { Guest(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("room", \.room, "where the guest sleeps")
    }
  }
}

typealias Room = OwnViews.Room
typealias Guest = OwnViews.Guest

extension Simulation {
  /// The guests who sleep in a room.
  func guests(in room: Room) -> [Guest] { all(Guest.self, where: \.room, is: Reference(to: room)) }
}

extension OwnViews {
  static let hotel = World("hotel", Room.schema, Guest.schema) {
    Lines("plan") { world in
      world.all(Room.self).map { room in
        let guests = world.guests(in: room)
        let beds = (0..<room.beds).map { guests.indices.contains($0) ? "[\(guests[$0].name)]" : "[ ]" }
        return "\(room.name) \(beds.joined())"
      }.joined(separator: "\n")
    }
    Rows("free", columns: [Column("room", width: 6), Column("free", alignment: .trailing, unit: " free")]) {
      world in
      world.all(Room.self).map { [$0.name, "\($0.beds - world.guests(in: $0).count)"] }
    }
    Tree("house") { world in
      world.all(Room.self).map { room in Branch(room.name, world.guests(in: room).map { Branch($0.name) }) }
    }
  }
}

extension OwnViews {
  final class RoomCell: Cell<Room> {
    override var columns: Columns { [Column("room", width: 6, identifies: true), Column("beds")] }

    override func write(_ room: Room, to fields: inout Fields) {
      fields.append(text: room.name)
      fields.append(text: String(repeating: "[ ]", count: room.beds))
    }
  }

  static let rooms = World("rooms", Room.schema) {
    List("rooms", of: Room.self, cell: { RoomCell() })
  }
}
