import CommandLanguage

/// A session each of whose lines is kept in a store.
final class StoreSession: SessionWrapper {
  private let store: StoreSitting

  init(_ base: any Session, _ store: StoreSitting) {
    self.store = store
    super.init(base)
  }

  /// The session, kept in a store if there is one.
  static func of(_ session: any ScriptSession, _ store: StoreSitting?) -> any ScriptSession {
    store.map { StoreSession(session, $0) } ?? session
  }

  override func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    if let refusal = store.begin(&output) { return refusal }
    return store.end(&output, base.run(command, into: &output))
  }

  override func run(_ command: PreparedCommand, into output: inout [UInt8]) -> Outcome {
    if let refusal = store.begin(&output) { return refusal }
    return store.end(&output, super.run(command, into: &output))
  }
}
