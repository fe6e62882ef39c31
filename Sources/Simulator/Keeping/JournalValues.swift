import Journaling
import CommandLanguage
import TerminalText

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

  /// Reads a kept text and its variables.
  ///
  /// - Throws: an ``UnreadableObject`` for damaged content, and for a variable that refers to a kind that the world does
  ///   not have.
  func read(kept value: JournalValue) throws -> (text: String, variables: [(name: String, value: Value)]) {
    guard case .list(let values) = value, case .text(let text)? = values.first else {
      throw UnreadableObject(message: "it is no text")
    }
    let variables = try values.dropFirst().map { variable -> (name: String, value: Value) in
      guard case .list(let parts) = variable, parts.count == 2, case .text(let name) = parts[0] else {
        throw UnreadableObject(message: "its variables are damaged")
      }
      return (name, try self.value(kept: parts[1]))
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

  private func value(kept value: JournalValue) throws -> Value {
    switch value {
    case .none: return .none
    case .truth(let truth): return .bool(truth)
    case .number(let number): return .number(number)
    case .decimal(let number): return .decimal(number)
    case .word(let text), .text(let text): return .text(text)
    case .list(let values): return .list(try values.map { try self.value(kept: $0) })
    case .reference(let kind, let id):
      guard let place = schemas.place(named: kind),
        let number = objects[place].number(of: FieldValue(kept: id))
      else {
        throw UnreadableObject(
          message: "a variable refers to \(English.article(kind)), and the program has no such kind")
      }
      return .object(kindID(place), number)
    }
  }
}
