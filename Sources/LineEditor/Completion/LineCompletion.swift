import CommandLanguage

/// A session's completions in the form that readline expects.
///
/// readline replaces the line up to the cursor, so every match is the whole beginning of the line, as UTF-8 bytes.
struct LineCompletion: Equatable {
  /// The line up to the cursor, completed with the common beginning of all candidates.
  var common: [UInt8]
  /// The line up to the cursor, completed with each candidate.
  var matches: [[UInt8]]
  var candidates: [Completions.Candidate]
  /// The number of bytes after the cursor that are also replaced: the rest of the word if there is only one candidate,
  /// or the text after the cursor that the completion would repeat.
  var replacedAfterCursor: Int
  /// A Boolean value that indicates whether a space follows a single candidate.
  var addsSpace: Bool

  /// - Parameters:
  ///   - completions: the session's completions for the open command's text.
  ///   - line: the line being typed.
  ///   - cursor: an offset into `line`.
  ///   - before: the number of bytes of the open command's text before `line`.
  /// - Returns: `nil` if there are no candidates, or if the replaced range does not include the cursor.
  init?(_ completions: Completions, line: [UInt8], cursor: Int, before: Int) {
    let lower = completions.replaced.lowerBound - before
    let upper = min(completions.replaced.upperBound - before, line.count)
    guard lower >= 0, lower <= cursor, cursor <= upper else { return nil }
    // A zero byte would end readline's string.
    let candidates = completions.candidates.filter { !$0.text.isEmpty && !$0.text.utf8.contains(0) }
    guard let first = candidates.first else { return nil }

    let kept = line[..<lower]
    let typed = line[lower..<cursor]
    matches = candidates.map { kept + Array($0.text.utf8) }
    self.candidates = candidates
    if candidates.count == 1 {
      common = kept + Array(first.text.utf8)
    } else {
      let agreed = Self.commonPrefix(of: candidates.map(\.text))
      // If the common beginning is shorter than the typed text, for example because one candidate is quoted, the typed
      // text is kept.
      common = kept + (agreed.utf8.count < typed.count ? Array(typed) : Array(agreed.utf8))
    }
    let repeated = Self.overlap(of: common.dropFirst(cursor), line[cursor...])
    replacedAfterCursor = candidates.count == 1 ? max(upper - cursor, repeated) : repeated
    addsSpace = candidates.count == 1 && first.isFinal
  }

  /// Returns the number of bytes at the end of the inserted text that are repeated by the text after the cursor.
  private static func overlap(of inserted: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Int {
    stride(from: min(inserted.count, rest.count), to: 0, by: -1).first { count in
      inserted.suffix(count) == rest.prefix(count)
    } ?? 0
  }

  /// Returns the longest common prefix of some texts, in whole characters.
  static func commonPrefix(of texts: [String]) -> Substring {
    guard let first = texts.first else { return "" }
    var end = first.endIndex
    for text in texts.dropFirst() {
      let agreed = zip(first.utf8, text.utf8).prefix { $0 == $1 }.count
      let limit = first.utf8.index(first.startIndex, offsetBy: agreed)
      if limit < end { end = limit }
    }
    // Moves back to the last position that is a character boundary in all texts.
    while end > first.startIndex {
      let isBoundary = texts.allSatisfy { text in
        let count = first.utf8.distance(from: first.startIndex, to: end)
        let offset = text.utf8.index(text.startIndex, offsetBy: count)
        return offset == text.endIndex || text.index(before: text.index(after: offset)) == offset
      }
      if isBoundary { break }
      end = first.utf8.index(before: end)
    }
    return first[..<end]
  }
}
