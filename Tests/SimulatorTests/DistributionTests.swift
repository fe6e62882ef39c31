import Glibc
import Testing

@testable import Simulator

/// The distributions of random numbers, against published quantiles.
@Suite struct DistributionTests {
  private static let count = 100_000

  /// A share of the distribution that is published to be at most a number.
  struct Quantile {
    var share: Double
    var value: Double
  }

  /// Draws many numbers, and expects of each quantile that as many are at most it as its share says, within four standard errors and
  /// the last digit of the table.
  private func expect(
    _ quantiles: [Quantile], seed: UInt64 = 42, digits: Double = 0, _ draw: (inout Generator) -> Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var generator = Generator(seed: seed)
    let drawn = (0..<Self.count).map { _ in draw(&generator) }
    for quantile in quantiles {
      let share = Double(drawn.count { $0 <= quantile.value }) / Double(Self.count)
      let error = (quantile.share * (1 - quantile.share) / Double(Self.count)).squareRoot()
      #expect(
        abs(share - quantile.share) <= 4 * error + digits, "\(share) at \(quantile.value)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `uniform numbers have the quantiles of their range`() {
    let shares = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]
    expect(shares.map { Quantile(share: $0, value: 10 * $0 - 5) }) { $0.uniform(in: -5...5) }
    expect((1...6).map { Quantile(share: Double($0) / 6, value: Double($0)) }) {
      Double($0.uniform(in: 1...6))
    }
  }

  /// NIST/SEMATECH, “e-Handbook of statistical methods”, 1.3.6.7.1.
  @Test func `normal numbers have the quantiles of the table`() {
    let table = [
      (0.0013, -3.0), (0.0228, -2.0), (0.1587, -1.0), (0.3085, -0.5), (0.5, 0), (0.6915, 0.5), (0.8413, 1),
      (0.95, 1.645), (0.975, 1.960), (0.99, 2.326), (0.9987, 3),
    ]
    expect(table.map { Quantile(share: $0.0, value: $0.1) }, digits: 1e-4) { $0.normal() }
    expect(table.map { Quantile(share: $0.0, value: 100 + 15 * $0.1) }, digits: 1e-4) {
      $0.normal(mean: 100, deviation: 15)
    }
  }

  /// The median is log 2, and each further half log 2 away.
  @Test func `exponential numbers have the quantiles of the formula`() {
    let halves = (1...8).map {
      Quantile(share: 1 - 1 / Double(1 << $0), value: 3 * 0.693147180559945 * Double($0))
    }
    expect(halves) { $0.exponential(mean: 3) }
  }

  /// The cumulative Poisson table of four digits, as statistics textbooks print it.
  @Test func `poisson counts have the shares of the table`() {
    let of3 = [0.0498, 0.1991, 0.4232, 0.6472, 0.8153, 0.9161, 0.9665, 0.9881, 0.9962]
    expect(of3.enumerated().map { Quantile(share: $1, value: Double($0)) }, digits: 5e-5) {
      Double($0.poisson(mean: 3))
    }
    let of20 = [(0.0108, 10.0), (0.1565, 15), (0.5591, 20), (0.8878, 25), (0.9865, 30)]
    expect(of20.map { Quantile(share: $0.0, value: $0.1) }, digits: 5e-5) { Double($0.poisson(mean: 20)) }
    // As the regularized gamma function gives it.
    let of100 = [(0.02265, 80.0), (0.17139, 90), (0.52656, 100), (0.85286, 110), (0.97733, 120)]
    expect(of100.map { Quantile(share: $0.0, value: $0.1) }, digits: 5e-6) { Double($0.poisson(mean: 100)) }
  }

  @Test func `triangular numbers have the quantiles of the formula`() {
    let values = [1.0, 2, 3, 4, 6, 8, 9]
    let quantiles = values.map { value in
      Quantile(share: value < 3 ? value * value / 30 : 1 - (10 - value) * (10 - value) / 70, value: value)
    }
    expect(quantiles) { $0.triangular(in: 0...10, mode: 3) }
  }

  @Test func `choices are as frequent as their weights, and each order of a few is as frequent as any other`()
  {
    expect(
      [Quantile(share: 0.5, value: 1), Quantile(share: 0.8, value: 2), Quantile(share: 1, value: 3)]
    ) { $0.choice(of: [(1, 5), (9, 0), (2, 3), (3, 2), (9, -1)]) ?? 0 }
    let orders = (1...24).map { Quantile(share: Double($0) / 24, value: Double($0)) }
    var places: [[Int]: Int] = [:]
    expect(orders) { generator in
      let order = generator.shuffled([1, 2, 3, 4])
      let place = places[order, default: places.count + 1]
      places[order] = place
      return Double(place)
    }
    #expect(places.count == 24)
  }

  @Test func `arguments at the edges give numbers of their kind`() {
    var generator = Generator(seed: 1)
    #expect(generator.uniform(in: 7...7) == 7)
    #expect((0..<99).allSatisfy { _ in generator.uniform(in: Int.min...Int.max) != 0 })
    #expect(generator.uniform(in: 2.5...2.5) == 2.5)
    #expect(generator.normal(mean: 3, deviation: 0) == 3)
    #expect(generator.poisson(mean: 0) == 0)
    #expect(generator.poisson(mean: -1) == 0)
    #expect(generator.poisson(mean: .nan) == 0)
    #expect(abs(generator.poisson(mean: .infinity) - 1_000_000_000) < 200_000)
    #expect(generator.triangular(in: 4...4, mode: 9) == 4)
    #expect(generator.choice(of: [("a", 0), ("b", .nan)]) == nil)
    #expect(generator.shuffled([Int]()) == [])
  }

  /// A seed makes the same session everywhere, so these numbers may never change. A program in another language, with its own
  /// logarithms, found the same.
  @Test func `the numbers of a seed are these`() {
    var generator = Generator(seed: 2026)
    #expect((0..<5).map { _ in generator.uniform(in: 1...100) } == [86, 48, 67, 39, 80])
    #expect(generator.uniform(in: 0...1.0) == 0.7264042164810162)
    #expect(generator.normal() == -0.7059592920150626)
    #expect(generator.exponential() == 0.40817705373444607)
    #expect(generator.triangular(in: 0...1, mode: 0.5) == 0.7784918466904052)
    #expect((0..<5).map { _ in generator.poisson(mean: 4) } == [7, 5, 1, 2, 5])
    #expect((0..<5).map { _ in generator.poisson(mean: 40) } == [41, 47, 40, 38, 45])
    #expect(generator.shuffled(Array(1...8)) == [8, 5, 2, 1, 4, 3, 7, 6])
  }

  @Test func `logarithms are exact to the last digit but one`() {
    var generator = Generator(seed: 3)
    var worst = 0.0
    for _ in 0..<Self.count {
      let number =
        Double(sign: .plus, exponent: generator.uniform(in: -1_000...1_000), significand: 1)
        * generator.uniform(in: 1...2.0)
      let right = Glibc.log(number)
      worst = max(worst, abs(Logarithm.natural(number) - right) / right.ulp)
      let near = generator.uniform(in: 0.5...2.0)
      worst = max(worst, abs(Logarithm.natural(near) - Glibc.log(near)) / Glibc.log(near).ulp)
    }
    #expect(worst <= 1)
    var right = 0.0
    for count in 0..<200 {
      if count > 0 { right += Glibc.log(Double(count)) }
      let own = Logarithm.factorial(Double(count))
      #expect(abs(own - right) <= 1e-12 * max(1, right), "\(count)")
    }
  }
}
