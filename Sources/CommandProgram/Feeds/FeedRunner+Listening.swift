import CommandLanguage
import Posix
import Prompting
import Simulator
import TerminalText

/// The functions that the prompt calls when the program has written output or has ended. Each call does little work, so
/// that keys are not delayed.
extension FeedRunner {
  /// The maximum number of bytes to read at once.
  private static let pieceByteCount = 4_096
  /// The maximum number of pieces of standard error to read after the program has ended.
  private static let lastPieceCountMax = 16
  /// The maximum number of remarks to show between two updates. Further remarks are only counted.
  private static let shownRemarksMax = 10

  private static func read(_ descriptor: Int32) -> (piece: InputStream.Piece, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    while true {
      let piece = InputStream.readPiece(of: descriptor, byteCountMax: pieceByteCount, into: &bytes)
      switch piece {
      case .interrupted: continue
      case .failed: return (.end, [])
      case .bytes, .nothingYet, .end: return (piece, bytes)
      }
    }
  }

  // MARK: Updates

  func receiveOutput(_ output: inout [UInt8]) -> PromptSource.Verdict {
    guard var lines = running?.updates, let descriptor = running?.process.output else { return .remove }
    let (piece, bytes) = Self.read(descriptor)
    switch piece {
    case .bytes: takeTogether(&output) { output in lines.take(bytes.span) { take($0, &output) } }
    case .end: takeTogether(&output) { output in lines.finish { take($0, &output) } }
    case .nothingYet, .interrupted, .failed: return .keep
    }
    running?.updates = lines
    guard piece == .end else { return .keep }
    running?.outputIsOpen = false
    endIfOver(&output)
    return .remove
  }

  private func take(_ line: FeedLine, _ output: inout [UInt8]) {
    do {
      guard let update = try world.update(from: line) else { return }
      endRemarks(&output)
      running?.updateCount += 1
      take(update, &output)
    } catch {
      running?.problemCount += 1
      remark("warning: feed, \(error)", &output)
    }
  }

  // MARK: Errors

  func receiveErrors(_ output: inout [UInt8]) -> PromptSource.Verdict {
    takeErrors(&output) == .end ? .remove : .keep
  }

  private func takeErrors(_ output: inout [UInt8]) -> InputStream.Piece {
    guard var lines = running?.errors, let descriptor = running?.process.errors else { return .end }
    func show(_ line: FeedLine) {
      let text = line.text.map { Escaping.escaped(String(decoding: $0, as: UTF8.self)) }
      remark("feed: \(text ?? "a line of \(line.byteCount) bytes")", &output)
    }
    let (piece, bytes) = Self.read(descriptor)
    switch piece {
    case .bytes: lines.take(bytes.span, show)
    case .end: lines.finish(show)
    case .nothingYet, .interrupted, .failed: break
    }
    running?.errors = lines
    return piece
  }

  // MARK: The end

  func receiveEnding(_ output: inout [UInt8]) -> PromptSource.Verdict {
    guard let running, running.process.hasEnded else { return .keep }
    endIfOver(&output)
    return .remove
  }

  /// Ends the feed if the program has ended and all its output has been read.
  private func endIfOver(_ output: inout [UInt8]) {
    guard let over = running, over.process.hasEnded, !over.outputIsOpen else { return }
    // The program's last errors may explain its end.
    var count = 0
    while count < Self.lastPieceCountMax, takeErrors(&output) == .bytes { count += 1 }
    endRemarks(&output)
    guard let running, let process = detach() else { return }
    let how =
      switch process.reap() {
      case .code(let code) where code != 0: "has ended with exit code \(code)"
      case .signal(let signal): "was ended by signal \(signal)"
      case .code, .hung, nil: "has ended"
      }
    output += "feed: \(running.name) \(how) after \(running.counted)\n".utf8
  }

  // MARK: Remarks

  private func remark(_ text: String, _ output: inout [UInt8]) {
    guard let count = running?.remarkCount else { return }
    if count < Self.shownRemarksMax { output += "\(text)\n".utf8 }
    if count == Self.shownRemarksMax {
      output += "feed: further lines are hidden until an update arrives\n".utf8
    }
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
