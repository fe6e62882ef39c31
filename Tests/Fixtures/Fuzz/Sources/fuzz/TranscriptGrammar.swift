/// The grammar of scenarios: commands of ``EchoSession``, expected output with patterns, and headers.
struct TranscriptGrammar: InputGrammar {
  func line(_ random: inout SplitMix) -> String {
    switch random.below(10) {
    case 0, 1, 2: "> " + command(&random)
    case 3: ". " + random.one(of: ["}", "a", "echo b"])
    case 4: random.one(of: ["", "#", "# A claim.", "#!", ">", "> ", "."])
    case 5:
      random.one(of: [
        "# seed: 3", "# tags: a, b", "# hash: 0", "# uses: a.scenario", "# seed: x", "# unordered",
        "# hash: cbf29ce484222325",
      ])
    default: output(&random)
    }
  }

  func piece(_ random: inout SplitMix) -> String {
    switch random.below(3) {
    case 0:
      random.one(of: [
        "(glob)", "(re)", "(esc)", "...", "${x}", "*", "?", "\\", "{", "}", "|", "[a-z]", "(?<x>a+)", "a{2,}",
      ])
    case 1: command(&random)
    default: random.one(of: ["a", "b", "echo", "0", "1", "é", "\u{1B}[1m", "\u{200B}", "\t"])
    }
  }

  private func command(_ random: inout SplitMix) -> String {
    random.one(of: [
      "echo a", "echo a|b|c", "echo ", "echo ...", "echo a (glob)", "echo > a", "echo # a", "set a 1",
      "get a", "all", "fail a",
      "roll", "limit", "expect", "seed", "folder", "restricted", "hash", "quit", "raw 1b5b316d", "raw ff0a",
      "read a.txt",
      "{", "nothing", "echo ${x}", "echo a 1|a 2",
    ])
  }

  private func output(_ random: inout SplitMix) -> String {
    random.one(of: [
      "a", "b", "c", "...", "a* (glob)", "[a-c] (re)", "(a|b)+ (re)", "error: a", "a (esc)",
      "(?<x>[0-9]+) (re)", "a ${x} (re)",
      "* (glob)", "{{x}}", "a 1", "\\x1b[1m (esc)", "... (glob)", "(.*)* (re)",
    ])
  }
}
