import TerminalText

/// A condition for a view to be visible, declared so that `why` can explain it:
///
///     Label("attacker", visible: .when(\Game.phase, of: 0, is: .active), .when(\Player.side, of: .me, is: .attacker)) {
///       "you attack \($0[Reference<Game>(0)]?.opponent ?? "")"
///     }
public struct Condition: Sendable {
  let kind: Kind
  let problem: String?

  enum Kind: Sendable {
    case oneOf(Fact, [Value])
    case presence(Fact)
    case test([Fact], String, holds: @Sendable (Simulation) -> Bool)
  }

  /// Returns a condition that a field of one object has one of several values. It is false if the object does not
  /// exist.
  @inlinable
  public static func when<M: Model, Content: FieldCodable>(
    _ path: any KeyPath<M, Content> & Sendable, of id: M.ID, is values: Content...
  ) -> Condition {
    .when(path, of: id, isOneOf: values)
  }

  /// Returns a condition that a field of one object has one of several values. It is false if the object does not
  /// exist.
  @inlinable
  public static func when<M: Model, Content: FieldCodable>(
    _ path: any KeyPath<M, Content> & Sendable, of id: M.ID, isOneOf values: [Content]
  ) -> Condition {
    guard let field = M.schema.field(at: path) else { return Condition(undeclaredIn: M.kindName) }
    return Condition(Fact(field, of: id), isOneOf: values.map { $0.fieldValue })
  }

  /// Creates a condition on a field that the kind does not have. It is always false.
  @usableFromInline
  init(undeclaredIn kind: String) {
    self.init(
      kind: .test([], "", holds: { _ in false }),
      problem: "reads a value that is not a field of \(English.article(kind))")
  }

  /// Creates a condition that an object exists.
  init(presence fact: Fact) { self.init(kind: .presence(fact), problem: nil) }

  /// Creates a condition from a test that reads these facts and possibly others.
  init(_ facts: [Fact], text: String, holds: @escaping @Sendable (Simulation) -> Bool) {
    self.init(kind: .test(facts, text, holds: holds), problem: nil)
  }

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

  /// Returns the text for a false condition; `nil` if its facts explain it.
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

/// The reasons for the visibility and the contents of a view.
struct Reasons {
  /// The conditions, all of which must be true for the view to be visible.
  var conditions: [Condition] = []
  /// The known facts that determine the contents.
  var content: [Fact] = []
  /// A closure that returns the text of the view; `nil` if its contents cannot change. An empty text means that there
  /// are no contents.
  var text: ((Simulation) -> String)?
  /// The kinds that the text reads in addition to the facts. `why` lists a step's changes of their objects.
  var contentKinds: [String] = []
  /// The kinds that the conditions read in addition to the facts.
  var conditionKinds: [String] = []

  func isVisible(in simulation: Simulation) -> Bool { conditions.allSatisfy { $0.holds(in: simulation) } }
}
