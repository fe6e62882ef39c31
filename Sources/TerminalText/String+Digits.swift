extension String {
  /// Creates the text of a number, with leading zeros up to `width` digits.
  package init(_ number: some BinaryInteger, radix: Int = 10, width: Int) {
    let digits = String(number, radix: radix)
    self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
