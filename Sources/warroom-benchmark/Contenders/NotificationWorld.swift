import Foundation

/// A world whose views observe a notification centre, which is a common design.
@MainActor
final class NotificationWorld {
  /// The way in which notifications are filtered.
  enum Design {
    /// Every view's block is called for every update, and ignores updates of other units.
    case filterInBlock
    /// The centre filters by `object:`.
    case byObject
  }

  @MainActor
  final class View {
    private(set) var label = Label()

    func prepare(with unit: Unit) { label.show(unit) }
  }

  /// An object that identifies a unit to the notification centre.
  private final class Key {}

  private nonisolated static let changed = Notification.Name("unit changed")
  private nonisolated static let unitKey = "unit"

  private let center = NotificationCenter()
  private var units: [Unit]
  private let keys: [Key]
  private let views: [View]
  private let tokens: [any NSObjectProtocol]

  init(count: Int, design: Design) {
    let units = (0..<Int32(count)).map { Unit($0) }
    let center = self.center
    self.units = units
    let keys = design == .byObject ? units.map { _ in Key() } : []
    self.keys = keys
    views = units.map { unit in
      let view = View()
      view.prepare(with: unit)
      return view
    }
    tokens = zip(units, views).enumerated().map { index, pair in
      let id = pair.0.id
      let key = design == .byObject ? keys[index] : nil
      return center.addObserver(forName: Self.changed, object: key, queue: nil) {
        [weak view = pair.1] notification in
        guard let unit = notification.userInfo?[Self.unitKey] as? Unit, unit.id == id else { return }
        MainActor.assumeIsolated { view?.prepare(with: unit) }
      }
    }
  }

  /// Ends the observations, which would otherwise outlive the world.
  func close() {
    for token in tokens { center.removeObserver(token) }
  }

  func update(_ operations: Int, _ order: inout Order) {
    order.forEach(operations) { id, blow in
      let index = Int(id)
      let before = units[index]
      var unit = before
      unit.take(blow)
      if unit == before { return }
      units[index] = unit
      center.post(
        name: Self.changed, object: keys.isEmpty ? nil : keys[index], userInfo: [Self.unitKey: unit])
    }
  }

  var isCorrect: Bool { units.indices.allSatisfy { views[$0].label.shows(units[$0]) } }
}
