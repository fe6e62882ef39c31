public import CommandLanguage
import Journaling
import TerminalText

/// A function that restores an object from a journal, for a schema whose `new` and fields are not enough.
///
///     restoring: Restoring { Message(id: $0, author: "", text: "", tick: 0) }
///
/// Writable fields are written after the object is created; read-only fields must already have the right value.
public struct Restoring<Object: Identifiable & Sendable>: Sendable where Object.ID: Sendable {
  @usableFromInline let storing: (@Sendable (Object) -> [CapturedField])?
  let make: @Sendable (Object.ID, StoredFields) -> Object?

  /// Restores an object from its identity.
  public init(_ make: @escaping @Sendable (Object.ID) -> Object) {
    storing = nil
    self.make = { id, _ in make(id) }
  }

  /// Restores an object from its identity and stored fields.
  ///
  /// An object depends on its identity and on the fields that `make` reads for it, and on nothing else: it is not
  /// restored again when other fields change.
  ///
  /// - Parameters:
  ///   - storing: Returns the parts of an object to store in addition to its fields.
  ///   - make: Returns the object for an identity and stored fields; `nil` if it cannot be created.
  public init(
    storing: (@Sendable (Object) -> [CapturedField])? = nil,
    make: @escaping @Sendable (Object.ID, StoredFields) -> Object?
  ) {
    self.storing = storing
    self.make = make
  }
}

/// A part of an object that a journal stores in addition to its fields, under a name that no field has.
public struct CapturedField: Sendable {
  /// Commands, a selection or an expression that an object stores.
  public enum Content: Sendable {
    /// Commands in braces.
    case block(Block)
    /// A selection.
    case selection(Selection)
    /// An expression.
    case expression(Expression)

    var syntax: CapturedSyntax {
      switch self {
      case .block(let block): block.kept
      case .selection(let selection): selection.kept
      case .expression(let expression): expression.kept
      }
    }
  }

  let name: String
  let content: Content

  /// Creates a stored part with a name that no field has.
  public init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }
}

/// The fields of an object in a journal.
///
/// Reading never evaluates: a stored text is parsed into syntax, and may name objects that are not restored yet.
public struct StoredFields {
  private let fields: JournalFields
  private let simulation: Simulation
  private let reads: FieldReads
  let problem = FirstProblem()

  /// - Parameter reads: The record of the fields that are read.
  init(_ fields: JournalFields, in simulation: Simulation, _ reads: FieldReads) {
    (self.fields, self.simulation, self.reads) = (fields, simulation, reads)
  }

  /// The first reason why a stored part cannot be read.
  final class FirstProblem {
    var message: UntrustedText?
  }

  /// Returns a field's value; `nil` if there is none of this type.
  public func value<Content: FieldCodable>(_ name: String, as type: Content.Type) -> Content? {
    stored(name).flatMap { Content(fieldValue: $0) }
  }

  /// Returns stored commands with their variables; `nil` if they are missing or cannot be read.
  public func block(_ name: String) -> Block? {
    read(name, "commands", .block) { try $0.block($1, variables: $2) }
  }

  /// Returns a stored selection with its variables; `nil` if it is missing or cannot be read.
  public func selection(_ name: String) -> Selection? {
    read(name, "selection", .selection) { try $0.selection($1, variables: $2) }
  }

  /// Returns a stored expression with its variables; `nil` if it is missing or cannot be read.
  public func expression(_ name: String) -> Expression? {
    read(name, "condition", .expression) { try $0.expression($1, variables: $2) }
  }

  /// Returns the present name of a schedule; `nil` if the world has none, which is recorded as a problem.
  func scheduleName(_ name: String) -> String? {
    if let schedule = simulation.parts.schedule(named: name) { return schedule.name }
    note("the world has no schedule “\(Escaping.escaped(name))”")
    return nil
  }

  private func read<Syntax>(
    _ name: String, _ noun: String, _ shape: ArgumentShape,
    _ make: (Interpreter, String, [(name: String, value: Value)]) throws -> Syntax
  ) -> Syntax? {
    guard let interpreter = simulation.interpreter else { return nil }
    let evolution = simulation.persistence.evolution
    var subject = "its \(noun)"
    do {
      guard let (written, variables) = try stored(name).map({ try simulation.read(kept: $0) })
      else {
        note("\(subject) is not in the store")
        return nil
      }
      subject += " “\(Escaping.escaped(written))”"
      // In a journal with another schema, a stored text may use names that have changed or were removed.
      guard evolution?.isOfOtherSchema ?? true else { return try make(interpreter, written, variables) }
      let text = interpreter.withPresentNames(written, shape, variables: variables) ?? written
      let made = try make(interpreter, text, variables)
      let problem = interpreter.problem(
        inKept: text, shape, variables: variables,
        kindOfObject: { evolution?.texts.kind(ofObject: $0) }
      ) { kind, name in
        guard let evolution else { return false }
        if evolution.gone.contains(SchemaLineage.Gone(kind: kind, name: name)) { return true }
        // The store has all objects that a selection or a condition may name, and a block may create others.
        return kind != nil && shape != .block && evolution.texts.kind(ofObject: name) == nil
      }
      if let problem {
        note("\(subject) can no longer be read: \(UntrustedText(problem.message))")
        return nil
      }
      return made
    } catch {
      note(
        "\(subject) cannot be read: \((error as? UnreadableObject)?.message ?? UntrustedText(Explanation(of: error).message))"
      )
      return nil
    }
  }

  private func stored(_ name: String) -> Value? {
    reads.note(name)
    return fields.value(of: name)
  }

  private func note(_ message: UntrustedText) {
    if problem.message == nil { problem.message = message }
  }
}

/// The names of the fields that were read to restore the objects of a kind.
///
/// An object whose fields change is the same when it is restored again if the change is in none of the fields that were
/// read to restore it. The record is of all objects of the kind, so it includes those fields.
final class FieldReads {
  private var names: [String] = []

  func note(_ name: String) {
    if !names.contains(name) { names.append(name) }
  }

  func contains(_ name: String) -> Bool { names.contains(name) }
}
