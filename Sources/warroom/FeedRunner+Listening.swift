import CommandLanguage
import LineEditor
import TerminalText
import WarGame

/// What the prompt calls when the program has said something: little work each time, so that keys are never
/// kept waiting.
extension FeedRunner {
  /// The bytes that are read at once.
  private static let pieceByteCount = 4_096
  /// The pieces of errors that are still read when the program has ended.
  private static let lastPieceCountMax = 16
  /// The remarks that are shown until a status comes; more are counted.
  private static let shownRemarksMax = 10

  private enum Piece {
    case bytes([UInt8])
    case nothingYet
    case end
  }

  private static func read(_ descriptor: Int32) -> Piece {
    var bytes: [UInt8] = []
    while true {
      switch PosixFiles.readPiece(of: descriptor, byteCountMax: pieceByteCount, into: &bytes) {
      case .interrupted: continue
      case .bytes: return .bytes(bytes)
      case .nothingYet: return .nothingYet
      case .end, .failed: return .end
      }
    }
  }

  // MARK: Statuses

  func hearOutput(_ output: inout [UInt8]) -> Source.Verdict {
    guard var lines = running?.statuses, let descriptor = running?.process.output else { return .remove }
    let piece = Self.read(descriptor)
    switch piece {
    case .nothingYet: return .keep
    case .bytes(let bytes): lines.take(bytes.span) { take($0, &output) }
    case .end: lines.finish { take($0, &output) }
    }
    running?.statuses = lines
    guard case .end = piece else { return .keep }
    running?.outputIsOpen = false
    endIfOver(&output)
    return .remove
  }

  private func take(_ line: FeedLine, _ output: inout [UInt8]) {
    do {
      guard let status = try line.status() else { return }
      endRemarks(&output)
      running?.statusCount += 1
      take(status, &output)
    } catch {
      running?.problemCount += 1
      remark("warning: feed, \(error)", &output)
    }
  }

  // MARK: Errors

  func hearErrors(_ output: inout [UInt8]) -> Source.Verdict {
    if case .end = takeErrors(&output) { .remove } else { .keep }
  }

  private func takeErrors(_ output: inout [UInt8]) -> Piece {
    guard var lines = running?.errors, let descriptor = running?.process.errors else { return .end }
    func show(_ line: FeedLine) {
      let text = line.text.map { Escaping.escaped(String(decoding: $0, as: UTF8.self)) }
      remark("feed: \(text ?? "a line of \(line.byteCount) bytes")", &output)
    }
    let piece = Self.read(descriptor)
    switch piece {
    case .nothingYet: break
    case .bytes(let bytes): lines.take(bytes.span, show)
    case .end: lines.finish(show)
    }
    running?.errors = lines
    return piece
  }

  // MARK: The end

  func hearEnding(_ output: inout [UInt8]) -> Source.Verdict {
    guard let running, running.process.hasEnded else { return .keep }
    endIfOver(&output)
    return .remove
  }

  /// The feed is over when the program has ended and all that it printed has been read.
  private func endIfOver(_ output: inout [UInt8]) {
    guard let over = running, over.process.hasEnded, !over.outputIsOpen else { return }
    // What it said last may explain its end.
    var count = 0
    while count < Self.lastPieceCountMax, case .bytes = takeErrors(&output) { count += 1 }
    endRemarks(&output)
    guard let running, let process = letGo() else { return }
    let how =
      switch process.reap() {
      case .code(let code) where code != 0: "has ended with exit code \(code)"
      case .signal(let signal): "was ended by signal \(signal)"
      case .code, nil: "has ended"
      }
    output += "feed: \(running.name) \(how) after \(running.counted)\n".utf8
  }

  // MARK: Remarks

  private func remark(_ text: String, _ output: inout [UInt8]) {
    guard let count = running?.remarkCount else { return }
    if count < Self.shownRemarksMax { output += "\(text)\n".utf8 }
    if count == Self.shownRemarksMax { output += "feed: more is not shown until a status comes\n".utf8 }
    running?.remarkCount = count &+ 1
  }

  private func endRemarks(_ output: inout [UInt8]) {
    guard let count = running?.remarkCount else { return }
    if count > Self.shownRemarksMax {
      output += "feed: \(count - Self.shownRemarksMax) lines were not shown\n".utf8
    }
    running?.remarkCount = 0
  }
}
