/// The contender with the least possible cost: an array of models, an array of weak views and a direct call.
///
/// This world has no transactions, no undo and no change sets. The identity of a unit is its index.
struct DenseWorld {
  /// Weak references that are read in place. The subscript of an array of weak references would copy them.
  private final class WeakViews {
    private struct WeakView {
      weak var view: View?
    }

    private let positions: UnsafeMutablePointer<WeakView>
    private let count: Int

    init(_ views: [View]) {
      count = views.count
      positions = .allocate(capacity: count)
      for (index, view) in views.enumerated() { (positions + index).initialize(to: WeakView(view: view)) }
    }

    subscript(index: Int) -> View? { positions[index].view }

    deinit {
      positions.deinitialize(count: count)
      positions.deallocate()
    }
  }

  private(set) var units: [Unit]
  private let weakViews: WeakViews
  private let views: [View]

  init(count: Int) {
    let units = (0..<Int32(count)).map { Unit($0) }
    self.units = units
    views = units.map { unit in
      let view = View()
      view.prepare(with: unit)
      return view
    }
    weakViews = WeakViews(views)
  }

  mutating func update(_ operations: Int, _ order: inout Order) {
    order.forEach(operations) { id, blow in update(id, blow) }
  }

  /// - Returns: the unit's value before and after, if they differ.
  @inline(__always)
  @discardableResult
  mutating func update(_ id: Int32, _ blow: Blow) -> (before: Unit, after: Unit)? {
    let index = Int(id)
    let before = units[index]
    var unit = before
    unit.take(blow)
    if unit == before { return nil }
    units[index] = unit
    weakViews[index]?.prepare(with: unit)
    return (before, unit)
  }

  var isCorrect: Bool { units.indices.allSatisfy { views[$0].label.shows(units[$0]) } }
}
