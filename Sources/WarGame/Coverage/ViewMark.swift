/// A kind of view and one of the marks that it prints.
struct ViewMark: Hashable {
  let kind: Kind
  let mark: Mark

  enum Kind: String, CaseIterable {
    case title, network
    case map, chat
    case units = "units of the map"
    case messages = "messages of the chat"
    case mapAccessory = "accessory of the map"
    case chatAccessory = "accessory of the chat"
    case watch

    /// The marks that a view of the kind can print.
    var marks: [Mark] {
      switch self {
      // It is always there.
      case .title: [.changed]
      case .network, .mapAccessory, .chatAccessory, .units: [.appeared, .disappeared, .changed]
      // Nothing changes what was said, nor a screen but by what is in it.
      case .messages, .map, .chat: [.appeared, .disappeared]
      case .watch: [.appeared, .disappeared, .changed, .moved]
      }
    }

    /// The kind of the view with a path, if it is none that a command made.
    static func declared(_ path: String) -> Kind? {
      switch path {
      case "app/title": .title
      case "app/network": .network
      case "map": .map
      case "chat": .chat
      case "map/units": .units
      case "chat/messages": .messages
      case "map/attacker", "map/defender": .mapAccessory
      case "chat/attacker", "chat/defender": .chatAccessory
      default: nil
      }
    }
  }

  enum Mark: Character, CaseIterable {
    case appeared = "+"
    case disappeared = "-"
    case changed = "~"
    case moved = "^"
  }

  static let all = Kind.allCases.flatMap { kind in kind.marks.map { ViewMark(kind: kind, mark: $0) } }

  var name: String { "\(kind.rawValue) \(mark.rawValue)" }

  init(kind: Kind, mark: Mark) {
    self.kind = kind
    self.mark = mark
  }

  /// Reads `+ map/units 1  …`; `nil` for what is no view's mark.
  init?(line: ArraySlice<UInt8>, in room: WarRoom) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count > 1, words[0].count == 1, let sign = words[0].first,
      let mark = Mark(rawValue: Character(UnicodeScalar(sign)))
    else { return nil }
    let path = String(decoding: words[1], as: UTF8.self)
    self.init(kind: Kind.declared(path) ?? .watch, mark: mark)
  }
}
