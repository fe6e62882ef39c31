public import AutoUpdate
public import TerminalText

/// An object that a journal holds and its program cannot make: one of a kind that the program does not have, or one
/// whose fields the kind's `make` refuses.
///
/// It is in no table of the program. The journal keeps it unchanged, and undoing and redoing carry it along: where its
/// state at another step can be read, the object is back in its table.
public struct SetAsideObject: Storable {
  /// The object's kind and identity.
  public let id: JournalKey
  /// The fields as the journal holds them.
  public let fields: [JournalField]
  /// The reason why the object cannot be made, as a clause: “its field “hp” cannot be “x””.
  public let reason: UntrustedText
  /// The names of the fields that cannot be read, where these are the reason.
  public let unreadable: [String]
}

extension SetAsideObject: CustomStringConvertible {
  /// The object's kind, identity and name, and the reason: `watch 1 “w”: its selection cannot be read`.
  public var description: String {
    let name = JournalFields(fields).text("name")
    return "\(id)\(name.isEmpty ? "" : " " + Quoting.message(name)): \(reason)"
  }
}

/// The fields that a journal holds of an object and that its program does not have; in the history, also those that it
/// cannot read.
///
/// They are kept as they are, beside the object that the program makes of the other fields.
public struct SetAsideFields: Storable {
  /// The kind and the identity of the object.
  public let id: JournalKey
  /// The fields as the journal holds them.
  public let fields: [JournalField]

  /// The value of a field; `nil` where the journal holds none.
  public func value(of name: String) -> Value? { JournalFields(fields).value(of: name) }
}
