import AutoUpdate

/// Something that must hold for a view to be visible.
struct Condition {
  fileprivate let kind: Kind

  /// Every session makes some of these, so there are no closures where a value will do.
  fileprivate enum Kind {
    case oneOf(Fact, [FieldValue])
    case presence(Fact)
    case expression([Fact], String, holds: (any ModelReader) -> Bool)
  }

  /// A field has one of several values.
  init(_ fact: Fact, isOneOf values: [FieldValue]) { kind = .oneOf(fact, values) }

  /// A model is there.
  init(presence fact: Fact) { kind = .presence(fact) }

  /// An expression holds, which reads these facts.
  init(_ facts: [Fact], expression: String, holds: @escaping (any ModelReader) -> Bool) {
    kind = .expression(facts, expression, holds: holds)
  }

  func holds(_ reader: any ModelReader) -> Bool {
    switch kind {
    case .oneOf(let fact, let values): values.contains(fact.value(in: reader))
    case .presence(let fact): fact.value(in: reader) == .truth(true)
    case .expression(_, _, let holds): holds(reader)
    }
  }

  var facts: [Fact] {
    switch kind {
    case .oneOf(let fact, _), .presence(let fact): [fact]
    case .expression(let facts, _, _): facts
    }
  }

  /// What is said when it does not hold, where the facts do not say it all.
  var complaint: String? {
    switch kind {
    case .oneOf(_, let values):
      values == [.truth(true)] ? nil : "not " + values.map(\.shown).joined(separator: " or ")
    case .presence: nil
    case .expression(_, let text, _): "“\(text)” does not hold"
    }
  }
}

/// Why a view is visible, and why it shows what it shows: the one declaration that the view follows and
/// that `why` explains.
struct Reasons {
  /// All of them must hold for the view to be visible.
  var conditions: [Condition] = []
  /// What it shows is made of these.
  var content: [Fact] = []
  /// What it shows; a view without a text shows nothing that could change, one with an empty text
  /// nothing at all.
  var text: ((any ModelReader) -> String)?

  func isVisible(in reader: any ModelReader) -> Bool { conditions.allSatisfy { $0.holds(reader) } }

  /// What has to be watched.
  var sources: [any Monitored] {
    var sources: [any Monitored] = []
    for condition in conditions {
      switch condition.kind {
      case .oneOf(let fact, _), .presence(let fact): sources.append(fact.source)
      case .expression(let facts, _, _): for fact in facts { sources.append(fact.source) }
      }
    }
    for fact in content { sources.append(fact.source) }
    return sources
  }
}
