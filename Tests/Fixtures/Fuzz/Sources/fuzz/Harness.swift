import Foundation

/// What is tried with each input, each with an oracle beyond “it does not crash”.
enum Harness: String, CaseIterable {
  case session, transcript, feed, display, history

  /// The one that `FUZZ_HARNESS` names.
  static let chosen = ProcessInfo.processInfo.environment["FUZZ_HARNESS"].flatMap(Harness.init) ?? .session

  /// What is wrong after this input; `nil` when nothing is.
  func problem(with input: [UInt8]) -> String? {
    switch self {
    case .session: SessionHarness.problem(with: input)
    case .transcript: TranscriptHarness.problem(with: input)
    case .feed: FeedHarness.problem(with: input)
    case .display: DisplayHarness.problem(with: input)
    case .history: HistoryHarness.problem(with: input)
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
