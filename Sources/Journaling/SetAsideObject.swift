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
  let fields: [JournalField]
  /// The reason why the object cannot be made, as a clause: “its field “hp” cannot be “x””.
  public let reason: UntrustedText
}

extension SetAsideObject: CustomStringConvertible {
  /// The object's kind, identity and name, and the reason: `watch 1 “w”: its selection cannot be read`.
  public var description: String {
    let name = JournalFields(fields).text("name")
    return "\(id)\(name.isEmpty ? "" : " " + Quoting.message(name)): \(reason)"
  }
}
