/// Where everything that a command prints goes, in order: the commands, and the views that observe
/// the host's store.
///
/// The host makes one, gives it to its views, and returns it as its world's `output`. While a command
/// runs the session lets the bytes flow into its caller's buffer, and holds them to the limit
/// `output`; outside a command they stay in `bytes` until somebody takes them.
public final class OutputBuffer {
  /// What has been printed and not yet been taken.
  public internal(set) var bytes: [UInt8] = []

  /// The count at which `bytes` is full; what would pass it is dropped and `isFull` set.
  @usableFromInline var end: Int = .max
  /// Whether something was dropped since the command line began.
  public internal(set) var isFull = false

  public init() {}

  /// Appends the text, as it is.
  public func write(_ text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  /// Appends the bytes, as they are.
  public func write(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard hasRoom(for: buffer.count) else { return }
    bytes.append(contentsOf: buffer)
  }

  /// Appends the bytes, as they are.
  public func write(_ span: Span<UInt8>) {
    span.withUnsafeBufferPointer { write($0) }
  }

  /// Appends one byte.
  public func write(byte: UInt8) {
    guard hasRoom(for: 1) else { return }
    bytes.append(byte)
  }

  /// Appends the text and a newline.
  public func writeLine(_ text: String) {
    write(text)
    write(byte: 0x0A)
  }

  /// Takes out what has been printed.
  public func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  private func hasRoom(for count: Int) -> Bool {
    if bytes.count <= end &- count { return true }
    isFull = true
    return false
  }
}
