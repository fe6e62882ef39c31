import CommandLanguage
import TerminalText

/// Why an invariant refuses a change, or is itself refused.
enum InvariantError: CountedError {
  case broken(name: String, text: String, objects: [String], count: Int)
  case failed(name: String, message: String)
  case alreadyBroken(name: String, objects: [String], count: Int)
  case noInvariant(String, known: [String])
  case tooMany(limit: Int)

  enum Kind: String, CaseIterable {
    case broken = "invariant: broken"
    case failed = "invariant: failed"
    case alreadyBroken = "invariant: alreadyBroken"
    case noInvariant = "invariant: noInvariant"
    case tooMany = "invariant: tooMany"
  }

  var kind: Kind {
    switch self {
    case .broken: .broken
    case .failed: .failed
    case .alreadyBroken: .alreadyBroken
    case .noInvariant: .noInvariant
    case .tooMany: .tooMany
    }
  }

  var prose: Explanation {
    switch self {
    case .broken(let name, let text, let objects, let count):
      Explanation(
        "this would break the invariant \(Quoting.message(name))",
        notes: Self.notes(objects, count) + ["it says: \(Escaping.escaped(text))"])
    case .failed(let name, let message):
      Explanation("the invariant \(Quoting.message(name)) cannot be computed", notes: [message])
    case .alreadyBroken(let name, let objects, let count):
      Explanation(
        "the invariant \(Quoting.message(name)) does not hold now", notes: Self.notes(objects, count),
        argument: 1)
    case .noInvariant(let name, let known):
      Explanation.unknown("invariant", name, among: known, argument: 0)
    case .tooMany(let limit):
      Explanation("no more invariants: the setting “invariants” allows \(limit)", limit: "invariants")
    }
  }

  /// How many objects a message names.
  static let shownMax = 5

  private static func notes(_ objects: [String], _ count: Int) -> [String] {
    if objects.isEmpty { return [] }
    let more = count > objects.count ? " and \(count - objects.count) more" : ""
    return ["broken by \(objects.joined(separator: ", "))\(more)"]
  }
}
