/// Which status may follow which.
enum StatusRules {
  static func followers(of status: UnitStatus) -> [UnitStatus] {
    switch status {
    case .ready: [.marching, .fighting, .wounded, .fallen]
    case .marching: [.ready, .fighting, .wounded, .fallen]
    case .fighting: [.ready, .marching, .wounded, .fallen]
    case .wounded: [.healing, .fallen]
    case .healing: [.ready, .wounded, .fallen]
    case .fallen: []
    }
  }

  /// Whether a unit may go from one status to the other; staying is always allowed.
  static func allows(_ old: UnitStatus, _ new: UnitStatus) -> Bool {
    old == new || masks[Int(old.rawValue)] & (1 << new.rawValue) != 0
  }

  /// The rules in words, a line for each status: `after wounded: healing, fallen`.
  ///
  /// Every start of the program makes it, so nothing is joined: for that the runtime searches all
  /// conformances.
  static var text: String {
    var text = ""
    for status in UnitStatus.allCases {
      text += text.isEmpty ? "after " : "\nafter "
      text += status.name
      var separator = ": "
      for follower in followers(of: status) {
        text += separator + follower.name
        separator = ", "
      }
      if followers(of: status).isEmpty { text += ": nothing" }
    }
    return text
  }

  private static let masks: [UInt8] = UnitStatus.allCases.map { status in
    followers(of: status).reduce(0) { $0 | (1 << $1.rawValue) }
  }
}
