import TerminalText

/// Something that must hold for a view to be visible, declared so that `why` can explain it:
///
///     Label("attacker", visible: .when(\Game.phase, of: 0, is: .active), .when(\Player.side, of: .me, is: .attacker)) {
///       "you attack \($0[Reference<Game>(0)]?.opponent ?? "")"
///     }
public struct Condition: Sendable {
  let kind: Kind
  /// The problem of its declaration, if there is one.
  let problem: String?

  enum Kind: Sendable {
    case oneOf(Fact, [Value])
    case presence(Fact)
    case test([Fact], String, holds: @Sendable (Simulation) -> Bool)
  }

  /// A field of one object has one of several values; while the object is not there it does not hold.
  @inlinable
  public static func when<M: Model, Content: FieldCodable>(
    _ path: any KeyPath<M, Content> & Sendable, of id: M.ID, is values: Content...
  ) -> Condition {
    .when(path, of: id, isOneOf: values)
  }

  /// A field of one object has one of several values; while the object is not there it does not hold.
  @inlinable
  public static func when<M: Model, Content: FieldCodable>(
    _ path: any KeyPath<M, Content> & Sendable, of id: M.ID, isOneOf values: [Content]
  ) -> Condition {
    guard let field = M.schema.field(at: path) else { return Condition(undeclaredIn: M.kindName) }
    return Condition(Fact(field, of: id), isOneOf: values.map { $0.fieldValue })
  }

  /// Creates a condition on a field that the kind does not have; it never holds.
  @usableFromInline
  init(undeclaredIn kind: String) {
    self.init(
      kind: .test([], "", holds: { _ in false }),
      problem: "reads a value that is not a field of \(English.article(kind))")
  }

  /// An object is there.
  init(presence fact: Fact) { self.init(kind: .presence(fact), problem: nil) }

  /// A test holds, which reads these facts among others.
  init(_ facts: [Fact], text: String, holds: @escaping @Sendable (Simulation) -> Bool) {
    self.init(kind: .test(facts, text, holds: holds), problem: nil)
  }

  /// A fact is one of some values.
  @usableFromInline
  init(_ fact: Fact, isOneOf values: [Value]) {
    self.init(kind: .oneOf(fact, values), problem: nil)
  }

  private init(kind: Kind, problem: String?) {
    self.kind = kind
    self.problem = problem
  }

  func holds(in simulation: Simulation) -> Bool {
    switch kind {
    case .oneOf(let fact, let values): fact.value(simulation).map(values.contains) ?? false
    case .presence(let fact): fact.value(simulation) == .truth(true)
    case .test(_, _, let holds): holds(simulation)
    }
  }

  var facts: [Fact] {
    switch kind {
    case .oneOf(let fact, _), .presence(let fact): [fact]
    case .test(let facts, _, _): facts
    }
  }

  /// Returns the text for a condition that does not hold, if the facts do not explain it.
  func complaint(in simulation: Simulation) -> String? {
    switch kind {
    case .oneOf(_, let values):
      values == [.truth(true)]
        ? nil : "not " + values.map { simulation.text(of: $0) }.joined(separator: " or ")
    case .presence: nil
    case .test(_, let text, _): text.isEmpty ? nil : text
    }
  }
}

/// The reasons why a view is visible, and why it has its contents.
struct Reasons {
  /// All of them must hold for the view to be visible.
  var conditions: [Condition] = []
  /// The facts that make its contents, as far as they are known.
  var content: [Fact] = []
  /// Returns the text of the view. A view without a text has no contents that could change, one with an empty text
  /// has none at all.
  var text: ((Simulation) -> String)?
  /// The kinds that the text is made of, and those that the conditions ask, besides the facts: what a step changed of
  /// them is told.
  var contentKinds: [String] = []
  var conditionKinds: [String] = []

  func isVisible(in simulation: Simulation) -> Bool { conditions.allSatisfy { $0.holds(in: simulation) } }
}
