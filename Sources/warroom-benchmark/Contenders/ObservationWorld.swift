import Observation
import Synchronization

/// A world whose views track observable models, and read them again after a change.
final class ObservationWorld {
  @Observable
  final class Box {
    var unit: Unit

    init(_ unit: Unit) { self.unit = unit }
  }

  /// The units that are about to change. Observation calls `onChange` once, before the change.
  private final class Changing: Sendable {
    let ids = Mutex<[Int32]>([])
  }

  private struct WeakView {
    weak var view: View?
  }

  private let changing = Changing()
  private let boxes: [Box]
  private let views: [View]
  private let weakViews: [WeakView]

  init(count: Int) {
    boxes = (0..<Int32(count)).map { Box(Unit($0)) }
    views = boxes.map { _ in View() }
    weakViews = views.map { WeakView(view: $0) }
    for id in 0..<Int32(count) { show(id) }
  }

  private func show(_ id: Int32) {
    withObservationTracking {
      weakViews[Int(id)].view?.prepare(with: boxes[Int(id)].unit)
    } onChange: { [changing] in
      changing.ids.withLock { $0.append(id) }
    }
  }

  func update(_ operations: Int, _ order: inout Order) {
    order.forEach(operations) { id, blow in
      let box = boxes[Int(id)]
      var unit = box.unit
      unit.take(blow)
      if unit == box.unit { return }
      box.unit = unit
      while let changed = changing.ids.withLock({ $0.popLast() }) { show(changed) }
    }
  }

  var isCorrect: Bool { boxes.indices.allSatisfy { views[$0].label.shows(boxes[$0].unit) } }
}
