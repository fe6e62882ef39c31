import CReadline
import CommandLanguage
import Glibc

extension Readline {
  func matches() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    crl_set_attempt(0)
    listed = []
    let (line, cursor) = (text, cursor)
    guard cursor <= line.count, let completion = completer(line, cursor) else { return nil }

    listed = completion.candidates
    if completion.addsSpace { crl_set_attempt(Int32(UInt8(ascii: " "))) }
    let isListing = crl_completion_type() == Int32(UInt8(ascii: "?"))
    if completion.replacedAfterCursor > 0, !isListing {
      rl_delete_text(Int32(cursor), Int32(cursor + completion.replacedAfterCursor))
    }
    let texts = [completion.common] + (completion.matches.count > 1 ? completion.matches : [])
    // readline frees the array and its strings.
    let size = (texts.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(size) else { return nil }
    let array = memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
      (array + index).initialize(to: Self.copy(text))
    }
    (array + texts.count).initialize(to: nil)
    return array
  }

  /// Lists the candidates below the line, one window at a time, and shows the line again below them.
  func showCandidates() {
    if window != nil {
      window?.notice = lister(listed).map { Array($0.utf8) }
      return redisplay()
    }
    let lines = lister(listed).map { $0 + "\n" }
    if drawsItself {
      drawPlainly()
      TerminalOutput.write(screen.leave())
    } else {
      rl_crlf()
    }
    let pager = TextPager(rows: size.rows, columns: size.columns)
    pager.show(lines.joined())
    rl_forced_update_display()
    crl_flush()
  }
}
