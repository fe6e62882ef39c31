public import Simulator

/// The status of a unit.
public enum UnitStatus: String, FieldWord {
  /// Waiting, moving, fighting, badly hurt, recovering, and dead for good.
  case ready, marching, fighting, wounded, healing, fallen

  /// The emoji of the status.
  public var face: String { faceWord.description }

  /// The emoji as a static string, which is shown without an allocation.
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

  /// Returns a Boolean value that indicates whether a unit may change from this status to another. Keeping the status
  /// is always allowed.
  func allows(_ other: UnitStatus) -> Bool {
    self == other || Self.next[self, default: []].contains(other)
  }
}
