import StoreMemory

/// The rows in an object: an expectation copies what it looks at.
final class Rows<Order: SortOrder> {
  private var rows: SortedRows<Order>

  init(order: Order, sorted entries: [(row: Int32, key: Order.Key)] = []) {
    rows = SortedRows(order: order, sorted: ContiguousArray(entries))
  }

  var count: Int { rows.count }
  subscript(position: Int) -> Int32 { rows[position] }
  func position(of row: Int32) -> Int? { rows.position(of: row) }
  func key(of row: Int32) -> Order.Key? { rows.key(of: row) }

  /// Gives a row a key, or takes it out, and says where it was, where it is and whether it moved.
  @discardableResult
  func set(_ row: Int32, key: Order.Key?) -> (from: Int?, to: Int?, stayed: Bool)? {
    guard let step = rows.step(for: row, key: key) else { return nil }
    let from = rows.position(of: row)
    _ = rows.perform(step)
    return (from, rows.position(of: row), step.stays)
  }

  /// Replaces rows in one walk and says where they were.
  func replace(_ gone: [Int32], with entries: [(row: Int32, key: Order.Key)]) -> [Int32: Int] {
    var old: [Int32: Int] = [:]
    for row in gone { old[row] = rows.position(of: row) }
    rows = rows.replacing(ContiguousArray(old.values.sorted()), by: ContiguousArray(entries))
    return old
  }

  func list(_ range: Range<Int>? = nil) -> [Int32] { Array(rows.rows(in: range ?? 0..<rows.count)) }

  /// What is wrong with the list, if anything is: every way to a row has to agree.
  func fault(_ expected: Set<Int32>) -> String? {
    let list = list()
    if rows.count != list.count || list.count != expected.count {
      return "\(rows.count) rows, not \(expected.count)"
    }
    if Set(list) != expected { return "other rows" }
    for (position, row) in list.enumerated() {
      if rows.position(of: row) != position { return "row \(row) is not at \(position)" }
      if rows[position] != row { return "row \(row) is not found at \(position)" }
    }
    return nil
  }
}
