/// A result builder whose result is a list. It supports `if`, `else` and `for`; a conforming type builds the list of one
/// expression.
public protocol ListBuilder {
  /// The type of the list's elements.
  associatedtype Element
}

extension ListBuilder {
  /// Returns the elements of all expressions, in order.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  /// Returns the elements of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ parts: [Element]?) -> [Element] { parts ?? [] }
  /// Returns the elements of an `if` branch.
  public static func buildEither(first: [Element]) -> [Element] { first }
  /// Returns the elements of an `else` branch.
  public static func buildEither(second: [Element]) -> [Element] { second }
  /// Returns the elements of all iterations of a loop, in order.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}
