import TerminalText

/// A field of an object: its name and its value.
public struct JournalField: Sendable, Hashable {
  /// The name of the field.
  public let name: String
  /// The value of the field.
  public var value: Value

  /// Creates a field with a name and a value.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

/// The key of an object: the name of its kind, and its identity within the kind.
public struct JournalKey: Sendable, Hashable {
  /// The name of the object's kind.
  public var kind: String
  /// The object's identity within its kind.
  public let id: Value

  /// Creates the key of an object.
  public init(kind: String, id: Value) {
    self.kind = kind
    self.id = id
  }
}

extension JournalKey {
  /// Returns a Boolean value that indicates whether the key precedes another in the order of kinds and identities.
  func isBefore(_ other: JournalKey) -> Bool {
    if kind != other.kind { return kind < other.kind }
    if case (.number(let left), .number(let right)) = (id, other.id) { return left < right }
    return id.shown.raw < other.id.shown.raw
  }
}

extension JournalKey: CustomStringConvertible {
  /// The kind and the identity as messages show them: `card 7`.
  public var description: String { "\(UntrustedText(kind)) \(id.shown)" }
}

/// An object as a journal stores it.
public struct JournalObject: Sendable, Hashable {
  /// The key of the object.
  public var key: JournalKey
  /// The fields of the object; `nil` if the object was removed.
  public var fields: [JournalField]?

  /// Creates an object; `fields` is `nil` if it was removed.
  public init(_ key: JournalKey, fields: [JournalField]?) {
    self.key = key
    self.fields = fields
  }
}

/// The change of one object in a step.
public struct JournalChange: Sendable, Hashable {
  /// The kind of a change.
  public enum Mark: Sendable {
    /// The object was added.
    case inserted
    /// The object remained, and some fields differ.
    case updated
    /// The object was removed.
    case removed
  }

  /// The value of a field before and after the step.
  public struct FieldChange: Sendable, Hashable {
    /// The field's name.
    public let name: String
    /// The value before the step; `nil` if the field was absent.
    public let before: Value?
    /// The value after the step; `nil` if the field is absent.
    public let after: Value?

    /// Creates a change of a field.
    public init(_ name: String, _ before: Value?, _ after: Value?) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// The key of the object.
  public let key: JournalKey
  /// The kind of the change.
  public let mark: Mark
  /// The fields that differ; all fields of an added or removed object.
  public let fields: [FieldChange]

  /// Creates a change of one object.
  public init(_ key: JournalKey, _ mark: Mark, _ fields: [FieldChange]) {
    self.key = key
    self.mark = mark
    self.fields = fields
  }
}

extension JournalChange {
  /// Creates the change of an object that was added or removed with these fields.
  init(_ key: JournalKey, from before: [JournalField]?, to after: [JournalField]?) {
    self.init(
      key, before == nil ? .inserted : .removed,
      before?.map { FieldChange($0.name, $0.value, nil) } ?? after?.map {
        FieldChange($0.name, nil, $0.value)
      }
        ?? [])
  }

  /// Returns the fields that differ between two states of an object. Both must come from one declaration, in one order.
  public static func differences(from before: [JournalField], to after: [JournalField]) -> [FieldChange] {
    after.indices.compactMap { index in
      let field = after[index]
      let old = before.indices.contains(index) && before[index].name == field.name ? before[index].value : nil
      return old == field.value ? nil : FieldChange(field.name, old, field.value)
    }
  }

  /// Returns the combination of this change and the next one of the same object; `nil` if they cancel each other out.
  func followed(by next: JournalChange) -> JournalChange? {
    let (isNew, isGone) = (mark == .inserted, next.mark == .removed)
    if isNew && isGone { return nil }
    // The change of an added or removed object contains all its fields, in the object's order.
    var merged: [FieldChange] = []
    for field in isGone ? next.fields : fields {
      let other = (isGone ? fields : next.fields).first { $0.name == field.name }
      let (first, last) = isGone ? (other ?? field, nil) : (field, other)
      let isLost = isGone || next.mark == .inserted
      merged.append(
        FieldChange(field.name, isNew ? nil : first.before, isLost ? last?.after : (last ?? first).after))
    }
    for field in next.fields where !isGone && !fields.contains(where: { $0.name == field.name }) {
      merged.append(FieldChange(field.name, mark == .updated ? field.before : nil, field.after))
    }
    if isNew || isGone { return JournalChange(key, isNew ? .inserted : .removed, merged) }
    merged.removeAll { $0.before == $0.after }
    return merged.isEmpty ? nil : JournalChange(key, .updated, merged)
  }

  /// Returns the fields of an object after the change, given those before it, or the reverse if `isInverted` is true.
  public func applied(to fields: [JournalField]?, isInverted: Bool) -> [JournalField]? {
    var fields = fields
    apply(to: &fields, isInverted: isInverted)
    return fields
  }

  /// Replaces the fields of an object before the change by those after it, or the reverse if `isInverted` is true.
  func apply(to fields: inout [JournalField]?, isInverted: Bool) {
    switch (mark, isInverted) {
    case (.inserted, true), (.removed, false): fields = nil
    case (.inserted, false), (.removed, true):
      fields = self.fields.compactMap { field in
        (isInverted ? field.before : field.after).map { JournalField(field.name, $0) }
      }
    case (.updated, _):
      // Moved out and back, so that the fields are not copied.
      var changed = fields.take() ?? []
      for change in self.fields {
        guard let value = isInverted ? change.before : change.after else {
          changed.removeAll { $0.name == change.name }
          continue
        }
        if let position = changed.firstIndex(where: { $0.name == change.name }) {
          changed[position].value = value
        } else {
          changed.append(JournalField(change.name, value))
        }
      }
      fields = changed
    }
  }
}
