import TerminalText

/// Any bytes, shown: nothing hidden comes out, and showing again changes nothing.
enum DisplayHarness {
  static func problem(with input: [UInt8]) -> String? {
    for style in [Escaping.Style.line, .field, .literal] {
      let shown = Escaping.escaped(input.span, as: style)
      if shown.unicodeScalars.contains(where: Escaping.isHidden) { return "something hidden is shown" }
      if !Escaping.isClean(shown) { return "what is shown is not clean" }
      let cut = TextWidth.truncated(shown, to: 20)
      if TextWidth.columns(of: cut) > 20 { return "what was cut is too wide" }
    }
    let shown = Escaping.escaped(input.span)
    return Escaping.escaped(shown) == shown ? nil : "showing again changes something"
  }
}

/// Entries of the prompt's history: what is written is read back, and any file can be read.
enum HistoryHarness {
  static func problem(with input: [UInt8]) -> String? {
    let entries = input.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    if HistoryText.entries(in: entries.flatMap(HistoryText.encode)).entries != entries {
      return "entries are read back otherwise"
    }
    let found = HistoryText.entries(in: input).entries
    return HistoryText.entries(in: found.flatMap(HistoryText.encode)).entries == found
      ? nil : "entries of a file are read back otherwise"
  }
}
