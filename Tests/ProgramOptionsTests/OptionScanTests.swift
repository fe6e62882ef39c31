import Testing

@testable import ProgramOptions

/// How words are read: as GNU's `getopt_long` has it.
@Suite struct OptionScanTests {
  struct Settings: Equatable {
    var isLoud = false
    var isQuiet = false
    var name = ""
    var rest: [String] = []
  }

  private static func interface(stopsAtOperand: Bool = false) -> CommandLineInterface<Settings> {
    var main = Subcommand<Settings>(
      "", "Greet somebody", operands: "WORD…", operandCount: 0...3,
      options: [
        .flag("loud", "l", "Shout") { $0.isLoud = true },
        .flag("quiet", "q", "Whisper") { $0.isQuiet = true },
        .flag("loudest", nil, "Shout more") { $0.isLoud = true },
        .value("name", "n", "NAME", "Whom") {
          if $1 == "nobody" { return "somebody" }
          $0.name = $1
          return nil
        },
      ]
    ) { settings, operands in
      settings.rest = operands.map { String(decoding: $0, as: UTF8.self) }
      return settings.rest.contains("wrong") ? "“wrong” is wrong" : nil
    }
    main.stopsAtOperand = stopsAtOperand
    return CommandLineInterface(program: "greet", version: "1.0", main: main)
  }

  private func read(_ words: [String], stopsAtOperand: Bool = false) -> CommandLineInterface<Settings>.Request
  {
    Self.interface(stopsAtOperand: stopsAtOperand).read(words.map { Array($0.utf8) }, Settings())
  }

  private func settings(_ words: [String], stopsAtOperand: Bool = false) -> Settings? {
    if case .run(let settings) = read(words, stopsAtOperand: stopsAtOperand) { settings } else { nil }
  }

  @Test(arguments: [
    ([], Settings()),
    (["-l"], Settings(isLoud: true)), (["--loud"], Settings(isLoud: true)),
    (["-lq"], Settings(isLoud: true, isQuiet: true)), (["--quiet"], Settings(isQuiet: true)),
    (["-n", "a"], Settings(name: "a")), (["-na"], Settings(name: "a")),
    (["-ln", "a"], Settings(isLoud: true, name: "a")),
    (["-n=a"], Settings(name: "=a")), (["--name", "a"], Settings(name: "a")),
    (["--name=a=b"], Settings(name: "a=b")),
    (["--name="], Settings(name: "")),
    (["-n", "--loud"], Settings(name: "--loud")),
    (["-n", "--"], Settings(name: "--")), (["-n", "a", "-n", "b"], Settings(name: "b")),
    (["x", "-l", "y"], Settings(isLoud: true, rest: ["x", "y"])), (["-"], Settings(rest: ["-"])),
    (["--", "-l", "--"], Settings(rest: ["-l", "--"])), (["x", "--", "-l"], Settings(rest: ["x", "-l"])),
    ([""], Settings(rest: [""])),
  ])
  func `options may be anywhere, joined, until they are ended`(words: [String], wanted: Settings) {
    #expect(settings(words) == wanted)
  }

