/// The output of commands, and of the views that observe the host's store, in order.
///
/// The host makes one, gives it to its views, and returns it as its world's `output`. While a command
/// runs the session lets the bytes flow into its caller's buffer, and holds them to the limit
/// `output`; outside a command they stay in `bytes` until somebody takes them.
public final class OutputBuffer {
  /// The bytes that have been printed and not yet taken.
  public var bytes: [UInt8] { storage }
  /// A Boolean value that indicates whether output was dropped since the command line began.
  public var isFull: Bool { hasDropped }
  /// The columns of the window that shows it; `nil` where there is none, as in files, pipes and replays.
  public var width: Int?

  /// The parts that were fitted into the window since the command line began: their ranges in `storage`, and their
  /// bytes without a window.
  private var fitted: [(range: Range<Int>, plain: [UInt8])] = []

  var storage: [UInt8] = []
  /// The count at which `storage` is full; what would pass it is dropped and `hasDropped` set.
  var end: Int = .max
  var hasDropped = false
  /// The offset from which on what was printed may be taken back.
  private var holdStart = Int.max

  /// An empty buffer.
  public init() {}

  /// Appends the text, as it is.
  public func write(_ text: String) {
    if hasRoom(for: text.utf8.count) { storage.append(contentsOf: text.utf8) }
  }

  /// Appends the bytes, as they are.
  public func write(_ span: Span<UInt8>) {
    if hasRoom(for: span.count) { storage.append(copying: span) }
  }

  /// Appends the bytes, as they are.
  public func write(_ bytes: [UInt8]) { write(bytes.span) }

  /// Appends one byte.
  public func write(byte: UInt8) {
    if hasRoom(for: 1) { storage.append(byte) }
  }

  /// Appends the text and a newline.
  public func writeLine(_ text: String) {
    write(text)
    write(byte: 0x0A)
  }

  /// After the first piece that is dropped nothing more is taken.
  private func hasRoom(for count: Int) -> Bool {
    if storage.count > end &- count { hasDropped = true }
    return !hasDropped
  }

  /// Appends what depends on the width of the window; a record keeps what `make` gives without one.
  public func write(fitting make: (_ width: Int?) -> [UInt8]) {
    guard let width else { return write(make(nil)) }
    let start = storage.count
    write(make(width))
    // Taken out to be changed, so that lines that fit nothing pay no check of exclusive access.
    var pieces = fitted
    fitted = []
    pieces.append((start..<storage.count, make(nil)))
    fitted = pieces
  }

  func forgetFitted() {
    if !fitted.isEmpty { fitted = [] }
  }

  /// Returns the output of the last command line in `output` from `start` on, as it is without a window.
  func unfitted(_ output: [UInt8], from start: Int) -> [UInt8] {
    var text: [UInt8] = []
    var place = start
    for piece in fitted where piece.range.lowerBound >= place && piece.range.upperBound <= output.count {
      text += output[place..<piece.range.lowerBound] + piece.plain
      place = piece.range.upperBound
    }
    return text + output[place...]
  }

  /// A place behind all that has been printed.
  var mark: Int { storage.count }

  /// The number of bytes that have been printed and are not held: they stay.
  var finalCount: Int { min(storage.count, holdStart) }

  /// The beginning of output that may be taken back.
  public struct Hold {
    let mark: Int
    let outer: Int
  }

  /// Begins to hold the output: nobody is shown it before ``release(_:)``, so that it can be taken back until then.
  public func hold() -> Hold {
    let hold = Hold(mark: storage.count, outer: holdStart)
    holdStart = min(holdStart, hold.mark)
    return hold
  }

  /// Ends a hold.
  public func release(_ hold: Hold) { holdStart = hold.outer }

  /// Takes back what has been printed since a hold began.
  public func drop(_ hold: Hold) {
    guard storage.indices.contains(hold.mark) else { return }
    storage.removeSubrange(hold.mark...)
    fitted = fitted.filter { $0.range.upperBound <= hold.mark }
  }

  /// Takes out what has been printed.
  public func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &storage)
    return taken
  }
}
