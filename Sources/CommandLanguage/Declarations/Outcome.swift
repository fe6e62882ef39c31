/// How a command ended.
public enum Outcome: Sendable, Equatable {
  case done
  case failed
  case quit
}
