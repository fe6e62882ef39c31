/// Numbers of a distribution: `try world.draw { $0.normal(mean: 5, deviation: 2) }`.
///
/// They follow from the seed alone, and are the same on every machine: nothing here calls a mathematical library, whose last digits
/// differ from one to the other.
extension Generator {
  /// A whole number of a range, each equally likely.
  ///
  /// Multiplication with rejection (Lemire, “Fast random integer generation in an interval”, 2019).
  public mutating func uniform(in range: ClosedRange<Int>) -> Int {
    let span = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    if span == .max { return Int(truncatingIfNeeded: next()) }
    let count = span + 1
    var product = next().multipliedFullWidth(by: count)
    if product.low < count {
      let least = (0 &- count) % count
      while product.low < least { product = next().multipliedFullWidth(by: count) }
    }
    return range.lowerBound &+ Int(truncatingIfNeeded: product.high)
  }

  /// A number between two others, each equally likely; of a range that is not finite its lower bound.
  ///
  /// A fraction of 53 random bits, as far as doubles between 0 and 1 have equal steps (Vigna, “Generating uniform doubles in the unit
  /// interval”, 2014).
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    let fraction = unit()
    let value = range.lowerBound * (1 - fraction) + range.upperBound * fraction
    return value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
  }

  /// A number of the normal distribution.
  ///
  /// The polar method (Marsaglia and Bray, “A convenient method for generating normal variables”, 1964). It makes two numbers, of which
  /// the second is not kept, so that nothing but the seed and the count of draws decides the next one.
  ///
  /// - Parameters:
  ///   - mean: the mean, which is the median too.
  ///   - deviation: the standard deviation.
  public mutating func normal(mean: Double = 0, deviation: Double = 1) -> Double {
    while true {
      let (x, y) = (2 * unit() - 1, 2 * unit() - 1)
      let square = x * x + y * y
      if square < 1, square > 0 {
        return mean + deviation * x * (-2 * Logarithm.natural(square) / square).squareRoot()
      }
    }
  }

  /// A number of the exponential distribution: the time until something happens that happens every `mean` on average.
  ///
  /// Inversion of the distribution function (Devroye, “Non-uniform random variate generation”, 1986, II.2).
  public mutating func exponential(mean: Double = 1) -> Double {
    -mean * Logarithm.natural(1 - unit())
  }

  /// A count of the Poisson distribution: how often something happens in a time in which it happens `mean` times on average.
  ///
  /// Of a mean below 10, the exponential times between the events are added up (Knuth, “The art of computer programming”, volume 2,
  /// 3.4.1; Devroye, X.3.2). From there on, transformed rejection (PTRS of Hörmann, “The transformed rejection method for generating
  /// Poisson random variables”, 1993), whose time does not depend on the mean.
  ///
  /// - Parameter mean: the mean; one below 0 counts as 0, and one above 10⁹ as 10⁹.
  public mutating func poisson(mean: Double) -> Int {
    let mean = mean > 0 ? min(mean, 1e9) : 0
    if mean >= 10 { return largePoisson(mean: mean) }
    var (count, time) = (0, exponential())
    while time < mean {
      count += 1
      time += exponential()
    }
    return count
  }

  // The names of the article are those of the constants: b and a shape the hat, vᵣ bounds the quick acceptance.
  private mutating func largePoisson(mean: Double) -> Int {
    let logMean = Logarithm.natural(mean)
    let b = 0.931 + 2.53 * mean.squareRoot()
    let a = -0.059 + 0.02483 * b
    let logInverseAlpha = Logarithm.natural(1.1239 + 1.1328 / (b - 3.4))
    let vr = 0.9277 - 3.6224 / (b - 2)
    while true {
      let u = unit() - 0.5
      let v = 1 - unit()
      let distance = 0.5 - abs(u)
      let count = ((2 * a / distance + b) * u + mean + 0.43).rounded(.down)
      if distance >= 0.07, v <= vr { return Int(count) }
      // Where the distance is 0, the count is infinite and negative.
      if count < 0 || (distance < 0.013 && v > distance) { continue }
      let hat = Logarithm.natural(v) + logInverseAlpha - Logarithm.natural(a / (distance * distance) + b)
      if hat <= count * logMean - mean - Logarithm.factorial(count) { return Int(count) }
    }
  }

  /// A number of the triangular distribution: as likely as it is near the mode, down to nothing at both ends.
  ///
  /// Inversion of the distribution function (Devroye, II.2).
  ///
  /// - Parameters:
  ///   - range: the least and the greatest number.
  ///   - mode: the likeliest number; one outside of the range counts as the nearer end.
  public mutating func triangular(in range: ClosedRange<Double>, mode: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let mode = min(max(mode, low), high)
    let fraction = unit()
    if fraction * (high - low) < mode - low {
      return low + (fraction * (high - low) * (mode - low)).squareRoot()
    }
    return high - ((1 - fraction) * (high - low) * (high - mode)).squareRoot()
  }

  /// One of some values, as likely as its weight says; `nil` when no weight is above 0.
  ///
  ///     let weather = try world.draw { $0.choice(of: [(.sun, 5), (.rain, 3), (.snow, 0.5)]) }
  ///
  /// Inversion by sequential search (Devroye, III.2). Weights below 0 and such as are no finite numbers count as 0.
  ///
  /// - Complexity: O(values).
  public mutating func choice<Choice>(of choices: [(value: Choice, weight: Double)]) -> Choice? {
    func weight(_ choice: (value: Choice, weight: Double)) -> Double {
      choice.weight.isFinite ? max(choice.weight, 0) : 0
    }
    var rest = unit() * choices.reduce(0) { $0 + weight($1) }
    var last: Choice?
    for choice in choices where weight(choice) > 0 {
      last = choice.value
      rest -= weight(choice)
      if rest < 0 { break }
    }
    return last
  }

  /// The same values in an order that is any of all with the same probability.
  ///
  /// The method of Fisher and Yates (1938), in place (Durstenfeld, “Algorithm 235: Random permutation”, 1964).
  public mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for place in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(place, uniform(in: 0...place))
    }
    return elements
  }

  /// A number from 0 on, below 1.
  private mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
