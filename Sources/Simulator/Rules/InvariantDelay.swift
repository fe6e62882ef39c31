import TerminalText

/// The time for which an invariant may be broken: what breaks it leads to a state that does not, within so many ticks or steps.
public enum InvariantDelay: Sendable, Equatable {
  /// Ticks of the virtual time.
  case ticks(Int)
  /// Commands that change something.
  case steps(Int)

  var count: Int {
    switch self {
    case .ticks(let count), .steps(let count): count
    }
  }

  var text: String {
    switch self {
    case .ticks(let count): "within \(English.count(count, "tick"))"
    case .steps(let count): "within \(English.count(count, "step"))"
    }
  }
}
