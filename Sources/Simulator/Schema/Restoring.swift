public import CommandLanguage

/// How an object comes back from a journal, where a schema's `new` and its fields do not tell.
///
///     restoring: Restoring { Message(id: $0, author: "", text: "", tick: 0) }
///
/// Fields that can be written are written then; those that are read only must be right already.
public struct Restoring<Object: Identifiable & Sendable>: Sendable where Object.ID: Sendable {
  let keeping: @Sendable (Object) -> [KeptField]
  let make: @Sendable (Object.ID, StoredFields) -> Object?

  /// Of its identity alone.
  public init(_ make: @escaping @Sendable (Object.ID) -> Object) {
    keeping = { _ in [] }
    self.make = { id, _ in make(id) }
  }

  /// Of its identity and what was kept of it; `nil` when it cannot be made of that.
  ///
  /// - Parameters:
  ///   - keeping: what is to be kept besides the fields.
  ///   - make: the object of an identity and of what was kept of it; `nil` when it cannot be made.
  public init(
    keeping: @escaping @Sendable (Object) -> [KeptField] = { _ in [] },
    make: @escaping @Sendable (Object.ID, StoredFields) -> Object?
  ) {
    self.keeping = keeping
    self.make = make
  }
}

/// What of an object a journal keeps besides its fields, under a name that no field has.
public struct KeptField: Sendable {
  /// Commands, a selection or an expression that an object keeps.
  public enum Content: Sendable {
    /// Commands in braces.
    case block(Block)
    /// A selection.
    case selection(Selection)
    /// An expression.
    case expression(Expression)

    var text: String {
      switch self {
      case .block(let block): block.text
      case .selection(let selection): selection.text
      case .expression(let expression): expression.text
      }
    }

    var variables: [(name: String, value: Value)] {
      switch self {
      case .block(let block): block.variables
      case .selection(let selection): selection.variables
      case .expression(let expression): expression.variables
      }
    }
  }

  let name: String
  let content: Content

  /// Something that is kept under a name that no field has.
  public init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }
}

/// What a journal kept of an object.
public struct StoredFields {
  let value: (_ name: String) -> FieldValue?
  let kept: (_ name: String) -> (text: String, variables: [(name: String, value: Value)])?
  let interpreter: Interpreter?

  /// A field's value; `nil` when there is none, or none of the type.
  public func value<Value: FieldCodable>(_ name: String, as type: Value.Type) -> Value? {
    value(name).flatMap { Value(fieldValue: $0) }
  }

  /// Commands that were kept, with their variables.
  public func block(_ name: String) -> Block? {
    kept(name).flatMap { kept in try? interpreter?.block(kept.text, variables: kept.variables) }
  }

  /// A selection that was kept, with its variables; `nil` when there is none that can be read.
  public func selection(_ name: String) -> Selection? {
    kept(name).flatMap { kept in try? interpreter?.selection(kept.text, variables: kept.variables) }
  }

  /// An expression that was kept, with its variables; `nil` when there is none that can be read.
  public func expression(_ name: String) -> Expression? {
    kept(name).flatMap { kept in try? interpreter?.expression(kept.text, variables: kept.variables) }
  }
}
