import AutoUpdate

/// Something that must hold for a view to be visible.
struct Condition {
  let facts: [Fact]
  /// What is said when it does not hold, where the facts do not say it all; worded when somebody asks.
  let complaint: () -> String?
  let holds: (any ModelReader) -> Bool

  /// A field has one of several values.
  init(_ fact: Fact, isOneOf values: [FieldValue]) {
    facts = [fact]
    complaint = {
      values == [.truth(true)] ? nil : "not " + values.map(\.shown).joined(separator: " or ")
    }
    holds = { values.contains(fact.value(in: $0)) }
  }

  /// A model is there.
  init(presence fact: Fact) {
    facts = [fact]
    complaint = { nil }
    holds = { fact.value(in: $0) == .truth(true) }
  }

  /// An expression holds, which reads these facts.
  init(_ facts: [Fact], expression: String, holds: @escaping (any ModelReader) -> Bool) {
    self.facts = facts
    complaint = { "“\(expression)” does not hold" }
    self.holds = holds
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
      for fact in condition.facts { sources.append(fact.source) }
    }
    for fact in content { sources.append(fact.source) }
    return sources
  }
}
