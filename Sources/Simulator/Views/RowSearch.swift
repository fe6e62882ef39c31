import AutoUpdate
import TerminalText
import TextViews

/// A search for the object of a list's row and for the reasons why it is visible.
struct RowSearch<M: Model> {
  let list: ListView<M>
  let simulation: Simulation

  /// Returns the object with a name or at a row number.
  ///
  /// - Throws: ``ViewError`` if the list has no such row.
  func object(of row: String) throws -> M {
    if let id = simulation.find(M.self, named: row)?.id, let object = simulation.table(of: M.self)[id] {
      return object
    }
    guard let number = Int(row) else {
      let known = simulation.all(M.self).compactMap { M.schema.nameOf?($0) }
      throw ViewError.unknownObject(after: [M.kindName], row, among: known, argument: 1)
    }
    guard number >= 1, number <= list.cells.count, let object = list.cells[number - 1].model else {
      throw ViewError.noRow(row, of: list.path, count: list.cells.count)
    }
    return object
  }

  func reasons(of object: M, _ layout: RowLayout<M>) -> Reasons {
    Reasons(
      conditions: [Condition(presence: Fact(presenceOf: object))],
      content: layout.fields.filter(\.isStored).map { Fact($0, of: object.id) },
      text: { [fields = layout.fields] simulation in
        simulation.table(of: M.self)[object.id].map { object in
          fields.map { simulation.text(of: $0.value(of: object, in: simulation)) }.joined(separator: " ")
        } ?? ""
      })
  }

  /// Returns the reason why a row of the list is not visible; `nil` if it is.
  func outside(_ id: M.ID) -> [String]? {
    guard list.isVisible else { return nil }
    guard let index = list.index(of: id) else { return ["hidden: the limit excludes it"] }
    if (list.offset..<list.offset + list.cells.count).contains(index) { return nil }
    return ["hidden: it is row \(index + 1), and \(list.summary) are visible"]
  }
}
