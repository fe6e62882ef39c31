/// The steps of a store as a scenario.
struct StoredTranscript {
  let transcript: [UInt8]
  let commandCount: Int
  /// A Boolean value that indicates whether replaying the commands from the beginning leads to the current state.
  let isSame: Bool
}
