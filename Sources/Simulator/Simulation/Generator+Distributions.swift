/// Random numbers of common distributions: `try world.draw { $0.normal(mean: 5, deviation: 2) }`.
///
/// The numbers depend only on the seed and are the same on every machine. No mathematical library is called, because
/// the last digits of its results may differ between machines.
extension Generator {
  /// Returns a whole number uniformly distributed in a range.
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

  /// Returns a number uniformly distributed in a range; the lower bound if the range is not finite.
  ///
  /// Uses a fraction of 53 random bits, for which doubles between 0 and 1 have equal steps (Vigna, “Generating uniform
  /// doubles in the unit interval”, 2014).
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    let fraction = unit()
    let value = range.lowerBound * (1 - fraction) + range.upperBound * fraction
    return value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
  }

  /// Returns a number of the normal distribution.
  ///
  /// The polar method (Marsaglia and Bray, “A convenient method for generating normal variables”, 1964). It generates
  /// two numbers. The second is discarded, so that the next number depends only on the seed and the number of draws.
  ///
  /// - Parameters:
  ///   - mean: The mean, which is also the median.
  ///   - deviation: The standard deviation.
  public mutating func normal(mean: Double = 0, deviation: Double = 1) -> Double {
    while true {
      let (x, y) = (2 * unit() - 1, 2 * unit() - 1)
      let square = x * x + y * y
      if square < 1, square > 0 {
        return mean + deviation * x * (-2 * Logarithm.natural(square) / square).squareRoot()
      }
    }
  }

  /// Returns a number of the exponential distribution: the time until an event that occurs every `mean` on average.
  ///
  /// Inversion of the distribution function (Devroye, “Non-uniform random variate generation”, 1986, II.2).
  public mutating func exponential(mean: Double = 1) -> Double {
    -mean * Logarithm.natural(1 - unit())
  }

  /// Returns a count of the Poisson distribution: the number of events in a time in which `mean` events occur on
  /// average.
  ///
  /// For a mean below 10, adds up exponential times between the events (Knuth, “The art of computer programming”,
  /// volume 2, 3.4.1; Devroye, X.3.2). Otherwise, uses transformed rejection (PTRS of Hörmann, “The transformed
  /// rejection method for generating Poisson random variables”, 1993), whose time does not depend on the mean.
  ///
  /// - Parameter mean: The mean, which is clamped to 0...10⁹.
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

  // The constants have the names of the article: b and a shape the hat, vᵣ bounds the quick acceptance.
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
      // If the distance is 0, the count is negative infinity.
      if count < 0 || (distance < 0.013 && v > distance) { continue }
      let hat = Logarithm.natural(v) + logInverseAlpha - Logarithm.natural(a / (distance * distance) + b)
      if hat <= count * logMean - mean - Logarithm.factorial(count) { return Int(count) }
    }
  }

  /// Returns a number of the triangular distribution, whose density peaks at the mode and falls to 0 at both ends.
  ///
  /// Inversion of the distribution function (Devroye, II.2).
  ///
  /// - Parameters:
  ///   - range: The least and the greatest number.
  ///   - mode: The most likely number, clamped to the range.
  public mutating func triangular(in range: ClosedRange<Double>, mode: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let mode = min(max(mode, low), high)
    let fraction = unit()
    if fraction * (high - low) < mode - low {
      return low + (fraction * (high - low) * (mode - low)).squareRoot()
    }
    return high - ((1 - fraction) * (high - low) * (high - mode)).squareRoot()
  }

  /// Returns one of some values with a probability proportional to its weight; `nil` if no weight is above 0.
  ///
  ///     let weather = try world.draw { $0.choice(of: [(.sun, 5), (.rain, 3), (.snow, 0.5)]) }
  ///
  /// Inversion by sequential search (Devroye, III.2). Negative and non-finite weights count as 0.
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

  /// Returns the elements in a random order. All orders have the same probability.
  ///
  /// The method of Fisher and Yates (1938), in place (Durstenfeld, “Algorithm 235: Random permutation”, 1964).
  public mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, uniform(in: 0...index))
    }
    return elements
  }

  /// Returns a number in `0..<1`.
  private mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
