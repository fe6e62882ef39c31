import CommandLanguage
import TerminalText

/// Why an invariant refuses a change, or is itself refused.
enum InvariantError: CountedError {
  case broken(name: String, text: String, objects: [String], count: Int)
  case failed(name: String, message: String)
  case alreadyBroken(name: String, objects: [String], count: Int)
  case noInvariant(String, known: [String])
  case declared(String)
  case tooMany(limit: Int)

  enum Kind: String, CaseIterable {
    case broken = "invariant: broken"
    case failed = "invariant: failed"
    case alreadyBroken = "invariant: alreadyBroken"
    case noInvariant = "invariant: noInvariant"
    case declared = "invariant: declared"
    case tooMany = "invariant: tooMany"
  }

  var kind: Kind {
    switch self {
    case .broken: .broken
    case .failed: .failed
    case .alreadyBroken: .alreadyBroken
    case .noInvariant: .noInvariant
    case .declared: .declared
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
    case .declared(let name):
      Explanation(
        "the invariant \(Quoting.message(name)) is the world's own",
        notes: ["only what “invariant” demanded is demanded no more"], argument: 0)
    case .tooMany(let limit):
      Explanation("no more invariants: the setting “invariants” allows \(limit)")
    }
  }

  var limit: String? { if case .tooMany = self { "invariants" } else { nil } }

  /// How many objects a message names.
  static let shownMax = 5

  private static func notes(_ objects: [String], _ count: Int) -> [String] {
    if objects.isEmpty { return [] }
    let more = count > objects.count ? " and \(count - objects.count) more" : ""
    return ["broken by \(objects.joined(separator: ", "))\(more)"]
  }
}

extension InvariantError {
  static func meaning(of kind: Kind) -> String {
    switch kind {
    case .broken: "After the command an invariant would not hold, so the command was taken back."
    case .failed: "An invariant's condition cannot be computed; look at what it compares."
    case .alreadyBroken: "An invariant has to hold at the moment when it is demanded."
    case .noInvariant: "No command demanded an invariant of this name. “invariants” lists them."
    case .declared: "The world itself demands this invariant: no command takes it back."
    case .tooMany: "As many invariants as the setting “invariants” allows are demanded."
    }
  }
}
