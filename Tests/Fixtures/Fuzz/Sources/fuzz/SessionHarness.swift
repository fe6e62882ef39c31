import CommandLanguage
import Simulator
import TerminalText
import WarGame

/// Lines typed into a session: they print the same in another one, nothing hidden, and can be taken back whole.
enum SessionHarness {
  static func problem(with input: [UInt8]) -> String? {
    guard let (session, output, digest) = run(input), let (_, again, otherDigest) = run(input) else {
      return "a session cannot begin"
    }
    if output != again { return "the same lines print other bytes" }
    if digest.after != otherDigest.after { return "the same lines lead elsewhere" }
    let text = String(decoding: output, as: UTF8.self)
    // Plain tables are for other programs: a tab parts their columns.
    let isPlain = input.firstRange(of: Array("--plain".utf8)) != nil
    let shown: Set<Unicode.Scalar> = isPlain ? ["\n", "\t"] : ["\n"]
    if text.unicodeScalars.contains(where: { !shown.contains($0) && Escaping.isHidden($0) }) {
      return "something hidden is printed"
    }
    _ = session.run("set steps 1000000; goto 0")
    // What was forgotten cannot be taken back.
    if session.world.step == 0, session.world.digest != digest.before { return "going back leads elsewhere" }
    return nil
  }

  private typealias Run = (session: GameSession, output: [UInt8], digest: (before: String, after: String))

  private static func run(_ input: [UInt8]) -> Run? {
    guard let session = try? warRoom.makeSession(seed: 7) else { return nil }
    _ = session.run("set steps 20000")
    let before = session.world.digest
    var output: [UInt8] = []
    for line in input.split(separator: 0x0A) {
      if session.run(Array(line).span, into: &output) == .quit { break }
    }
    return (session, output, (before, session.world.digest))
  }
}

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
