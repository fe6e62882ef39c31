import TerminalText
public import ViewEvents

/// The output of commands and of the views that observe the host's store, in order.
///
/// The bytes are the transcript. Structured parts of it, such as diagnostics and view events, are stored beside the
/// bytes as data with their ranges, so that no reader needs to parse the text.
///
/// The host creates the buffer, passes it to its views, and returns it as its `output`. While a command runs, the
/// session redirects the bytes to its caller's buffer and enforces the limit `output`. At other times they remain in
/// `bytes` until ``take()`` removes them.
public final class OutputBuffer {
  /// The bytes that have been printed and not yet removed.
  public var bytes: [UInt8] { storage }
  /// The width of the window in columns; `nil` if the output is not fitted to a window, as in files, pipes and replays.
  public var width: Int?

  /// A structured part of the last command line's output.
  struct Part {
    /// The range of its lines in `storage`; empty if it has no lines.
    var range: Range<Int>
    var content: Content
    /// The lines without a window; `nil` if they are the same.
    var unfitted: [UInt8]?

    enum Content {
      /// Lines that were fitted to the window.
      case text
      /// Free text that begins like a change or a diagnostic.
      case freeText
      case diagnostics([Diagnostic], about: [UInt8])
      case view(ViewEvent, ViewSource?)
      case transaction(CommittedTransaction)
      case delivery(Delivery)
    }
  }

  private(set) var parts: [Part] = []
  /// The output of those commands of the last line that recordings omit, in ascending order.
  private var omittedRanges: [Range<Int>] = []
  /// A Boolean value that indicates whether events are observed. Only then are view events and transactions stored.
  public var isObserved: Bool { hasObserver }
  // The storage is private because access from other modules would need exclusivity checks.
  private var hasObserver = false
  /// The offset in `storage` up to which events have been produced.
  private var takenCount = 0
  private var takenPartCount = 0

  var storage: [UInt8] = []
  /// The maximum count of `storage`. Output beyond it is dropped and sets `hasDropped`.
  var end: Int = .max
  var hasDropped = false
  /// The number of bytes that fitting to the window has added to the line's output.
  ///
  /// ``end`` limits the output as it is without a window, so that the width of a window doesn't change how much a line
  /// may print.
  var fittingExcess = 0
  /// The offset and the number of parts at which the outermost hold begins; later output may be dropped.
  private var holdStart = Int.max
  private var heldPart = Int.max

  /// Creates an empty buffer.
  public init() {}

  /// Appends a text.
  public func write(_ text: String) {
    if hasRoom(for: text.utf8.count) { storage.append(contentsOf: text.utf8) }
  }

