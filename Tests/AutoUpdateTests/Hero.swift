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

/// A small generator for property tests; the seed is part of a failure's message.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

struct Refused: Error, Equatable {}
