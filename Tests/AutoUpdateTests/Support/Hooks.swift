import AutoUpdate

/// What a test lets happen inside the code of its models: in their comparisons, their hashes and their ends.
///
/// Models are `Sendable` and a store is not, so a test that uses a hook is the main actor's, and does not wait.
@MainActor enum Hooks {
  static var onEqual: () -> Void = {}
  static var onHash: () -> Void = {}
  static var onEnd: (Int) -> Void = { _ in }

  /// Runs `body` with a store and hooks that it may set, and takes all that back, on the main actor.
  static func scope(_ body: (DataStore) throws -> Void) rethrows {
    defer {
      onEqual = {}
      onHash = {}
      // What the hook holds may end with it, and asks for the hook then.
      let last = onEnd
      onEnd = { _ in }
      withExtendedLifetime(last) {}
    }
    try body(DataStore())
  }

  /// Runs `hook` the next time that models are compared, and not within itself.
  static func onNextEqual(_ hook: @escaping () -> Void) {
    onEqual = {
      onEqual = {}
      hook()
    }
  }

  /// Runs `hook` the next time that an identity is hashed, and not within itself.
  static func onNextHash(_ hook: @escaping () -> Void) {
    onHash = {
      onHash = {}
      hook()
    }
  }
}

/// A part of a model whose end a test can follow.
final class Part: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  deinit { MainActor.assumeIsolated { [number] in Hooks.onEnd(number) } }
}

/// A model with a part, and a comparison that a test can run code in.
struct Item: Storable {
  let id: Int
  var text = ""
  var part: Part?

  static func == (left: Item, right: Item) -> Bool {
    MainActor.assumeIsolated { Hooks.onEqual() }
    return left.id == right.id && left.text == right.text && left.part === right.part
  }
}

/// An identity whose hash and comparison a test can run code in.
struct HookedID: Hashable, Sendable {
  let number: Int

  static func == (left: HookedID, right: HookedID) -> Bool {
    MainActor.assumeIsolated { Hooks.onEqual() }
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    MainActor.assumeIsolated { Hooks.onHash() }
    hasher.combine(number)
  }
}

/// A model with such an identity.
struct Tagged: Storable {
  let id: HookedID
  var text = ""

  init(_ number: Int, _ text: String = "") {
    id = HookedID(number: number)
    self.text = text
  }

  static func == (left: Tagged, right: Tagged) -> Bool {
    left.id.number == right.id.number && left.text == right.text
  }
}

final class ItemView: AutoUpdating {
  var subscription: Subscription?
  var told: [Item?] = []
  var onPrepare: (Item?) -> Void = { _ in }

  func prepare(with model: Item?) {
    told.append(model)
    onPrepare(model)
  }
}

final class TaggedView: AutoUpdating {
  var subscription: Subscription?
  var told: [Tagged?] = []

  func prepare(with model: Tagged?) { told.append(model) }
}
