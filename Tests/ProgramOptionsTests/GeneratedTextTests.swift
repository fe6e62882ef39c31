import Foundation
import ProgramTesting
import Testing

@testable import ProgramOptions

@Suite struct GeneratedTextTests {
  struct Settings { var isLoud = false }

  private let interface = CommandLineInterface<Settings>(
    program: "greet-all", version: "1.0",
    main: Subcommand(
      "", "Greet somebody", options: [.flag("loud", "l", "Shout: it's loud") { $0.isLoud = true }]
    ) {
      _, _ in nil
    },
    subcommands: [
      Subcommand(
        "list", "List [all] greetings", operands: "FILE…", operandCount: 0...9,
        options: [.value("kind", "k", "KIND", "Only of this kind") { _, _ in nil }]
      ) { _, _ in nil },
      Self.play, Self.keep,
    ],
    commonOptions: [
      .value("color", nil, "WHEN", "Use colour") { _, _ in nil }.suggesting(["always", "never"])
    ])

  private static var play: Subcommand<Settings> {
    var play = Subcommand<Settings>("play", "Play a script", operands: "FILE", operandCount: 1...9) { _, _ in
      nil
    }
    play.stopsAtOperand = true
    return play
  }

  private static var keep: Subcommand<Settings> {
    var keep = Subcommand<Settings>("keep", "Keep greetings", operands: "copy | drop", operandCount: 1...9) {
      _, _ in nil
    }
    keep.actions = ["copy", "drop"]
    return keep
  }

  private func generated(_ kind: String) -> String {
    guard case .show(let text) = interface.read([Array("--generate=\(kind)".utf8)], Settings()) else {
      return ""
    }
    return text
  }

  @Test(arguments: ["man", "bash", "zsh", "fish"])
  func `every option and subcommand is in it`(kind: String) {
    let text = generated(kind).replacing("\\-", with: "-")
    for word in ["loud", "kind", "color", "help", "version", "generate", "list", "greet-all"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test func `an unknown kind is refused, and the program's help lists the known ones`() {
    guard case .misuse(let text) = interface.read([Array("--generate".utf8), Array("csh".utf8)], Settings())
    else {
      Issue.record("accepted")
      return
    }
    #expect(text.hasPrefix("greet-all: --generate needs one of man, bash, zsh, fish, not “csh”\n"))
    let line = "--generate KIND  Write a page for man, or completions for bash, zsh or fish, and exit\n"
    var wide = interface
    wide.columns = 100
    #expect(wide.help(of: interface.main).contains(line))
    #expect(!interface.help(of: interface.subcommands[0]).contains("generate"))
  }

  @Test func `-V is --version`() {
    guard case .show(let text) = interface.read([Array("-V".utf8)], Settings()) else {
      Issue.record("refused")
      return
    }
    #expect(text == "greet-all 1.0\n")
  }

  /// What a program prints about a file, given that it is installed; `nil` when it is not.
  private func check(_ program: String, _ arguments: [String], _ text: String) throws -> (
    status: Int32, output: String
  )? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)") else { return nil }
    let folder = try TemporaryFolder()
    try folder.write(text, to: "generated")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(program)")
    process.arguments = arguments + [folder["generated"]]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  @Test(arguments: [
    ("bash", ["-n"], "bash"), ("zsh", ["-n"], "zsh"), ("fish", ["--no-execute"], "fish"),
    ("groff", ["-K", "utf8", "-man", "-ww", "-z"], "man"),
  ])
  func `the reader that it is for finds nothing wrong with it`(
    program: String, arguments: [String], kind: String
  ) throws {
    guard let found = try check(program, arguments, generated(kind)) else { return }
    #expect(found.status == 0 && found.output.isEmpty, "\(found.output)")
  }

  /// The words before the cursor, and those of the program's that may come next.
  private static let completions: [(words: String, offered: String)] = [
    ("li", "list"), ("--l", "--loud"), ("list --k", "--kind"), ("list --co", "--color"),
    ("-l li", "list"), ("--color never li", "list"), ("--color list li", "list"), ("x.txt li", ""),
    ("help ", "list play keep help"), ("help list ", ""),
    ("keep ", "copy drop"), ("keep --color never d", "drop"), ("keep copy d", ""),
    ("--color ", "always never"), ("list --color n", "never"), ("--generate z", "zsh"),
    ("play --co", "--color"), ("play x.txt --co", ""), ("list x.txt --co", "--color"),
  ]

  private func lines(_ words: (String) -> String) -> String {
    Self.completions.map { words($0.words) + "\n" }.joined()
  }

  private var offered: String { Self.completions.map { $0.offered + "\n" }.joined() }

  @Test func `bash completes what the program would accept`() throws {
    let script =
      generated("bash") + """
        compgen_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _greet_all; echo "${COMPREPLY[*]}"; }
        cd "$(dirname "$0")" && rm "$0"

        """
      + lines { words in
        let last = words.hasSuffix(" ") ? "''" : ""
        return "compgen_words greet-all \(words)\(last)"
      } + "compgen_words greet-all --color = n\ncompgen_words greet-all --color =\n"
    guard let found = try check("bash", [], script) else { return }
    #expect(found.output == offered + "never\nalways never\n")
  }

  /// A shell in a terminal of its own lists the matches in a file, since zsh completes only where lines are edited.
  @Test func `zsh completes what the program would accept`() throws {
    let lists = lines { "zpty -w -n shell 'greet-all \($0)'$'\\x18'; wait_for LISTED" }
    let script = """
      zmodload zsh/zpty
      cd "${0:h}" && rm "$0"
      cat >_greet-all <<'END'
      \(generated("zsh"))END
      zpty shell zsh -f -i
      wait_for() { local text= part; while zpty -r shell part; do text+=$part; [[ $text == *$1* ]] && return; done }
      zpty -w shell 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D
      compadd() {
        if [[ "${argv[1,(i)(-|--)]}" == *-[OAD]" "* ]]; then builtin compadd "$@"; return; fi
        local -a found; builtin compadd -A found "$@"; offered+=($found); builtin compadd "$@"
      }
      list() { offered=(); zle list-choices; print -r -- $offered >>shown; print -n LIST""ED; BUFFER=; zle -I }
      zle -N list; bindkey "^X" list; print READ""Y'
      wait_for READY
      \(lists)cat shown

      """
    guard let found = try check("zsh", ["-f"], script) else { return }
    #expect(sortedWords(found.output) == sortedWords(offered))
  }

  @Test func `fish completes what the program would accept`() throws {
    let script =
      generated("fish") + "cd (dirname (status filename)); and rm (status filename)\n"
      + lines { "echo (complete -C 'greet-all \($0)' | string split -f 1 \\t)" }
    guard let found = try check("fish", ["--no-config"], script) else { return }
    #expect(sortedWords(found.output) == sortedWords(offered))
  }

  /// Returns the words of each line in their order, since shells show them in theirs.
  private func sortedWords(_ text: String) -> [[Substring]] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.split(separator: " ").sorted() }
  }
}
