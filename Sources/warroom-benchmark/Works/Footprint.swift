/// S9: the memory of a unit with one view, including the model and the view.
@MainActor
enum Footprint {
  static func measure(count: Int) throws -> MemoryResult {
    let store = Heap.bytesPerObject(count) {
      let world = StoreWorld(count: count, undo: 0)
      // Further transactions free the buffers of the transaction that filled the store.
      var order = Order(count: 100)
      world.updateByRow(100, &order)
      return world
    }
    let dense = Heap.bytesPerObject(count) { DenseWorld(count: count) }
    let observation = Heap.bytesPerObject(count) { ObservationWorld(count: count) }
    let byObject = Heap.bytesPerObject(count) { NotificationWorld(count: count, design: .byObject) }
    let filter = Heap.bytesPerObject(count) { NotificationWorld(count: count, design: .filterInBlock) }
    return MemoryResult(
      id: "S9", title: "bytes for a unit with one view", size: count,
      contenders: [
        MemoryResult.Contender(name: "store", bytesPerObject: store),
        MemoryResult.Contender(name: "dense arrays", bytesPerObject: dense),
        MemoryResult.Contender(name: "Observation", bytesPerObject: observation),
        MemoryResult.Contender(name: "NotificationCenter, object:", bytesPerObject: byObject),
        MemoryResult.Contender(name: "NotificationCenter, filter in block", bytesPerObject: filter),
      ])
  }
}
