import TerminalText

/// A kind of the host's objects: what selections choose from and where properties come from.
///
///     Kind("unit", plural: "units", properties: [Property("hp", "hit points", type: .number)])
///
/// `units where hp < 50` is then a selection, `Arthur.hp` a value when the host knows `Arthur`, and
/// `unit("Arthur")` the object of that name. The host's ``CommandHost/objects(ofKind:)`` gives the objects.
public struct Kind: Sendable {
  let id: KindID
  /// The word for one object.
  public let name: String
  let plural: String
  let summary: String
  let properties: [Property]
  /// Names that it had before.
  let formerNames: [String]
  /// A Boolean value that indicates whether objects have properties that are made while the host runs.
  let hasChildren: Bool
  /// A Boolean value that indicates whether the objects follow what has been committed, as views do.
  let isDerived: Bool

  /// A kind whose objects the host knows by numbers.
  ///
  /// - Parameters:
  ///   - name: the word for one object: `unit`.
  ///   - plural: the word by which selections name the kind: `units`.
  ///   - summary: one line about the kind, for help.
  ///   - properties: what expressions can ask of an object, in the order in which tables show it.
  ///   - hasChildren: whether objects have properties that are made while the host runs (`map.attacker`).
  ///   - isDerived: whether the objects follow what has been committed, so that made-up conditions demand nothing of them.
  ///   - formerly: names that the kind had before; their plurals are regular, or are among them.
  public init(
    _ name: String, plural: String, _ summary: String = "", properties: [Property], hasChildren: Bool = false,
    isDerived: Bool = false, formerly: [String] = []
  ) {
    formerNames = formerly
    id = KindID(name)
    self.name = name
    self.plural = plural
    self.summary = summary
    self.properties = properties
    self.hasChildren = hasChildren
    self.isDerived = isDerived
  }

  func propertyIndex(_ name: String) -> Int? { properties.firstIndex { $0.name == name } }

  /// The error about a property that no object of this kind has.
  func unknownProperty(_ name: String) -> LanguageError {
    if let present = properties.first(where: { $0.formerNames.contains(name) }) {
      return .renamed(name, present: present.name)
    }
    let known = properties.map(\.name)
    let near = NearNames.nearest(to: name, among: known)
    return .unknownProperty(kind: self.name, name, suggestion: near, known: known)
  }
}

/// A property of a kind's objects.
public struct Property: Sendable {
  let name: String
  let summary: String
  let type: ValueType
  /// The rules that its values keep, a line each, made when help asks for them.
  var rules: [String] { makeRules() }
  private let makeRules: @Sendable () -> [String]
  /// Names that it had before.
  let formerNames: [String]
  /// The present words of its values by those that they were before, made when a word is unknown.
  var formerWords: [String: String] { makeFormerWords() }
  private let makeFormerWords: @Sendable () -> [String: String]

  /// A property by the name that expressions call it.
  ///
  /// - Parameters:
  ///   - name: how expressions call it: `Arthur.hp`.
  ///   - summary: one line about it, for help and completion.
  ///   - type: what it may be, as far as completion and help are to know it.
  ///   - rules: the rules that its values keep, a line each: `from 0 to 100`.
  ///   - formerly: names that it had before.
  ///   - formerWords: the present words of its values by those that they were before.
  public init(
    _ name: String, _ summary: String = "", type: ValueType = .unknown,
    rules: @autoclosure @escaping @Sendable () -> [String] = [], formerly: [String] = [],
    formerWords: @autoclosure @escaping @Sendable () -> [String: String] = [:]
  ) {
    formerNames = formerly
    makeFormerWords = formerWords
    self.name = name
    self.summary = summary
    self.type = type
    makeRules = rules
  }

  /// The remark beside it in a list of completions: its own words, or else the values that it may have.
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
