/// Runs a script that comes in chunks of bytes, command by command, holding no more of it than the
/// command that is being read.
///
///     var script = ScriptRunner(session, name: "orders.txt")
///     while let chunk = read() { if script.feed(chunk, into: &output) != .done { break } }
///     let outcome = script.finish(into: &output)
///
/// After a failed command its place is printed (`  at orders.txt:12`). Unless it keeps going the runner
/// then stops; when the failure was a syntax error it only checks the rest, so that every syntax error
/// of a script is reported.
public struct ScriptRunner {
  let session: any ScriptSession
  let name: String
  let keepsGoing: Bool

  /// The lines of a command that is not complete yet, and the start of a line whose end has not come.
  private var pending: [UInt8] = []
  /// The number of the line that `pending` begins with, from 1.
  private var line = 1
  /// Follows what is open in `pending`, up to `scanned` bytes of it.
  private var scan = OpenScan()
  private var scanned = 0
  /// The count of `pending` when the parser is to be asked next, whatever the scan says.
  private var asked = 0
  private var state = State.running
  private var hasFailed = false

  private enum State {
    case running, checking, stopped, quit
  }

  /// - Parameter name: what the script is called in messages.
  public init(_ session: any ScriptSession, name: String, keepsGoing: Bool = false) {
    self.session = session
    self.name = name
    self.keepsGoing = keepsGoing
  }

  /// Takes the next bytes of the script; what the commands in it print is appended to `output`.
  ///
  /// - Returns: `done` while more is wanted; `quit` and `failed` mean that no more is.
  public mutating func feed(_ chunk: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    chunk.withUnsafeBufferPointer { feed($0, &output) }
    return outcome(isEnd: false)
  }

  /// Ends the script: runs what is left and gives the outcome of the whole.
  public mutating func finish(into output: inout [UInt8]) -> Outcome {
    if !pending.isEmpty, state == .running || state == .checking {
      let rest = take()
      rest.withUnsafeBufferPointer { execute($0, &output) }
    }
    return outcome(isEnd: true)
  }

  private func outcome(isEnd: Bool) -> Outcome {
    switch state {
    case .quit: hasFailed ? .failed : .quit
    case .stopped: .failed
    case .running, .checking: isEnd && hasFailed ? .failed : .done
    }
  }

  private mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, _ output: inout [UInt8]) {
    var start = 0
    while start < chunk.count, state == .running || state == .checking {
      if pending.isEmpty, state == .running {
        start += runLines(UnsafeBufferPointer(rebasing: chunk[start...]), &output)
        guard start < chunk.count, state == .running else { continue }
      }
      let (end, mayBeOpen) = Self.scanLine(chunk, from: start)
      guard let end else {
        pending.append(contentsOf: chunk[start...])
        return
      }
      let found = UnsafeBufferPointer(rebasing: chunk[start...end])
      start = end + 1
      if pending.isEmpty {
        if mayBeOpen, isOpen(found) {
          pending.append(contentsOf: found)
          asked = found.count * 2
        } else {
          execute(found, &output)
          line += 1
        }
      } else {
        pending.append(contentsOf: found)
        feedPending(&output)
      }
    }
  }

  /// A line has been completed while others, or its beginning, were waiting. What the scan follows is
  /// near to the grammar; the parser decides, also now and then when the scan sees no end.
  private mutating func feedPending(_ output: inout [UInt8]) {
    scan.scan(pending[scanned...])
    scanned = pending.count
    if scan.isBalanced || scanned >= asked {
      asked = scanned * 2
      if pending.withUnsafeBufferPointer({ !Self.mayBeOpen($0) || !isOpen($0) }) {
        return executePending(&output)
      }
    }
  }

  private mutating func executePending(_ output: inout [UInt8]) {
    let command = take()
    command.withUnsafeBufferPointer { execute($0, &output) }
    line += command.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  private mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &pending)
    (scan, scanned, asked) = (OpenScan(), 0, 0)
    return taken
  }

  private func isOpen(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    session.completeness(of: text.span) == .open
  }

  private mutating func execute(_ text: UnsafeBufferPointer<UInt8>, _ output: inout [UInt8]) {
    if state == .checking {
      if !session.check(text.span, into: &output) { writePlace(&output) }
      return
    }
    note(session.run(text.span, into: &output), of: text, &output)
  }

  /// Runs the lines that the session can tell to be commands by themselves; the count of their bytes.
  private mutating func runLines(_ text: UnsafeBufferPointer<UInt8>, _ output: inout [UInt8]) -> Int {
    let ran = session.runLines(text.span, into: &output)
    line += ran.lineCount
    if ran.outcome != .done {
      line -= 1
      note(ran.outcome, of: nil, &output)
      line += 1
    }
    return ran.byteCount
  }

  /// Takes note of how the command at `line` ended.
  ///
  /// - Parameter text: the command, if it may have syntax errors.
  private mutating func note(
    _ outcome: Outcome, of text: UnsafeBufferPointer<UInt8>?, _ output: inout [UInt8]
  ) {
    switch outcome {
    case .done: return
    case .quit: state = .quit
    case .failed:
      hasFailed = true
      writePlace(&output)
      if keepsGoing { return }
      var ignored: [UInt8] = []
      let isSound = text.map { session.check($0.span, into: &ignored) } ?? true
      state = isSound ? .stopped : .checking
    }
  }

  private func writePlace(_ output: inout [UInt8]) {
    output.append(contentsOf: "  at \(Display.escaped(name)):\(line)\n".utf8)
  }

  // MARK: Looking for lines

  /// The place of the next line end, and whether the line has a byte that can open something; most
  /// lines have none, and need no parser here.
  @inline(__always)
  private static func scanLine(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (end: Int?, mayBeOpen: Bool) {
    var mayBeOpen = false
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte < 128, mark(byte) {
        if byte == 0x0A { return (place, mayBeOpen) }
        mayBeOpen = true
      }
      place &+= 1
    }
    return (nil, mayBeOpen)
  }

  /// Whether the byte is a line end or one of `" ( [ {`: one bit a byte.
  @inline(__always)
  private static func mark(_ byte: UInt8) -> Bool {
    let set: UInt64 = byte < 64 ? 0x0000_0104_0000_0400 : 0x0800_0000_0800_0000
    return set &>> UInt64(byte & 63) & 1 != 0
  }

  private static func mayBeOpen(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes where byte != 0x0A && byte < 128 && mark(byte) { return true }
    return false
  }
}

/// A session that can check a command without running it.
public protocol ScriptSession: Session {
  /// Reports every syntax error of `text` without running it; whether it has none.
  func check(_ text: Span<UInt8>, into output: inout [UInt8]) -> Bool

  /// Runs lines that `text` begins with, each as `run` would, as far as the session can tell cheaply that a
  /// line is a whole command; no more than one that fails or quits. A session need not: it runs none then.
  func runLines(_ text: Span<UInt8>, into output: inout [UInt8]) -> LineRun
}

extension ScriptSession {
  public func runLines(_ text: Span<UInt8>, into output: inout [UInt8]) -> LineRun { LineRun() }
}

/// Some lines that were run.
public struct LineRun: Sendable {
  /// Their bytes, line ends included.
  public var byteCount = 0
  public var lineCount = 0
  /// How the last of them ended.
  public var outcome = Outcome.done

  public init() {}
}
