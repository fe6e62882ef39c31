import CommandLanguage
import TerminalText

/// The errors of a change that an invariant refuses, and of commands about invariants.
enum InvariantError: CatalogedError {
  case broken(name: String, text: String, objects: [String], count: Int)
  case failed(name: String, message: String)
  case alreadyBroken(name: String, objects: [String], count: Int)
  case noInvariant(String, known: [String])
  case declared(String)
  case tooMany(limit: Int)

  enum Kind: String, CaseIterable { case broken, failed, alreadyBroken, noInvariant, declared, tooMany }

  static var group: String { "invariant" }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .broken:
      .init(
        "this would break the invariant {name}",
        "After the command an invariant would not hold, so the command was taken back.")
    case .failed:
      .init(
        "the invariant {name} cannot be computed",
        "An invariant's condition cannot be computed; look at what it compares.")
    case .alreadyBroken:
      .init(
        "the invariant {name} does not hold now",
        "An invariant has to hold at the moment when it is demanded.")
    case .noInvariant:
      .init(
        "there is no invariant {name}",
        "No command demanded an invariant of this name. “invariants” lists them.")
    case .declared:
      .init(
        "the invariant {name} is the world's own",
        "The world itself demands this invariant: no command takes it back.")
    case .tooMany:
      .init(
        "no more invariants: the setting “invariants” allows {limit}",
        "As many invariants as the setting “invariants” allows are demanded.")
    }
  }

  var report: ErrorReport<Kind> {
    switch self {
    case .broken(let name, let text, let objects, let count):
      .init(
        .broken, [Quoting.message(name)],
        notes: Self.notes(objects, count) + ["it says: \(Escaping.escaped(text))"])
    case .failed(let name, let message): .init(.failed, [Quoting.message(name)], notes: [message])
    case .alreadyBroken(let name, let objects, let count):
      .init(
        .alreadyBroken, [Quoting.message(name)], notes: Self.notes(objects, count), argument: 1)
    case .noInvariant(let name, let known): .unknown(.noInvariant, name, among: known, argument: 0)
    case .declared(let name):
      .init(
        .declared, [Quoting.message(name)],
        notes: ["only what “invariant” demanded is demanded no more"], argument: 0)
    case .tooMany(let limit): .init(.tooMany, ["\(limit)"], limit: "invariants")
    }
  }

  /// The most objects that a message names.
  static let shownMax = 5

  private static func notes(_ objects: [String], _ count: Int) -> [String] {
    if objects.isEmpty { return [] }
    let more = count > objects.count ? " and \(count - objects.count) more" : ""
    return ["broken by \(objects.joined(separator: ", "))\(more)"]
  }
}