  @Test func `where options stop at an operand, all that follows is one`() {
    #expect(
      settings(["-l", "x", "-q", "--"], stopsAtOperand: true)
        == Settings(isLoud: true, rest: ["x", "-q", "--"]))
    #expect(settings(["--", "-q", "--"], stopsAtOperand: true) == Settings(rest: ["-q", "--"]))
    #expect(settings(["-", "-q"], stopsAtOperand: true) == Settings(rest: ["-", "-q"]))
  }

  @Test(arguments: [
    (["--bogus"], "there is no option “--bogus”"),
    (["--nmae"], "there is no option “--nmae”, did you mean “--name”?"),
    (["--=x"], "there is no option “--”"), (["-x"], "there is no option “-x”"),
    (["-lx"], "there is no option “-x”"), (["-l\u{1F600}"], "there is no option “-\u{1F600}”"),
    (["-\u{1B}"], "there is no option “-\\u{1B}”"), (["--loud=1"], "--loud takes no value"),
    (["-n"], "--name needs a value: NAME"), (["--name"], "--name needs a value: NAME"),
    (["-n", "nobody"], "--name needs somebody, not “nobody”"), (["wrong"], "“wrong” is wrong"),
    (["1", "2", "3", "4"], "“4” is one argument too many"),
  ])
  func `wrong arguments are reported, with the usage`(words: [String], problem: String) {
    guard case .misuse(let text) = read(words) else {
      Issue.record("taken as right")
      return
    }
    #expect(text == "greet: \(problem)\nusage: greet [OPTION…] WORD…\nsee greet --help\n")
  }

  @Test(arguments: [
    (["--quie"], "there is no option “--quie”, did you mean “--quiet”?"),
    (["--q"], "there is no option “--q”, did you mean “--quiet”?"),
    (["--na=a"], "there is no option “--na”, did you mean “--name”?"),
    (["--lo"], "there is no option “--lo”, did you mean “--loud” or “--loudest”?"),
  ])
  func `a shortened option is refused, with those that it may be short for`(words: [String], problem: String)
  {
    guard case .misuse(let text) = read(words) else {
      Issue.record("taken as right")
      return
    }
    #expect(text.hasPrefix("greet: \(problem)\n"), "\(text)")
  }

  @Test func `an option before a subcommand counts if the subcommand has it, and is refused otherwise`() {
    var interface = Self.interface()
    interface.subcommands = [
      Subcommand(
        "wave", "Wave", operands: "[WORD]", operandCount: 0...1,
        options: [.flag("loud", "l", "Shout") { $0.isLoud = true }]
      ) { _, _ in nil }
    ]
    guard case .run(let settings) = interface.read(["-l", "wave"].map { Array($0.utf8) }, Settings()),
      case .misuse(let text) = interface.read(["-q", "wave"].map { Array($0.utf8) }, Settings())
    else {
      Issue.record("not as expected")
      return
    }
    #expect(settings.isLoud)
    #expect(text.hasPrefix("greet: --quiet cannot be used with “wave”\n"), "\(text)")
  }

  @Test func `malformed UTF-8 is an error that shows the bytes`() {
    guard case .misuse(let text) = Self.interface().read([[0x2D, 0xFF]], Settings()) else {
      Issue.record("taken as right")
      return
    }
    #expect(text.hasPrefix("greet: there is no option “-"))
  }

  @Test func `help is made of the declarations, and wins over what follows it`() {
    guard case .show(let text) = read(["--help", "--bogus"]) else {
      Issue.record("no help")
      return
    }
    #expect(
      text == """
        usage: greet [OPTION…] WORD…

        Greet somebody.

        Options:
          -l, --loud           Shout
          -q, --quiet          Whisper
              --loudest        Shout more
          -n, --name NAME      Whom
          -h, --help           Show this help and exit
          -V, --version        Show the version and exit
              --generate KIND  Write a page for man, or completions for bash, zsh or
                               fish, and exit

        """)
  }

  @Test func `help is wrapped to its columns, each description below itself`() {
    var interface = Self.interface()
    interface.subcommands = [
      Subcommand("wave", "Wave with a hand or with both hands", operands: "HAND", operandCount: 1...1) {
        _, _ in
        nil
      },
      Subcommand("wave-with", "Wave", operands: "HAND OTHER-HAND FLAG OTHER-FLAG…", operandCount: 1...9) {
        _, _ in
        nil
      },
    ]
    interface.columns = 40
    interface.main.details = "A paragraph of words that are\nbroken already.\n\nAnother one."
    let help = interface.help(of: interface.main)
    #expect(
      help.hasPrefix(
        """
        usage: greet [OPTION…] WORD…
               greet [OPTION…] COMMAND …

        Greet somebody.

        Commands:
          wave HAND       Wave with a hand or
                          with both hands
          wave-with HAND OTHER-HAND FLAG
            OTHER-FLAG…
                          Wave
          help [COMMAND]  Show the help of a
                          command

        """), "\(help)")
    #expect(help.hasSuffix("\nA paragraph of words that are broken\nalready.\n\nAnother one.\n"), "\(help)")
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }

  @Test func `a program without a version prints its name`() {
    var interface = Self.interface()
    interface.version = ""
    guard case .show("greet\n") = interface.read([Array("--version".utf8)], Settings()) else {
      Issue.record("no name")
      return
    }
  }

  @Test func `the first option that ends the reading decides`() {
    guard case .show("greet 1.0\n") = read(["--version", "--help"]) else {
      Issue.record("no version")
      return
    }
  }
}
