/// A source of input besides the keyboard, such as the pipe of a background feed.
///
/// The prompt calls ``receive`` on the thread that runs the prompt, between two keys. So the function may run commands
/// of the session and use its views.
public struct PromptSource {
  /// The decision about a source after it was read.
  public enum Verdict: Sendable {
    /// The prompt keeps the source. A source at its end must not return this case, since it would be called endlessly.
    case keep
    /// The prompt removes the source. Its owner closes the descriptor.
    case remove
  }

  /// The descriptor to wait for. It should be non-blocking.
  public let descriptor: Int32

  /// Called when the descriptor is readable or at its end. Appended output appears above the line being typed. The
  /// function must not block, and should read a limited number of bytes. It is called again for the rest.
  public let receive: (_ output: inout [UInt8]) -> Verdict

  /// Creates a source with a file descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor that `poll(2)` can wait for. The source does not close it.
  ///   - receive: reads the available input, and returns whether to keep the source.
  public init(descriptor: Int32, receive: @escaping (_ output: inout [UInt8]) -> Verdict) {
    self.descriptor = descriptor
    self.receive = receive
  }
}

/// The sources of a prompt, which may change while the prompt runs, even within a command.
public final class PromptSources {
  /// The sources, in the order in which they were added and are read.
  public private(set) var all: [PromptSource] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a source.
  public func add(_ source: PromptSource) { all.append(source) }

  /// Removes the sources with this descriptor.
  public func remove(descriptor: Int32) { all.removeAll { $0.descriptor == descriptor } }
}
