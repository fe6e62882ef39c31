/// Something besides the keyboard that a prompt listens to, such as a background feed's pipe.
///
/// All of it happens on the thread that runs the prompt, between two keys: `receive` may run commands of
/// the session and touch its views.
public struct PromptSource {
  /// The decision about a source after it was read.
  public enum Verdict: Sendable {
    /// The prompt goes on listening. A source at its end would be asked again at once, and for ever.
    case keep
    /// The prompt listens no more. The descriptor stays open; closing it is its owner's business.
    case remove
  }

  /// The descriptor to wait for: readable, or at its end. It should not block.
  public let descriptor: Int32

  /// Called when there is something to read, or nothing more to come. What it appends to `output`
  /// appears above the line being typed, which stays as it is. It must not wait, and should read a
  /// bounded amount: what is left over is asked for again.
  public let receive: (_ output: inout [UInt8]) -> Verdict

  /// A source that is read from a file descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor that `poll(2)` can wait for; the source does not close it.
  ///   - receive: reads what has come, and says whether to go on listening.
  public init(descriptor: Int32, receive: @escaping (_ output: inout [UInt8]) -> Verdict) {
    self.descriptor = descriptor
    self.receive = receive
  }
}

/// The sources that a prompt listens to, which may change while it runs and from inside a command.
public final class PromptSources {
  /// The sources, in the order in which they were added and are read.
  public private(set) var all: [PromptSource] = []

  /// No sources yet.
  public init() {}

  /// Listens to one more source.
  public func add(_ source: PromptSource) { all.append(source) }

  /// Listens no more to the sources with this descriptor.
  public func remove(descriptor: Int32) { all.removeAll { $0.descriptor == descriptor } }
}
