public import Simulator

/// The status of a unit.
public enum UnitStatus: String, FieldWord {
  /// It waits; it moves; it fights; it is badly hurt; it recovers; it is dead, for good.
  case ready, marching, fighting, wounded, healing, fallen

  /// The status as a face.
  public var face: String { faceWord.description }

  /// The face as a text that costs nothing to show.
  var faceWord: StaticString {
    switch self {
    case .ready: "🙂"
    case .marching: "🚶"
    case .fighting: "😠"
    case .wounded: "🤕"
    case .healing: "😌"
    case .fallen: "💀"
    }
  }

  /// The statuses that may follow each status.
  static let next: [UnitStatus: [UnitStatus]] = [
    .ready: [.marching, .fighting, .wounded, .fallen],
    .marching: [.ready, .fighting, .wounded, .fallen],
    .fighting: [.ready, .marching, .wounded, .fallen],
    .wounded: [.healing, .fallen],
    .healing: [.ready, .wounded, .fallen],
    .fallen: [],
  ]

  /// Returns a Boolean value that indicates whether a unit may go from this status to another; staying is always
  /// allowed.
  func allows(_ other: UnitStatus) -> Bool {
    self == other || Self.next[self, default: []].contains(other)
  }
}
