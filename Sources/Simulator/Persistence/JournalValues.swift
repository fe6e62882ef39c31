import Journaling
import CommandLanguage
import TerminalText

/// The encoding of stored commands and selections with their variables. Objects are encoded by kind and identity.
extension Simulation {
  func kept(_ content: CapturedField.Content) -> Value {
    .list(
      [.text(content.syntax.text)] + content.syntax.variables.map { .list([.text($0.name), kept($0.value)]) })
  }

  /// Reads a stored text and its variables.
  ///
  /// - Throws: An ``UnreadableObject`` for damaged content, or if a variable refers to a kind that the world does not
  ///   have.
  func read(kept value: Value) throws -> (text: String, variables: [(name: String, value: Value)]) {
    guard case .list(let values) = value, case .text(let text)? = values.first else {
      throw UnreadableObject("it is not a text")
    }
    let variables = try values.dropFirst().map { variable -> (name: String, value: Value) in
      guard case .list(let parts) = variable, parts.count == 2, case .text(let name) = parts[0] else {
        throw UnreadableObject("its variables are damaged")
      }
      // An empty name marks the reason why the text could not be translated; see ``StoredTexts``.
      if name.isEmpty, case .text(let reason) = parts[1] { throw UnreadableObject(UntrustedText(reason)) }
      return (name, try self.value(kept: parts[1]))
    }
    return (text, variables)
  }

  private func kept(_ value: Value) -> Value {
    switch value {
    case .list(let values): .list(values.map(kept))
    // A view is not an object of the world.
    case .object(let object): reference(to: object.id, object.kind.name) ?? .none
    default: value
    }
  }

  private func value(kept value: Value) throws -> Value {
    switch value {
    case .word(let text): return .text(text)
    case .list(let values): return .list(try values.map { try self.value(kept: $0) })
    case .object: throw UnreadableObject("its variables are damaged")
    case .reference(let kind, let id):
      guard let objects = objects(ofKindNamed: kind), let number = objects.number(of: id) else {
        throw UnreadableObject(
          "a variable refers to \(English.article(kind)), and the program has no such kind")
      }
      return .object(kindID(objects.kindIndex), number)
    default: return value
    }
  }
}
