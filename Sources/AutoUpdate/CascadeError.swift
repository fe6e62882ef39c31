/// Writes by observers led to further writes by observers, past the bound.
///
/// The write that would have gone past the bound is refused; all that was committed before it is
/// delivered, and the store is consistent.
public struct CascadeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The causes, from the first transaction to the refused one.
  public let causes: [String]
  /// How many transactions are allowed: in a chain, or in all as answers to one.
  public let limit: Int
  /// How many times as many answers as links of a chain one transaction may have.
  static let breadth = 100

  public init(causes: [String], limit: Int) {
    self.causes = causes
    self.limit = limit
  }

  public var description: String {
    let shown =
      causes.count <= 6
      ? causes.joinedByArrows
      : Array(causes.prefix(3)).joinedByArrows + " → … → " + Array(causes.suffix(2)).joinedByArrows
    return causes.count > limit
      ? "observers wrote in answer to each other more than \(limit) times: \(shown)"
      : "observers answered one transaction with more than \(limit) others: \(shown)"
  }
}

extension [String] {
  fileprivate var joinedByArrows: String { map { "“\($0)”" }.joined(separator: " → ") }
}
