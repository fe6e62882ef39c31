import CAllocations
import Foundation

/// What is tried with each input, each with an oracle beyond “it does not crash”.
enum Harness: String, CaseIterable {
  case session, transcript, feed, display, history

  /// The one that `FUZZ_HARNESS` names.
  static let chosen = ProcessInfo.processInfo.environment["FUZZ_HARNESS"].flatMap(Harness.init) ?? .session

  /// The most bytes that one input may hold allocated at a time.
  private static let byteCountMax = 32 << 20

  /// What is wrong after this input; `nil` when nothing is.
  func problem(with input: [UInt8]) -> String? {
    let before = allocations_now()
    allocations_begin()
    let problem =
      switch self {
      case .session: SessionHarness.problem(with: input)
      case .transcript: TranscriptHarness.problem(with: input)
      case .feed: FeedHarness.problem(with: input)
      case .display: DisplayHarness.problem(with: input)
      case .history: HistoryHarness.problem(with: input)
      }
    let peak = allocations_peak() - before
    if problem == nil, peak > Self.byteCountMax { return "\(peak) bytes are allocated at once" }
    return problem
  }

  /// The grammar of the inputs; `nil` where bytes are mutated instead.
  var grammar: (any InputGrammar)? {
    switch self {
    case .session: SessionGrammar.shared
    case .transcript: TranscriptGrammar()
    case .feed, .display, .history: nil
    }
  }
}

/// libFuzzer's entry: it brings its own `main`.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let problem = Harness.chosen.problem(with: input) { fatalError("\(Harness.chosen): \(problem)") }
  return 0
}

/// Mutates bytes as libFuzzer does by default.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ countMax: Int) -> Int

/// Makes the next input from one of the corpus. libFuzzer calls it.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ countMax: Int, _ seed: UInt32
) -> Int {
  var random = SplitMix(seed: UInt64(seed))
  guard let grammar = Harness.chosen.grammar, !random.oneIn(8) else {
    return mutateBytes(bytes, count, countMax)
  }
  var mutator = Mutator(grammar, random)
  let mutated = mutator.mutated(Array(UnsafeBufferPointer(start: bytes, count: count))).prefix(countMax)
  for (place, byte) in mutated.enumerated() { bytes[place] = byte }
  return mutated.count
}
