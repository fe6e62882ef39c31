import AutoUpdate
import TextViews

/// A row of the chat: when, who and what.
final class MessageCell: Cell<Message> {
  static let columns: Columns = [
    Column("tick", width: 3, alignment: .trailing), Column("author", width: 8),
    Column("text", identifies: true),
  ]

  override var columns: Columns { Self.columns }

  override func write(_ message: Message, to fields: inout Fields) {
    fields.append(number: message.tick)
    fields.append(text: message.author)
    fields.append(text: message.text)
  }
}

/// A row of a watched selection: the unit's name.
final class NameCell: Cell<AnyUnit> {
  static let columns: Columns = [Column("name", identifies: true)]

  override var columns: Columns { Self.columns }

  override func write(_ unit: AnyUnit, to fields: inout Fields) { fields.append(text: unit.name) }
}
