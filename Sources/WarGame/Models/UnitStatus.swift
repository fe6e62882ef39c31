/// What a unit is doing.
public enum UnitStatus: UInt8, CaseIterable, Sendable {
  case ready, marching, fighting, wounded, healing, fallen

  public var name: String { word.description }

  /// The name as a text that costs nothing to show.
  public var word: StaticString {
    switch self {
    case .ready: "ready"
    case .marching: "marching"
    case .fighting: "fighting"
    case .wounded: "wounded"
    case .healing: "healing"
    case .fallen: "fallen"
    }
  }

  public var face: String { faceWord.description }

  public var faceWord: StaticString {
    switch self {
    case .ready: "🙂"
    case .marching: "🚶"
    case .fighting: "😠"
    case .wounded: "🤕"
    case .healing: "😌"
    case .fallen: "💀"
    }
  }
}
