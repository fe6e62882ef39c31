/// The random numbers and preferences that generate arguments.
public struct TrialChoices {
  /// Returns a random number that is at least 0 and less than its argument.
  public var below: (Int) -> Int
  /// Numbers that occur in the current state or in a condition. They and their neighbours are tried.
  public var numbers: [Int]
  /// The numbers and texts of rules and of the condition to search for.
  public var constants = TrialConstants()
  /// A Boolean value that indicates whether arguments that are expected to be refused may be chosen.
  public var allowsRefusal: Bool
  /// The positional arguments before the one to generate, without quotes.
  public var arguments: [String]
  /// A Boolean value that indicates whether conditions and selections should read more than one object: others or the
  /// world.
  public var readsOthers = false

  /// Creates choices that draw their random numbers from `below`.
  public init(
    numbers: [Int] = [], allowsRefusal: Bool = false, arguments: [String] = [], below: @escaping (Int) -> Int
  ) {
    self.below = below
    self.arguments = arguments
    self.numbers = numbers
    self.allowsRefusal = allowsRefusal
  }

  func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  func one<Element>(of elements: some RandomAccessCollection<Element>) -> Element? {
    elements.isEmpty ? nil : elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }
}
