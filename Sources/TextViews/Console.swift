import TerminalText
@_exported public import ViewEvents

/// The transcript of views: the lines of their events, and other text between them.
///
/// A view emits a `ViewEvent` for each change of its contents, and the console writes its line. The owner of a session
/// reads the lines after each command. Events themselves are stored only during a recording.
public final class Console {
  /// The bytes that have been printed since the console was last cleared.
  public private(set) var bytes: [UInt8] = []
  /// The recorded events in ``bytes``, in order.
  private var events: [PlacedViewEvent] = []
  /// The number of active recordings.
  private var recorderCount = 0
  /// A Boolean value that indicates whether printed text is discarded.
  private var isSilent = false
  /// A part of a view's state that can be observed.
  public enum ViewAspect: Sendable {
    /// The visibility of the view.
    case visibility
    /// The fields of a label.
    case labels
    /// The rows of a list.
    case rows
  }

  /// A closure that is called when an aspect of a view may have changed.
  public var onViewChange: ((ViewAspect, TextView) -> Void)?

  /// Creates an empty console.
  public init() {}

  /// A Boolean value that indicates whether nothing has been printed since the console was last cleared.
  public var isEmpty: Bool { bytes.isEmpty }

  // MARK: Printing

  /// Prints the line of a view's event.
  ///
  /// - Parameters:
  ///   - event: the change of the view.
  ///   - source: returns the source of the event's row; called only during a recording.
  public func emit(_ event: ViewEvent, of source: (() -> ViewSource?)? = nil) {
    if isSilent { return }
    let start = bytes.count
    event.write(to: &bytes)
    if recorderCount > 0 {
      events.append(PlacedViewEvent(event, of: source?(), at: start..<bytes.count))
    }
  }

  /// Prints a line of text that is not a view event, such as a line of a drawing.
  public func line(_ text: Span<UInt8>) {
    if isSilent { return }
    bytes.append(text, 0..<text.count)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Prints text that is not a view event. Each line must end in a line feed.
  func print(_ text: [UInt8]) {
    if !isSilent { bytes += text }
  }

  /// Prints a full row without a mark, which is a result of a query and not a change: `NUMBER  FIELDS`.
  ///
  /// - Parameters:
  ///   - fields: the texts of the row, one for each column.
  ///   - number: the row's number, from 1.
  ///   - digits: the width to which the number is padded; the same for all rows of an output.
  ///   - columns: the layout of the fields.
  public func row(_ fields: Fields, number: Int, digits: Int = 0, in columns: Columns) {
    if isSilent { return }
    bytes.append(fields, in: columns, number: number, digits: digits)
    bytes.append(UInt8(ascii: "\n"))
  }

  // MARK: Recording

  /// The number of recorded events since the console was last cleared.
  public var eventCount: Int { events.count }

  /// Starts recording events. Recordings can be nested: each call requires a call of ``endRecording()``.
  public func beginRecording() { recorderCount += 1 }

  /// Ends the recording that the matching call of ``beginRecording()`` started. When no recording is left, the recorded
  /// events are dropped.
  public func endRecording() {
    recorderCount -= 1
    if recorderCount == 0 { events = [] }
  }

  /// Runs `body` and discards what it prints.
  public func silently<Result>(_ body: () -> Result) -> Result {
    let wasSilent = isSilent
    isSilent = true
    defer { isSilent = wasSilent }
    return body()
  }

  // MARK: Taking

  /// Calls `body` with the printed bytes and the recorded events with their ranges, and clears the console. The memory
  /// is reused.
  ///
  /// Text that views print during `body` remains for the next call.
  public func move(_ body: (Span<UInt8>, [PlacedViewEvent]) -> Void) {
    // The bytes are moved out first, since views may print during `body`.
    var moved: [UInt8] = []
    swap(&moved, &bytes)
    body(moved.span, takePlaced())
    if !bytes.isEmpty { return }
    moved.removeAll(keepingCapacity: true)
    swap(&moved, &bytes)
  }

  /// Returns the printed bytes and clears the console.
  @discardableResult public func take() -> [UInt8] {
    let taken = bytes
    bytes = []
    _ = takePlaced()
    return taken
  }

  /// Returns the recorded events and clears the console.
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

extension [UInt8] {
  /// Appends a full row. A number precedes the fields, padded to `digits` columns.
  mutating func append(_ fields: Fields, in columns: Columns, number: Int?, digits: Int) {
    let room = fields.bytes.count &* 4 &+ columns.slack &+ Swift.max(20, digits) &+ 2
    append(addingCapacity: room) { output in
      if let number {
        output.appendSpaces(digits &- String(number).utf8.count)
        output.append(number: number)
        output.appendSpaces(2)
      }
      RowWriter(columns: columns).writePadded(fields.bytes.span, to: &output)
    }
  }
}
