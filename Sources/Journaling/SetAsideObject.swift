public import AutoUpdate
public import TerminalText

/// An object of a journal that the program cannot create, because it has no such kind, or the kind's `make` rejects its
/// fields.
///
/// The object is in no table of the program. The journal stores it unchanged, and undo and redo apply to it: at a step
/// where its state is readable, the object is in its table again.
public struct SetAsideObject: Storable {
  /// The object's kind and identity.
  public let id: JournalKey
  /// The fields as the journal holds them.
  public let fields: [JournalField]
  /// The reason why the object cannot be created, as a clause: “its field “hp” cannot be “x””.
  public let reason: UntrustedText
  /// The names of the unreadable fields, if these are the reason.
  public let unreadable: [String]
}

extension SetAsideObject: CustomStringConvertible {
  /// The object's kind, identity and name, and the reason: `watch 1 “w”: its selection cannot be read`.
  public var description: String {
    let name = JournalFields(fields).text("name")
    return "\(id)\(name.isEmpty ? "" : " " + Quoting.message(name)): \(reason)"
  }
}

/// The fields of an object in a journal that the program does not have or, in the history, cannot read.
///
/// The journal stores them unchanged, beside the object that the program creates from the other fields.
public struct SetAsideFields: Storable {
  /// The kind and the identity of the object.
  public let id: JournalKey
  /// The fields as the journal holds them.
  public let fields: [JournalField]

  /// Returns the value of a field; `nil` if there is none.
  public func value(of name: String) -> Value? { JournalFields(fields).value(of: name) }
}
