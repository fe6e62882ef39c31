import Glibc
import ProgramTesting
import Testing

/// Keys of readline that could fail with its callback interface, or with an editor that draws the line itself.
@Suite struct PromptKeyTests {
  @Test(arguments: ["🇩🇪", "👨‍👩‍👧", "👍🏽", "e\u{301}", "王"])
  func `one Backspace deletes what is shown as one character`(character: String) throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("ab\(character)")
    try terminal.wait(for: "character") { $0.text.hasSuffix("ab\(character)") }
    try terminal.send("\u{7F}")
    try terminal.wait(forLine: "> ab")
    try terminal.send("\u{7F}c")
    try terminal.wait(forLine: "> ac")
  }

  @Test func `kills that follow one another are yanked together`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("one two three\u{1}")
    try terminal.wait(forLine: "> ", "one two three")
    try terminal.send("\u{1B}d\u{1B}d")
    try terminal.wait(forLine: "> ", " three")
    try terminal.send("\u{5}\u{19}")
    try terminal.wait(forLine: "> threeone two".replacing("three", with: " three"))
    // Another key in between starts a new kill.
    try terminal.send("\u{15}a b\u{1}\u{1B}d\u{6}\u{1B}d\u{19}")
    try terminal.wait(for: "the last kill") { $0.cursorLine.before.hasSuffix(" b") }
  }

  @Test(arguments: [
    ("emacs", "\u{18}\u{5}"), ("emacs", "\u{1B}e"), ("vi", "\u{1B}v"),
  ])
  func `the keys that open an editor elsewhere do here`(mode: String, keys: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\nsed -i 's/Artur/Arthur/' \"$1\"\n", to: "editor")
    try folder.write("set editing-mode \(mode)\nset keyseq-timeout 1\n", to: "inputrc")
    let terminal = try Program.warroom.start(environment: [
      "EDITOR": "sh \(folder["editor"])", "PATH": "/usr/bin:/bin", "INPUTRC": folder["inputrc"],
    ])
    try terminal.send("spawn hero Artur")
    try terminal.wait(forLine: "> spawn hero Artur")
    for key in mode == "vi" ? keys.map(String.init) : [keys] {
      try terminal.send(key)
      if key == "\u{1B}" { try terminal.wait(forLine: "> spawn hero Artu", "r") }
    }
    try terminal.wait(for: "edited line") { ($0.cursorLine.before + $0.cursorLine.after).hasSuffix("Arthur") }
    try terminal.enter("")
    try terminal.wait(for: "\n+ map/units 1  🙂 Arthur")
  }

  @Test func `without an editor, its keys name the variables that set one`() throws {
    let terminal = try Program.warroom.start(columns: 120)
    try terminal.send("units\u{18}\u{5}")
    try terminal.wait(
      for: "note: no editor is set; set the environment variable VISUAL or EDITOR to one\n> units")
    try terminal.wait(forLine: "> units")
  }

  @Test func `the prompt shows the mode where the inputrc requests it`() throws {
    let folder = try TemporaryFolder()
    let settings = """
      set editing-mode vi
      set show-mode-in-prompt on
      set keyseq-timeout 1
      set vi-cmd-mode-string "\\1\\e[1m\\2:\\1\\e[0m\\2"

      """
    try folder.write(settings, to: "inputrc")
    let terminal = try Program.warroom.start(environment: ["INPUTRC": folder["inputrc"]])
    try terminal.wait(forLine: "(ins)> ")
    try terminal.send("print 1\u{1B}")
    try terminal.wait(forLine: ":> print ", "1")
    try terminal.send("i")
    try terminal.wait(forLine: "(ins)> print ", "1")
    try terminal.enter("")
    try terminal.wait(for: "\n1\n(ins)>")
  }

  @Test func `suggestions, hints and the mark of unknown names need no colour`() throws {
    let terminal = try Program.warroom.start(environment: ["NO_COLOR": "1"])
    try terminal.enter("spawn hero Arthur")
    try terminal.send("spawn")
    try terminal.wait(for: "suggestion") { $0.suggestion == " hero Arthur" }
    try terminal.send("\u{15}status Arthr wounded")
    try terminal.wait(for: "underlined name") { $0.texts(.underlined) == ["Arthr"] }
    try terminal.send("\u{15}attack ")
    try terminal.wait(for: "hint") { $0.suggestion.contains("UNIT") || !$0.suggestion.isEmpty }
    let raw = String(decoding: terminal.raw, as: UTF8.self)
    #expect(!raw.contains("\u{1B}[3") && !raw.contains("\u{1B}[1m"))
  }

  @Test func `a pager that is installed shows long output, with ways back`() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\nsed 's/^/less /'\n", to: "less")
    chmod(folder["less"], 0o700)
    let terminal = try Program.warroom.start(
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"], columns: 60, rows: 10)
    try terminal.enter("for n in range(1, 30) { print n }")
    try terminal.wait(for: "\nless 30\n>")
  }

  @Test func `one setting is kept as it is set`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(
      environment: ["XDG_CONFIG_HOME": folder.path], columns: 60, rows: 10)
    try terminal.enter("set hints off")
    try terminal.enter("set pager off --save")
    try terminal.wait(for: "1 setting is saved in “")
    #expect(try folder.text(of: "warroom/init").contains("set pager off\n"))
    #expect(try !folder.text(of: "warroom/init").contains("hints"))
    try terminal.enter("save \(folder.path)/a.scenario")
    try terminal.wait(for: "with the same result")
    #expect(try folder.text(of: "a.scenario").hasSuffix("> set hints off\n> set pager off\n"))
    try terminal.enter("set pager on --sav")
    try terminal.wait(for: "did you mean “--save”?")
  }
}
