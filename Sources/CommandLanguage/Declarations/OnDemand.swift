/// Values by their places, each made when it is first asked for: a session uses few of a world's commands and kinds.
final class OnDemand<Value> {
  private let make: (Int) -> Value
  /// Where the values stand that are made; -1 for the others.
  private var indices: [Int32]
  private var values: [Value] = []

  init(count: Int, _ make: @escaping (Int) -> Value) {
    self.make = make
    indices = Array(repeating: -1, count: count)
  }

  subscript(place: Int) -> Value {
    let index = Int(indices[place])
    if index >= 0 { return values[index] }
    let value = make(place)
    // Written as a whole, so that reading one costs no check of exclusive access.
    var (indices, values) = (indices, values)
    indices[place] = Int32(truncatingIfNeeded: values.count)
    values.append(value)
    (self.indices, self.values) = (indices, values)
    return value
  }
}
