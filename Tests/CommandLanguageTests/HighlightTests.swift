import CommandLanguage
import Testing

@Suite struct HighlightTests {
  /// The text's parts with their styles: `command:paint name:A unknown:purple`.
  private func shown(_ text: String, after commands: String...) -> String {
    let trial = Trial()
    for command in ["box A", "let total = 5", "def deploy who { }"] + commands { _ = trial(command) }
    let bytes = Array(text.utf8)
    return trial.session.highlights(of: bytes.span)
      .map { "\($0.style):\(String(decoding: bytes[$0.range], as: UTF8.self))" }.joined(separator: " ")
  }

  @Test(arguments: [
    ("paint A red", "command:paint name:A"),
    ("paint B purple", "command:paint unknown:B unknown:purple"),
    ("piant A red", "unknown:piant"),
    ("deploy it", "command:deploy"),
    ("box N size=3 # new", "command:box keyword:size= number:3 comment:# new"),
    ("box N siz=3", "command:box unknown:siz= number:3"),
    (
      "if total > 3 { print \"x\" } # y",
      "keyword:if name:total mark:> number:3 mark:{ command:print string:\"x\" mark:} comment:# y"
    ),
    (
      "boxes where size > 1 and colur == red",
      "name:boxes keyword:where name:size mark:> number:1 keyword:and unknown:colur mark:== name:red"
    ),
    (
      "print count(boxes), $nobody",
      "command:print command:count mark:( name:boxes mark:) mark:, unknown:$nobody"
    ),
    ("print \"a \\(total) b\"", "command:print string:\"a \\( name:total string:) b\""),
    ("print \"a\\(\"\n", "command:print string:\"a\\( string:\""),
    ("print \"a\\(total\n", "command:print string:\"a\\( name:total"),
    ("let x = 1; print y", "keyword:let name:x mark:= number:1 mark:; command:print name:y"),
    (
      "try { fall } else p { print p }",
      "keyword:try mark:{ unknown:fall mark:} keyword:else name:p mark:{ command:print name:p mark:}"
    ),
    ("note anything at all", "command:note"), ("# only", "comment:# only"), ("", ""),
  ])
  func `each part of a text has the style of what it is`(text: String, parts: String) {
    #expect(shown(text) == parts)
  }

  @Test(arguments: [
    (
      "print count(boxes where colur",
      "command:print command:count mark:( name:boxes keyword:where unknown:colur"
    ),
    ("for b in boxes {\n  paint", "keyword:for name:b keyword:in name:boxes mark:{ command:paint"),
    ("print \"unfinished", "command:print string:\"unfinished"),
    ("print \"a \\(tot", "command:print string:\"a \\( unknown:tot"),
    ("print 1 +", "command:print number:1 mark:+"),
  ])
  func `a text that is not finished has styles, too`(text: String, parts: String) {
    #expect(shown(text) == parts)
  }

  @Test func `a name that an earlier statement may make is not called unknown`() {
    #expect(shown("box N; paint N red") == "command:box mark:; command:paint")
    #expect(shown("keep { paint N red }") == "command:keep mark:{ command:paint mark:}")
  }

  @Test func `a forbidden command is shown as one that is not known`() {
    let trial = Trial()
    trial.session.restrict(in: "a replay") { $0.name != "say" }
    #expect(trial.session.highlights(of: Array("say x".utf8).span).map(\.style) == [.unknown])
  }

  @Test func `a typed text leaves no name behind`() {
    let trial = Trial()
    for text in ["print $ghost", "let ghost = 1", "def ghoul { }", "print ghost"] {
      _ = trial.session.highlights(of: Array(text.utf8).span)
    }
    #expect(trial("vars", "defs") == "no variables\nno definitions\n")
    #expect(trial("print $ghost").contains("there is no variable “$ghost”"))
    #expect(trial("ghoul").contains("there is no command “ghoul”"))
  }
}
