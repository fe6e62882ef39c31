import AutoUpdate

/// A model whose comparison, identity and part run what the program says.
struct Piece: Storable {
  let id: HookedID
  var number: Int
  var part: SimulatedPart

  static func == (left: Piece, right: Piece) -> Bool {
    MainActor.assumeIsolated { Hooks.onEqual() }
    return left.id.number == right.id.number && left.number == right.number
  }
}

/// A plain model.
struct Mark: Storable {
  let id: Int
  var number: Int
}

final class SimulatedPart: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  deinit { MainActor.assumeIsolated { [number] in Hooks.onEnd(number) } }
}

final class SimulatedView<Model: Storable>: AutoUpdating {
  var subscription: Subscription?
  let tell: (Model?) -> Void

  init(_ tell: @escaping (Model?) -> Void) { self.tell = tell }

  func prepare(with model: Model?) { tell(model) }
}

final class SimulatedTracer: DeliveryTracer {
  let write: (String) -> Void

  init(_ write: @escaping (String) -> Void) { self.write = write }

  func willDeliver(cause: String) { write("of \(cause)") }

  func deliver(to name: String, _ call: () -> Void) {
    write("to \(name)")
    call()
  }
}
