/// A rewriter that changes lines of a transcript and leaves all other bytes unchanged.
struct Rewriter {
  private let transcript: Transcript
  private var texts: [Int: [UInt8]] = [:]
  private var removed: Set<Int> = []
  private var before: [Int: [[UInt8]]] = [:]
  private var after: [Int: [[UInt8]]] = [:]

  init(_ transcript: Transcript) { self.transcript = transcript }

  mutating func apply(_ hunk: BlessHunk) {
    let step = transcript.steps[hunk.step]
    let first = step.body.first { transcript.lines[$0].kind.isOutput }
    var last: Int?
    for edit in hunk.edits {
      switch edit {
      case .keep(let line): last = line
      case .replace(let line, let text):
        texts[line] = text
        last = line
      case .remove(let line):
        removed.insert(line)
        last = line
      case .add(let text):
        if let last {
          after[last, default: []].append(text)
        } else if let first {
          before[first, default: []].append(text)
        } else {
          after[step.command.upperBound - 1, default: []].append(text)
        }
      }
    }
  }

  /// Replaces a step's command with one that has the same number of lines.
  ///
  /// - Returns: the changed lines, each with its old text.
  mutating func setCommand(_ command: [UInt8], step index: Int) -> [(line: Int, old: [UInt8], new: [UInt8])] {
    let lines = transcript.steps[index].command
    let new = command.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    precondition(new.count == lines.count, "present names change the number of lines")
    var changed: [(line: Int, old: [UInt8], new: [UInt8])] = []
    for (line, text) in zip(lines, new) {
      let old = Array(transcript.text(ofLine: line))
      let mark = transcript.lines[line]
      let text = Array(transcript.bytes[mark.start..<Transcript.unmarked(mark).lowerBound]) + text
      if text == old { continue }
      texts[line] = text
      changed.append((line, old, text))
    }
    return changed
  }

  mutating func setHash(_ hash: [UInt8], step index: Int) {
    let step = transcript.steps[index]
    let text = Array("# hash: ".utf8) + hash
    if let line = step.hashLine {
      texts[line] = text
    } else {
      after[max(step.body.upperBound, step.command.upperBound) - 1, default: []].append(text)
    }
  }

  /// Returns the file's new bytes. New lines end like the file's first line. The new text ends with a newline only if
  /// the file does. O(bytes).
  func bytes() -> [UInt8] {
    let ending = transcript.lines.first.map { transcript.bytes[$0.end..<$0.next] } ?? []
    let newEnding = ending.isEmpty ? [UInt8(ascii: "\n")] : Array(ending)
    var pieces: [(text: [UInt8], ending: [UInt8])] = []
    for (index, line) in transcript.lines.enumerated() {
      for text in before[index] ?? [] { pieces.append((text, newEnding)) }
      if !removed.contains(index) {
        let text = texts[index] ?? Array(transcript.bytes[line.text])
        pieces.append((text, Array(transcript.bytes[line.end..<line.next])))
      }
      for text in after[index] ?? [] { pieces.append((text, newEnding)) }
    }
    if let last = transcript.lines.last, last.next == last.end, pieces.last?.text.isEmpty == false {
      pieces[pieces.count - 1].ending = []
    }
    // A byte-order mark is not part of a line.
    var bytes = Array(transcript.bytes[..<(transcript.lines.first?.start ?? transcript.bytes.count)])
    for (index, piece) in pieces.enumerated() {
      bytes += piece.text
      // The file's last line may end without a newline. It needs one if another line follows it now.
      let isEnded = piece.ending.last == UInt8(ascii: "\n") || index == pieces.count - 1
      bytes += isEnded ? piece.ending : newEnding
    }
    return bytes
  }

  /// Returns whether a text has exactly the commands and comments of the file, byte for byte, apart from `# hash:`
  /// lines. O(bytes).
  func keepsCommands(_ bytes: [UInt8]) -> Bool {
    let new = Transcript(bytes)
    return new.steps.count == transcript.steps.count
      && Self.authored(new).elementsEqual(Self.authored(transcript))
      && zip(new.steps, transcript.steps).allSatisfy { $0.isUnordered == $1.isUnordered }
  }

  /// Returns the commands and comments of a transcript, with their kinds.
  private static func authored(_ transcript: Transcript) -> [[UInt8]] {
    let hashLines = Set(transcript.steps.compactMap(\.hashLine))
    return transcript.lines.enumerated().compactMap { index, line in
      switch line.kind {
      case .command, .continuation, .comment:
        hashLines.contains(index) ? nil : [line.kind.rawValue] + transcript.bytes[line.text]
      default: nil
      }
    }
  }
}
