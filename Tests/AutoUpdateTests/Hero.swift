import AutoUpdate

/// The model that the framework's tests store and show.
struct Hero: Storable {
  let id: String
  var name: String
  var hp = 100
}

/// A model of another type.
struct Game: Storable {
  let id: Int
  var phase = "none"
}

/// A view that remembers all that it was told.
final class HeroView: AutoUpdating {
  var subscription: Subscription?
  var told: [Hero?] = []
  var onPrepare: (Hero?) -> Void = { _ in }

  func prepare(with model: Hero?) {
    told.append(model)
    onPrepare(model)
  }
}

struct Refused: Error, Equatable {}
