@_exported public import ViewEvents

/// The transcript of views: the lines of their events, and other text that stands among them.
///
/// A view emits a `ViewEvent` for each change of what it shows; the console makes the event's line from it. Whoever owns
/// a session takes the lines when a command is done. The events themselves are kept only while somebody records them.
public final class Console {
  /// The bytes printed since they were last taken.
  public private(set) var bytes: [UInt8] = []
  /// The events in ``bytes``, in order, of the time in which they were recorded.
  private var events: [PlacedViewEvent] = []
  /// The number of those who record events.
  private var recorderCount = 0
  /// A Boolean value that indicates whether everything that is printed is dropped.
  private var isSilent = false
  /// Called when a view appears or disappears, or its ``TextView/summary`` may have changed.
  public var onViewChange: (() -> Void)?

  /// A console on which nothing was printed.
  public init() {}

  /// A Boolean value that indicates whether nothing was printed since.
  public var isEmpty: Bool { bytes.isEmpty }

  // MARK: Printing

  /// Prints the line of a view's event.
  ///
  /// - Parameter source: returns the source of the event's row; called while events are recorded.
  public func emit(_ event: ViewEvent, of source: (() -> ViewSource?)? = nil) {
    if isSilent { return }
    let start = bytes.count
    event.write(to: &bytes)
    if recorderCount > 0 {
      events.append(PlacedViewEvent(event, of: source?(), at: start..<bytes.count))
    }
  }

  /// Prints a line of text that is no view's change, such as a line of a drawing.
  public func line(_ text: Span<UInt8>) {
    if isSilent { return }
    bytes.append(text, 0..<text.count)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Prints text that is no view's change; each of its lines has its line end.
  func print(_ text: [UInt8]) {
    if !isSilent { bytes += text }
  }

  /// Prints a full row without a mark, as an answer and not as a change: `NUMBER  FIELDS`.
  ///
  /// - Parameters:
  ///   - fields: the texts of the row, one for each column.
  ///   - number: the row's number, which counts from 1 here.
  ///   - digits: the width to which the number is padded; the same for all rows of an output.
  ///   - columns: how the fields are laid out.
  public func row(_ fields: Fields, number: Int, digits: Int = 0, in columns: Columns) {
    if isSilent { return }
    let room = fields.bytes.count &* 4 &+ columns.slack &+ max(20, digits) &+ 3
    bytes.append(addingCapacity: room) { output in
      output.appendSpaces(digits &- String(number).utf8.count)
      output.append(number: number)
      output.appendSpaces(2)
      RowWriter(columns: columns).writePadded(fields.bytes.span, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
  }

  // MARK: Recording

  /// The number of recorded events that have not been taken.
  public var eventCount: Int { events.count }

  /// Keeps events from now on, besides their lines, until as many calls of ``endRecording()`` as of this.
  public func beginRecording() { recorderCount += 1 }

  /// Ends what ``beginRecording()`` began.
  public func endRecording() {
    recorderCount -= 1
    if recorderCount == 0 { events = [] }
  }

  /// Runs `body` and drops what it prints.
  public func silently<Result>(_ body: () -> Result) -> Result {
    let wasSilent = isSilent
    isSilent = true
    defer { isSilent = wasSilent }
    return body()
  }

  // MARK: Taking

  /// Hands what was printed to `body`, with the recorded events and their places in it, and is empty again; the memory
  /// is kept.
  ///
  /// Lines that `body` itself makes views print are printed behind it, and stay for the next time.
  public func move(_ body: (Span<UInt8>, [PlacedViewEvent]) -> Void) {
    // Views do not print while the bytes are lent.
    var moved: [UInt8] = []
    swap(&moved, &bytes)
    body(moved.span, takePlaced())
    if !bytes.isEmpty { return }
    moved.removeAll(keepingCapacity: true)
    swap(&moved, &bytes)
  }

  /// Returns what was printed, and is empty again.
  @discardableResult public func take() -> [UInt8] {
    let taken = bytes
    bytes = []
    _ = takePlaced()
    return taken
  }

  /// Returns the events that were recorded, and is empty again.
  public func takeEvents() -> [ViewEvent] {
    let taken = takePlaced()
    bytes = []
    return taken.map(\.event)
  }

  private func takePlaced() -> [PlacedViewEvent] {
    if events.isEmpty { return [] }
    var taken: [PlacedViewEvent] = []
    swap(&taken, &events)
    return taken
  }
}