  /// Appends bytes.
  public func write(_ span: Span<UInt8>) {
    if hasRoom(for: span.count) { storage.append(span) }
  }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) { write(bytes.span) }

  /// Appends one byte.
  public func write(byte: UInt8) {
    if hasRoom(for: 1) { storage.append(byte) }
  }

  /// Appends a text and a newline.
  public func writeLine(_ text: String) {
    write(text)
    write(byte: 0x0A)
  }

  /// Returns a Boolean value that indicates whether a write fits. After the first dropped write, all later writes are
  /// dropped too.
  private func hasRoom(for count: Int) -> Bool {
    if storage.count &- fittingExcess > end &- count { hasDropped = true }
    return !hasDropped
  }

  /// Appends text that depends on the width of the window. A recording uses the result of `make(nil)`.
  public func write(fitting make: (_ width: Int?) -> [UInt8]) {
    guard let width else { return write(make(nil)) }
    let unfitted = make(nil)
    guard hasRoom(for: unfitted.count) else { return }
    append(fitted: make(width), unfitted, .text)
  }

  private func append(fitted: [UInt8], _ unfitted: [UInt8], _ content: Part.Content) {
    let start = storage.count
    storage += fitted
    fittingExcess += fitted.count - unfitted.count
    append(Part(range: start..<storage.count, content: content, unfitted: unfitted))
  }

  /// Appends diagnostics, rendered for the width of the window.
  func write(_ diagnostics: [Diagnostic], about text: [UInt8], _ render: (_ width: Int?) -> [UInt8]) {
    let unfitted = render(nil)
    guard hasRoom(for: unfitted.count) else { return }
    append(fitted: width == nil ? unfitted : render(width), unfitted, .diagnostics(diagnostics, about: text))
  }

  /// Appends the output of views.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - events: the events with their ranges in `text`.
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

  /// Returns the text after the first `start` bytes; `nil` if a limit cut it.
  public func text(from start: Int) -> String? {
    hasDropped || start > storage.count ? nil : String(decoding: storage[start...], as: UTF8.self)
  }

  func observe(_ isOn: Bool) { hasObserver = isOn }

  /// Records that a transaction was committed, if a session's events are observed.
  public func note(_ transaction: CommittedTransaction) {
    if isObserved { append(Part(range: mark..<mark, content: .transaction(transaction))) }
  }

  /// Records that observers were called about the last transactions, if a session's events are observed.
  public func note(_ delivery: Delivery) {
    if isObserved { append(Part(range: mark..<mark, content: .delivery(delivery))) }
  }

  func noteFreeText(_ range: Range<Int>) { append(Part(range: range, content: .freeText)) }

  private func append(_ part: Part) {
    // Moving the array out avoids an exclusivity check for lines without parts.
    var changed = parts
    parts = []
    changed.append(part)
    parts = changed
  }

  /// Clears the parts of the last command line.
  ///
  /// - Parameter start: the offset at which the output of the next line begins.
  func beginLine(at start: Int) {
    if !parts.isEmpty { parts = [] }
    if !omittedRanges.isEmpty { omittedRanges = [] }
    if isObserved { (takenCount, takenPartCount) = (start, 0) }
  }

  var plainRanges: [Range<Int>] {
    if parts.isEmpty { return [] }
    return parts.compactMap { if case .freeText = $0.content { $0.range } else { nil } }
  }

  var errorRanges: [Range<Int>] {
    if parts.isEmpty { return [] }
    return parts.compactMap {
      if case .diagnostics = $0.content, !$0.range.isEmpty { $0.range } else { nil }
    }
  }

  /// Returns the events of the output that has become final since the last call.
  ///
  /// - Parameter isEnd: whether the line has ended; until then, an incomplete printed line produces no event.
  func takeEvents(isEnd: Bool) -> [SessionEvent] {
    var events: [SessionEvent] = []
    let end = finalCount
    while takenPartCount < parts.count, parts[takenPartCount].range.upperBound <= end {
      let part = parts[takenPartCount]
      // A held part is not final.
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

  /// Appends events for the lines up to an offset. An incomplete line is left for the next call unless `isEnd` is
  /// `true`.
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

  /// Returns a line's output as it is without a window, and without the omitted ranges.
  func unfitted(_ output: [UInt8], from start: Int) -> [UInt8] {
    var text: [UInt8] = []
    var offset = start
    func appendOutput(upTo end: Int) {
      while offset < end {
        let omitted = omittedRanges.first { $0.upperBound > offset && $0.lowerBound < end }
        text += output[offset..<max(offset, omitted?.lowerBound ?? end)]
        offset = min(end, omitted?.upperBound ?? end)
      }
    }
    for part in parts where part.range.lowerBound >= offset && part.range.upperBound <= output.count {
      guard let unfitted = part.unfitted else { continue }
      appendOutput(upTo: part.range.lowerBound)
      if !omittedRanges.contains(where: { $0.contains(part.range.lowerBound) }) { text += unfitted }
      offset = part.range.upperBound
    }
    appendOutput(upTo: output.count)
    return text
  }

  /// Excludes a range of the line's output from ``unfitted(_:from:)``.
  func noteOmitted(_ range: Range<Int>) { omittedRanges.append(range) }

  /// The number of bytes that have been printed and not yet removed.
  public var mark: Int { storage.count }

  /// The number of printed bytes that are not held and can no longer be dropped.
  var finalCount: Int { min(storage.count, holdStart) }

  private var finalPartCount: Int { min(parts.count, heldPart) }

  /// The beginning of output that may be dropped.
  public struct Hold {
    let mark: Int
    let partCount: Int
    let fittingExcess: Int
    let outer: Int
    let outerPart: Int
  }

  /// Withholds later output from events until ``release(_:)``. Until then, ``drop(_:)`` can remove it.
  public func hold() -> Hold {
    let hold = Hold(
      mark: storage.count, partCount: parts.count, fittingExcess: fittingExcess, outer: holdStart,
      outerPart: heldPart)
    holdStart = min(holdStart, hold.mark)
    heldPart = min(heldPart, hold.partCount)
    return hold
  }

  /// Ends a hold.
  public func release(_ hold: Hold) { (holdStart, heldPart) = (hold.outer, hold.outerPart) }

  /// Removes the output since a hold began.
  public func drop(_ hold: Hold) {
    if storage.count > hold.mark { storage.removeSubrange(hold.mark...) }
    if parts.count > hold.partCount { parts.removeSubrange(hold.partCount...) }
    fittingExcess = hold.fittingExcess
  }

  /// Removes and returns the printed bytes.
  public func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &storage)
    return taken
  }
}
