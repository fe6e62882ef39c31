public import ViewEvents

/// The output of commands, and of the views that observe the host's store, in order.
///
/// Its bytes are the transcript. What is more than text in it, such as a diagnostic or a view's event, stands beside the
/// bytes as data, with the place of its lines, so that nobody reads the bytes to find out what happened.
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

  /// A part of what the command line printed that is more than text.
  struct Part {
    /// The offsets of its lines in `storage`; empty for what no line shows.
    var range: Range<Int>
    var content: Content
    /// The lines without a window; `nil` where they are the same.
    var unfitted: [UInt8]?

    enum Content {
      /// Lines that were fitted into the window.
      case text
      /// Free text that begins as a change or a diagnostic does.
      case freeText
      case diagnostics([Diagnostic], about: [UInt8])
      case view(ViewEvent, ViewSource?)
      case transaction(CommittedTransaction)
      case delivery(Delivery)
    }
  }

  /// In the order of their lines; those of the last command line.
  private(set) var parts: [Part] = []
  /// A Boolean value that indicates whether a session's events are observed: those of views and transactions are parts
  /// only then.
  public var isObserved: Bool { hasObserver }
  // Private storage: access from other modules would be checked for exclusivity.
  private var hasObserver = false
  /// The offset up to which events have been made of what the line printed.
  private var takenCount = 0
  private var takenPartCount = 0

  var storage: [UInt8] = []
  /// The count at which `storage` is full; what would pass it is dropped and `hasDropped` set.
  var end: Int = .max
  var hasDropped = false
  /// The offset from which on what was printed may be taken back, and the number of the parts before it.
  private var holdStart = Int.max
  private var heldPart = Int.max

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
    append(Part(range: start..<storage.count, content: .text, unfitted: make(nil)))
  }

  /// Appends diagnostics as `render` shows them in a window of a width.
  func write(_ diagnostics: [Diagnostic], about text: [UInt8], _ render: (_ width: Int?) -> [UInt8]) {
    let start = storage.count
    write(render(width))
    append(
      Part(
        range: start..<storage.count, content: .diagnostics(diagnostics, about: text),
        unfitted: width == nil ? nil : render(nil)))
  }

  /// Appends what views printed.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - events: the events among them, with their places in `text`.
  public func write(_ text: Span<UInt8>, _ events: [PlacedViewEvent]) {
    let start = storage.count
    write(text)
    if !isObserved { return }
    for event in events where event.range.upperBound <= storage.count - start {
      append(
        Part(
          range: start + event.range.lowerBound..<start + event.range.upperBound,
          content: .view(event.event, event.source)))
    }
  }

  /// Begins or ends to keep the parts of which events are made.
  func observe(_ isOn: Bool) { hasObserver = isOn }

  /// Notes that a transaction was committed, where a session's events are observed.
  public func note(_ transaction: CommittedTransaction) {
    if isObserved { append(Part(range: mark..<mark, content: .transaction(transaction))) }
  }

  /// Notes that observers were called about the last transactions, where a session's events are observed.
  public func note(_ delivery: Delivery) {
    if isObserved { append(Part(range: mark..<mark, content: .delivery(delivery))) }
  }

  /// Notes that a line of free text begins as a change or a diagnostic does.
  func noteFreeText(_ range: Range<Int>) { append(Part(range: range, content: .freeText)) }

  private func append(_ part: Part) {
    // Taken out to be changed, so that lines without parts pay no check of exclusive access.
    var changed = parts
    parts = []
    changed.append(part)
    parts = changed
  }

  /// Forgets the parts of the last command line.
  ///
  /// - Parameter start: the offset at which the next one begins to print.
  func beginLine(at start: Int) {
    if !parts.isEmpty { parts = [] }
    if isObserved { (takenCount, takenPartCount) = (start, 0) }
  }

  /// The places of free text that begins as a change or a diagnostic does.
  var plainRanges: [Range<Int>] {
    if parts.isEmpty { return [] }
    return parts.compactMap { if case .freeText = $0.content { $0.range } else { nil } }
  }

  /// The places of diagnostics.
  var errorRanges: [Range<Int>] {
    if parts.isEmpty { return [] }
    return parts.compactMap {
      if case .diagnostics = $0.content, !$0.range.isEmpty { $0.range } else { nil }
    }
  }

  /// Returns the events of what the line has printed since the last call and stays.
  ///
  /// - Parameter isEnd: whether the line has ended; until then, the beginning of a printed line waits for its end.
  func takeEvents(isEnd: Bool) -> [SessionEvent] {
    var events: [SessionEvent] = []
    let end = finalCount
    while takenPartCount < parts.count, parts[takenPartCount].range.upperBound <= end {
      let part = parts[takenPartCount]
      // Nothing of a part that is held is final.
      if takenPartCount >= finalPartCount { break }
      takenPartCount += 1
      takeLines(before: part.range.lowerBound, isEnd: true, &events)
      takenCount = part.range.upperBound
      switch part.content {
      case .text, .freeText: Self.lines(part.unfitted?[...] ?? storage[part.range], &events)
      case .diagnostics(let diagnostics, let text):
        events += diagnostics.map { .diagnostic(CommandFailure($0, about: text)) }
      case .view(let event, let source): events.append(.view(event, of: source))
      case .delivery(let delivery): events.append(.told(delivery))
      case .transaction(let transaction): events.append(.committed(transaction))
      }
    }
    let next = takenPartCount < parts.count ? parts[takenPartCount].range.lowerBound : end
    takeLines(before: min(next, end), isEnd: isEnd, &events)
    return events
  }

  /// Takes the lines up to an offset; of one that does not end there, nothing unless it is the end.
  private func takeLines(before end: Int, isEnd: Bool, _ events: inout [SessionEvent]) {
    guard takenCount < end else { return }
    let last = isEnd ? end : storage[takenCount..<end].lastIndex(of: 0x0A).map { $0 + 1 }
    guard let last else { return }
    Self.lines(storage[takenCount..<last], &events)
    takenCount = last
  }

  private static func lines(_ text: ArraySlice<UInt8>, _ events: inout [SessionEvent]) {
    let lines = text.last == 0x0A ? text.dropLast() : text
    for line in lines.split(separator: 0x0A, omittingEmptySubsequences: false) {
      events.append(.text(String(decoding: line, as: UTF8.self)))
    }
  }

  /// Returns the output of the last command line in `output` from `start` on, as it is without a window.
  func unfitted(_ output: [UInt8], from start: Int) -> [UInt8] {
    var text: [UInt8] = []
    var place = start
    for part in parts where part.range.lowerBound >= place && part.range.upperBound <= output.count {
      guard let unfitted = part.unfitted else { continue }
      text += output[place..<part.range.lowerBound] + unfitted
      place = part.range.upperBound
    }
    return text + output[place...]
  }

  /// A place behind all that has been printed.
  var mark: Int { storage.count }

  /// The number of bytes that have been printed and are not held: they stay.
  var finalCount: Int { min(storage.count, holdStart) }

  /// The number of parts that stay.
  private var finalPartCount: Int { min(parts.count, heldPart) }

  /// The beginning of output that may be taken back.
  public struct Hold {
    let mark: Int
    let partCount: Int
    let outer: Int
    let outerPart: Int
  }

  /// Begins to hold the output: nobody is shown it before ``release(_:)``, so that it can be taken back until then.
  public func hold() -> Hold {
    let hold = Hold(mark: storage.count, partCount: parts.count, outer: holdStart, outerPart: heldPart)
    holdStart = min(holdStart, hold.mark)
    heldPart = min(heldPart, hold.partCount)
    return hold
  }

  /// Ends a hold.
  public func release(_ hold: Hold) { (holdStart, heldPart) = (hold.outer, hold.outerPart) }

  /// Takes back what has been printed since a hold began.
  public func drop(_ hold: Hold) {
    if storage.count > hold.mark { storage.removeSubrange(hold.mark...) }
    if parts.count > hold.partCount { parts.removeSubrange(hold.partCount...) }
  }

  /// Takes out what has been printed.
  public func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &storage)
    return taken
  }
}
