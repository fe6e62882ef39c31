import AutoUpdate
import TextViews

/// A row of the map: a unit with its emoji, name, status and hit points.
final class UnitCell: Cell<AnyUnit>, UnitView {
  static let columns: Columns = [
    Column("face", gap: 1), Column("name", width: 8, identifies: true), Column("status", width: 7),
    Column("hp", width: 3, alignment: .trailing, unit: " hp"),
  ]

  var unit: AnyUnit? { model }
  override var columns: Columns { Self.columns }

  override func write(_ unit: AnyUnit, to fields: inout Fields) { Self.write(unit, to: &fields) }

  static func write(_ unit: AnyUnit, to fields: inout Fields) {
    fields.append(word: unit.status.faceWord)
    fields.append(text: unit.name)
    fields.append(text: unit.status.rawValue)
    fields.append(number: unit.hp)
  }
}
