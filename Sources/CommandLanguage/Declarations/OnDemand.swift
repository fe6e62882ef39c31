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
    values[place] = value
    return value
  }
}
