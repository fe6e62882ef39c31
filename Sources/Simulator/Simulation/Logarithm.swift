/// Logarithms that are identical on every machine.
enum Logarithm {
  /// Returns the natural logarithm of a positive, finite number, with an error below one unit in the last place.
  ///
  /// The method of fdlibm's `e_log.c` (Sun Microsystems, 1993): for x = 2ᵏ(1 + f) with 1 + f between √½ and √2 and s =
  /// f / (2 + f), log(1 + f) = f - f²/2 + s(f²/2 + R), where R is a polynomial of s².
  static func natural(_ number: Double) -> Double {
    var (exponent, significand) = (number.exponent, number.significand)
    if significand > 2.0.squareRoot() {
      significand /= 2
      exponent += 1
    }
    let k = Double(exponent)
    let f = significand - 1
    let s = f / (2 + f)
    let z = s * s
    let w = z * z
    let even = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332))
    let odd =
      z
      * (0.6666666666666735130 + w
        * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591)))
    let half = 0.5 * f * f
    return k * high - ((half - (s * (half + even + odd) + k * low)) - f)
  }

  // log 2 in two parts. The first has so few bits that its product with an exponent is exact.
  private static let high = 6.93147180369123816490e-01
  private static let low = 1.90821492927058770002e-10

  /// Returns the natural logarithm of the factorial of a whole number that is at least 0.
  ///
  /// From 10, uses Stirling's series (Abramowitz and Stegun, “Handbook of mathematical functions”, 6.1.41). The first
  /// omitted term is below 10⁻¹².
  static func factorial(_ count: Double) -> Double {
    if count < 10 {
      var product = 1.0
      for factor in stride(from: 2, through: count, by: 1) { product *= factor }
      return natural(product)
    }
    let square = count * count
    let series = (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / count
    return (count + 0.5) * natural(count) - count + halfLogOf2Pi + series
  }

  private static let halfLogOf2Pi = 0.91893853320467274178
}
