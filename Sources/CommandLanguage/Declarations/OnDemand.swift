/// Values by their places, each made when it is first asked for: a session uses few of a world's commands and kinds.
final class OnDemand<Value> {
  private let make: (Int) -> Value
  private var values: [Value?]

  init(count: Int, _ make: @escaping (Int) -> Value) {
    self.make = make
    values = Array(repeating: nil, count: count)
  }

  subscript(place: Int) -> Value {
    if let value = values[place] { return value }
    let value = make(place)
    // Written as a whole, so that reading one costs no check of exclusive access.
    var values = values
    values[place] = value
    self.values = values
    return value
  }
}
