extension String {
  /// Creates a number with at least `width` digits, with zeros in front.
  package init(_ number: some BinaryInteger, radix: Int = 10, width: Int) {
    let digits = String(number, radix: radix)
    self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
