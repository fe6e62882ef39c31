import AutoUpdate

extension RealStore {
  /// What a comparison or a hash does to the store that must leave no trace, whatever the store is doing.
  func intrude(_ choice: Int) {
    switch choice {
    case 0:
      try? store.transaction("rolled back") { transaction in
        for id in 100..<140 {
          transaction.save(Piece(id: HookedID(number: id), number: 1, part: SimulatedPart(0)))
          transaction.save(Mark(id: id, number: 1))
        }
        // With a lower limit the answer might be refused, which leaves a fault.
        if store.cascadeLimit == 100 { store.respond("dropped") { $0.save(Mark(id: 0, number: 9)) } }
        throw Refused()
      }
    case 1:
      let views = (0..<10).map { _ in SimulatedView<Piece> { _ in } }
      for (id, view) in views.enumerated() { view.autoUpdate(HookedID(number: id % 6), from: store) }
    case 2:
      try? store.transaction("void") { transaction in
        transaction.save(Mark(id: 200, number: 1))
        transaction.delete(200, from: marks)
        throw Refused()
      }
      var count = 0
      pieces.forEach { _, _ in count += 1 }
    case 3:
      let tokens = (0..<20).map { _ in pieces.observe { _ in } }
      for token in tokens { token.cancel() }
    case 4:
      // A store that is doing something does not go back.
      if store.openTransaction != nil { _ = try? store.history.undo() }
    default:
      let past = store.pastState()
      while past.stepBack() != nil {}
    }
  }
}
