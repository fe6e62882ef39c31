import TerminalText

/// What can be known of a kind without a world.
struct KindDescription: Sendable {
  let id: KindID
  let name: String
  let plural: String
  let summary: String
  let properties: [PropertyDescription]
  /// Whether its objects have properties that are made while the host runs.
  let hasChildren: Bool
  /// Whether its objects follow what has been committed.
  var isDerived = false

  func propertyIndex(_ name: String) -> Int? { properties.firstIndex { $0.name == name } }

  /// What is said of a property that no object of this kind has.
  func unknownProperty(_ name: String) -> LanguageError {
    let known = properties.map(\.name)
    let near = NearNames.nearest(to: name, among: known)
    return .unknownProperty(kind: self.name, name, suggestion: near, known: known)
  }
}

/// What can be known of a property without a world.
public struct PropertyDescription: Sendable {
  let name: String
  let summary: String
  let type: ValueType
  /// What its values keep to, a line each, made when help asks for them.
  var rules: [String] { makeRules() }
  private let makeRules: @Sendable () -> [String]

  /// A property by the name that expressions call it.
  ///
  /// - Parameters:
  ///   - name: how expressions call it: `Arthur.hp`.
  ///   - summary: one line about it, for help and completion.
  ///   - type: what it may be, as far as completion and help are to know it.
  ///   - rules: what its values keep to, a line each.
  public init(
    _ name: String, _ summary: String = "", type: ValueType = .unknown,
    rules: @autoclosure @escaping @Sendable () -> [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.type = type
    makeRules = rules
  }

  /// What a list of completions says of it: its own words, or else which it may have.
  var remark: String {
    if !summary.isEmpty { return summary }
    let words = type.literals
    return words.isEmpty ? "" : words.joined(separator: ", ")
  }

  /// Its summary and its type, where the one does not say the other.
  var facts: String {
    let words = type.literals
    if !words.isEmpty, words.allSatisfy({ summary.contains($0) }) { return summary }
    return [summary, type.noun].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
