import Journaling
import CommandLanguage

extension FieldValue {
  /// The value as a journal keeps it.
  var kept: JournalValue {
    switch self {
    case .none: .none
    case .truth(let truth): .truth(truth)
    case .number(let number): .number(number)
    case .decimal(let number): .decimal(number)
    case .word(let word): .word(word)
    case .text(let text): .text(text)
    case .reference(let kind, let id): .reference(kind: kind, id: id.kept)
    case .list(let values): .list(values.map(\.kept))
    }
  }

  /// The value that a journal kept.
  init(kept value: JournalValue) {
    switch value {
    case .none: self = .none
    case .truth(let truth): self = .truth(truth)
    case .number(let number): self = .number(number)
    case .decimal(let number): self = .decimal(number)
    case .word(let word): self = .word(word)
    case .text(let text): self = .text(text)
    case .reference(let kind, let id): self = .reference(kind: kind, id: FieldValue(kept: id))
    case .list(let values): self = .list(values.map { FieldValue(kept: $0) })
    }
  }
}

/// Variables of kept commands and selections, whose objects are kept by kind and identity.
extension Simulation {
  func kept(_ content: KeptField.Content) -> JournalValue {
    .list([.text(content.text)] + content.variables.map { .list([.text($0.name), kept($0.value)]) })
  }

  func read(kept value: JournalValue) -> (text: String, variables: [(name: String, value: Value)])? {
    guard case .list(let values) = value, case .text(let text)? = values.first else { return nil }
    var variables: [(name: String, value: Value)] = []
    for variable in values.dropFirst() {
      guard case .list(let parts) = variable, parts.count == 2, case .text(let name) = parts[0] else {
        return nil
      }
      variables.append((name, self.value(kept: parts[1])))
    }
    return (text, variables)
  }

  private func kept(_ value: Value) -> JournalValue {
    switch value {
    case .none: .none
    case .bool(let truth): .truth(truth)
    case .number(let number): .number(number)
    case .decimal(let number): .decimal(number)
    case .text(let text): .text(text)
    case .list(let values): .list(values.map(kept))
    case .object(let object): kept(object)
    }
  }

  /// Of a view, which is no object of the world, nothing is kept.
  private func kept(_ object: ObjectReference) -> JournalValue {
    for (place, schema) in schemas.schemas.enumerated() where kindID(place) == object.kind {
      return objects[place].fieldID(of: object.id).map { .reference(kind: schema.kindName, id: $0.kept) }
        ?? .none
    }
    return .none
  }

  private func value(kept value: JournalValue) -> Value {
    switch value {
    case .none: return .none
    case .truth(let truth): return .bool(truth)
    case .number(let number): return .number(number)
    case .decimal(let number): return .decimal(number)
    case .word(let text), .text(let text): return .text(text)
    case .list(let values): return .list(values.map { self.value(kept: $0) })
    case .reference(let kind, let id):
      guard let place = schemas.place(named: kind),
        let number = objects[place].number(of: FieldValue(kept: id))
      else { return .none }
      return .object(kindID(place), number)
    }
  }
}
