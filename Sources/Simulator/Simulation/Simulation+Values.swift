import AutoUpdate
public import CommandLanguage
import TerminalText

/// Conversions of field values to values of expressions and to text.
extension Simulation {
  /// Returns a field's value as a value of expressions. A reference to a removed object becomes none.
  public func value(of field: Value) -> Value {
    switch field {
    case .reference(let kind, let id): object(kind, id) ?? .none
    case .list(let values): .list(values.map { value(of: $0) })
    default: field.evaluated ?? .none
    }
  }

  /// Returns the object of a reference as a value of expressions; none if it is gone.
  @inlinable
  func value<M: Model>(of reference: Reference<M>) -> Value {
    guard let objects = try? objects(M.self), objects.contains(withID: reference.id) else { return .none }
    return .object(M.kindID, objects.number(of: reference.id))
  }

  private func object(_ kind: String, _ id: Value) -> Value? {
    guard let kind = objects(ofKindNamed: kind), let number = kind.number(of: id), kind.contains(number)
    else {
      return nil
    }
    return .object(kindID(kind.kindIndex), number)
  }

  /// Returns a field's value as text.
  public func text(of field: Value) -> String {
    field.shown { kind, id in label(ofKind: kind, id) ?? "\(English.article(kind)) that is gone" }
  }

  /// Returns the label of an object of a kind; `nil` if it is gone.
  func label(ofKind kind: String, _ id: Value) -> String? {
    guard let kind = objects(ofKindNamed: kind), let number = kind.number(of: id) else { return nil }
    return kind.label(of: number)
  }

  /// Returns the label of an object of a kind at a point of the history; `nil` if it did not exist.
  func label(ofKind kind: String, _ id: Value, in state: PastState) -> String? {
    objects(ofKindNamed: kind)?.label(of: id, in: state)
  }

  /// Returns a value of expressions as a value of a field of a type; `nil` if it cannot be converted.
  ///
  /// The type determines the meaning of a bare word: a word, a text, a name, `true` or `none`.
  public func fieldValue(of value: Value, as type: ValueType) -> Value? {
    type.fieldValue(of: value) { value, target in
      switch value {
      case .object(let object):
        object.kind == target.kindID ? reference(to: object.id, target.kindName) : nil
      case .text(let name):
        objects(ofKindNamed: target.kindName)?.find(name.utf8.span).flatMap {
          reference(to: $0, target.kindName)
        }
      default: nil
      }
    }
  }

  func reference(to number: Int, _ kind: String) -> Value? {
    objects(ofKindNamed: kind)?.fieldID(of: number).map { .reference(kind: kind, id: $0) }
  }

  /// Returns the value of a setting that is a count.
  ///
  /// - Throws: A ``SimulationError`` if the value is not a whole number in `0...most`.
  public func count(_ value: Value, most: Int) throws -> Int {
    guard case .number(let number) = value, (0...most).contains(number) else {
      throw SimulationError.valueOutOfRange(most: most)
    }
    return number
  }
}

extension Explanation {
  /// Creates the explanation of an error that concerns only the code that threw it.
  ///
  /// - Throws: The error itself if it ends the line, such as a limit that the line reached or an interrupt. Also a
  ///   ``ViewRead``, after which the evaluation is repeated.
  init(unlessEndingLine error: any Error) throws {
    if error is ViewRead { throw error }
    let explanation = (error as? any Explainable)?.explanation ?? Explanation("\(error)")
    if explanation.limit != nil || explanation.kind == "interrupted" { throw error }
    self = explanation
  }
}

extension Setting {
  /// Creates a setting of a world that is a number from 0 to `most`.
  ///
  /// - Parameter onChange: Called after a change.
  static func count(
    _ name: String, _ summary: String, most: Int,
    _ path: any ReferenceWritableKeyPath<Simulation, Int> & Sendable,
    onChange: @escaping @Sendable (Simulation) -> Void = { _ in }
  ) -> Setting {
    Setting(
      name, summary, read: { .number($0[keyPath: path]) },
      write: { simulation, value in
        simulation[keyPath: path] = try simulation.count(value, most: most)
        onChange(simulation)
      })
  }
}
