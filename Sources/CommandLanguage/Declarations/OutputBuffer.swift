/// Where everything that a command prints goes, in order: the commands, and the views that observe
/// the host's store.
///
/// The host makes one, gives it to its views, and returns it as its world's `output`. While a command
/// runs the session lets the bytes flow into its caller's buffer, and holds them to the limit
/// `output`; outside a command they stay in `bytes` until somebody takes them.
public final class OutputBuffer {
  /// What has been printed and not yet been taken.
  public var bytes: [UInt8] { storage }
  /// Whether something was dropped since the command line began.
  public var isFull: Bool { hasDropped }

  var storage: [UInt8] = []
  /// The count at which `storage` is full; what would pass it is dropped and `hasDropped` set.
  var end: Int = .max
  var hasDropped = false

  public init() {}

  /// Appends the text, as it is.
  public func write(_ text: String) {
    guard hasRoom(for: text.utf8.count) else { return }
    storage.append(contentsOf: text.utf8)
  }

  /// Appends the bytes, as they are.
  public func write(_ span: Span<UInt8>) {
    guard hasRoom(for: span.count) else { return }
    storage.append(copying: span)
  }

  /// Appends the bytes, as they are.
  public func write(_ bytes: [UInt8]) {
    guard hasRoom(for: bytes.count) else { return }
    storage.append(contentsOf: bytes)
  }

  /// Appends one byte.
  public func write(byte: UInt8) {
    guard hasRoom(for: 1) else { return }
    storage.append(byte)
  }

  /// Appends the text and a newline.
  public func writeLine(_ text: String) {
    write(text)
    write(byte: 0x0A)
  }

  /// Takes out what has been printed.
  public func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &storage)
    return taken
  }

  private func hasRoom(for count: Int) -> Bool {
    // After the first that is dropped nothing more is taken: no line is printed in part.
    if !hasDropped, storage.count <= end &- count { return true }
    hasDropped = true
    return false
  }
}
