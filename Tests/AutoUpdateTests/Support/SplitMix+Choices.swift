extension SplitMix {
  /// A number below `bound`.
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Whether something that is true once in `number` times is.
  mutating func oneIn(_ number: Int) -> Bool { below(number) == 0 }
}
