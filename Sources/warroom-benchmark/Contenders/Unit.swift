import AutoUpdate

/// The model of all contenders, with the properties of a unit in a game.
struct Unit: Storable {
  let id: Int32
  var name: String
  var hp: Int32
  var maxHP: Int32 = 100
  var side: UInt8 = 0
  var status: Status

  enum Status: UInt8, Comparable {
    case ready, marching, fighting, wounded, healing, fallen

    var face: String {
      switch self {
      case .ready: "🙂"
      case .marching: "🚶"
      case .fighting: "😠"
      case .wounded: "🤕"
      case .healing: "😌"
      case .fallen: "💀"
      }
    }

    var text: String {
      switch self {
      case .ready: "ready"
      case .marching: "marching"
      case .fighting: "fighting"
      case .wounded: "wounded"
      case .healing: "healing"
      case .fallen: "fallen"
      }
    }

    static func < (left: Status, right: Status) -> Bool { left.rawValue < right.rawValue }
  }

  init(_ id: Int32) {
    self.id = id
    name = "Hero \(id)"
    hp = id % 101
    status = Status(rawValue: UInt8(id % 6)) ?? .ready
  }

  /// Writes the values of an update. Successive updates of a unit have different values.
  @inline(__always)
  mutating func take(_ blow: Blow) {
    hp = blow.hp
    status = blow.status
  }
}

/// The values that an update writes.
struct Blow {
  let hp: Int32
  let status: Unit.Status

  /// Creates the blow of the update with a number.
  @inline(__always)
  init(_ number: Int) {
    hp = Int32(truncatingIfNeeded: number)
    // The result of a multiplication is random enough here.
    let mixed = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    status = Unit.Status(rawValue: UInt8(mixed.multipliedFullWidth(by: 6).high)) ?? .ready
  }
}

/// The view of all contenders, which has three texts, like a cell.
struct Label {
  var name = ""
  var face = ""
  var status = ""

  @inline(__always)
  mutating func show(_ unit: Unit) {
    name = unit.name
    face = unit.status.face
    status = unit.status.text
  }

  func shows(_ unit: Unit) -> Bool {
    name == unit.name && face == unit.status.face && status == unit.status.text
  }
}

/// A view that shows a label.
final class View {
  private(set) var label = Label()

  func prepare(with unit: Unit) { label.show(unit) }
}
