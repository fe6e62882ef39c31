/// The steps of a store, as a scenario.
struct StoredTranscript {
  let transcript: [UInt8]
  let commandCount: Int
  /// A Boolean value that indicates whether the commands lead from the beginning to the current state.
  let isSame: Bool
}
