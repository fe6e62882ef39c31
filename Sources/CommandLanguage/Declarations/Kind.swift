import TerminalText

/// A kind of objects of the host, which selections choose from and which has properties.
///
///     Kind("unit", plural: "units", properties: [Property("hp", "hit points", type: .number)])
///
/// `units where hp < 50` is then a selection, `Arthur.hp` is a value if the host has an object `Arthur`, and
/// `unit("Arthur")` is the object with that name. The host's ``CommandHost/objects(ofKind:)`` returns the objects.
public struct Kind: Sendable {
  let id: KindID
  /// The singular name, for one object.
  public let name: String
  let plural: String
  let summary: String
  let properties: [Property]
  private let propertyNames: [String]
  let formerNames: [String]
  let hasChildren: Bool
  let childNames: [String]
  let isDerived: Bool
  let hasNames: Bool
  /// The property that is an object's name; `nil` if there is none.
  let nameProperty: String?

  /// Creates a kind whose objects the host identifies by numbers.
  ///
  /// - Parameters:
  ///   - name: the singular name: `unit`.
  ///   - plural: the name of the kind in selections: `units`.
  ///   - summary: a one-line description, for help.
  ///   - properties: the properties of an object, in the order of table columns.
  ///   - hasChildren: whether objects have properties that the host creates at run time (`map.attacker`).
  ///   - childNames: the names of such properties, if only these are possible.
  ///   - isDerived: whether the objects are derived from committed state, so that generated conditions don't use them.
  ///   - hasNames: whether an object can be found by its name.
  ///   - nameProperty: the property that is an object's name, if there is one.
  ///   - formerly: the former names of the kind; their plurals are regular or are included.
  public init(
    _ name: String, plural: String, _ summary: String = "", properties: [Property], hasChildren: Bool = false,
    childNames: [String] = [], isDerived: Bool = false, hasNames: Bool = true, nameProperty: String? = nil,
    formerly: [String] = []
  ) {
    formerNames = formerly
    id = KindID(name)
    self.name = name
    self.plural = plural
    self.summary = summary
    self.properties = properties
    propertyNames = properties.map(\.name)
    self.hasChildren = hasChildren
    self.childNames = childNames
    self.isDerived = isDerived
    self.hasNames = hasNames
    self.nameProperty = nameProperty
  }

  func propertyIndex(_ name: String) -> Int? { propertyNames.firstIndex(of: name) }

  func mayHaveChild(_ name: String) -> Bool { hasChildren || childNames.contains(name) }

  func unknownProperty(_ name: String) -> LanguageError {
    if let present = properties.first(where: { $0.formerNames.contains(name) }) {
      return .renamed(name, present: present.name)
    }
    let known = propertyNames + childNames
    let near = NearNames.nearest(to: name, among: known)
    return .unknownProperty(kind: self.name, name, suggestion: near, known: known)
  }
}

/// A property of a kind's objects.
public struct Property: Sendable {
  let name: String
  let summary: String
  let type: ValueType
  /// The rules for its values, one line each. Computed only for help.
  var rules: [String] { makeRules() }
  private let makeRules: @Sendable () -> [String]
  let formerNames: [String]
  /// The current words of its values, keyed by the former words. Computed only when a word is unknown.
  var formerWords: [String: String] { makeFormerWords() }
  private let makeFormerWords: @Sendable () -> [String: String]

  /// Creates a property.
  ///
  /// - Parameters:
  ///   - name: the name in expressions: `Arthur.hp`.
  ///   - summary: a one-line description, for help and completion.
  ///   - type: the type of the values, for type checking, completion and help.
  ///   - rules: the rules for its values, one line each: `from 0 to 100`.
  ///   - formerly: the former names of the property.
  ///   - formerWords: the current words of its values, keyed by the former words.
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

  /// The remark beside the property in a list of completions: its summary or, if that is empty, its possible values.
  var remark: String {
    if !summary.isEmpty { return summary }
    let words = type.literals
    return words.isEmpty ? "" : words.joined(separator: ", ")
  }

  /// The summary and the type, or only the summary if it contains the words of the type.
  var facts: String {
    [summary, type.noun(besides: summary)].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
