import ProgramOptions
import Testing

@testable import warroom_feed

@Suite struct FeedOptionsTests {
  private let address = "http://127.0.0.1:8000/status.json"

  private func read(_ words: [String]) -> CommandLineInterface<FeedOptions>.Request {
    FeedOptions.interface.read(words.map { Array($0.utf8) }, FeedOptions())
  }

  private func options(_ words: [String]) -> FeedOptions? {
    if case .run(let options) = read(words) { options } else { nil }
  }

  @Test func `a plain address is polled every 5 seconds with a timeout of 10`() {
    #expect(options([address]) == FeedOptions(address: address, everySeconds: 5, timeoutSeconds: 10))
  }

  @Test(arguments: [
    ["--every", "0.5", "--timeout", "2", "URL"], ["-e", "0.5", "-t2", "URL"],
    ["URL", "--every=0.5", "--timeout=2"], ["-e.5", "-t", "2.0", "--", "URL"],
  ])
  func `options are read as everywhere on the system`(words: [String]) {
    #expect(
      options(words.map { $0 == "URL" ? address : $0 })
        == FeedOptions(address: address, everySeconds: 0.5, timeoutSeconds: 2))
  }

  @Test(arguments: [
    ([], "URL is missing"),
    (["http://a", "b\u{1B}"], "“b\\u{1B}” is one argument too many"),
    (["--often", "http://a"], "there is no option “--often”"),
    (["--evry", "1", "http://a"], "there is no option “--evry”, did you mean “--every”?"),
    (["http://a", "--every"], "--every needs a value: SECONDS"),
    (["ftp://a"], "“ftp://a” is not an http or https URL"),
    (["status.json"], "“status.json” is not an http or https URL"),
    (["http://"], "“http://” is not an http or https URL"),
    (["http://a:99999"], "“http://a:99999” is not an http or https URL"),
    (["http://a", "-t", "soon"], "--timeout needs seconds from 0.01 to 86400, not “soon”"),
  ])
  func `wrong usage is explained`(words: [String], problem: String) {
    guard case .misuse(let text) = read(words) else {
      Issue.record("taken as right")
      return
    }
    #expect(
      text == "warroom-feed: \(problem)\nusage: warroom-feed [OPTION…] URL\nsee warroom-feed --help\n")
  }

  @Test(arguments: ["", "0", "-1", "1e3", "0x10", "nan", "inf", "1.2.3", "86401", " 1", "0.001"])
  func `an invalid or out-of-range number of seconds is refused`(text: String) {
    #expect(FeedOptions.seconds(text) == nil)
  }

  @Test func `help and version win over the arguments after them`() {
    guard case .show(let help) = read(["--help", "--often"]), case .show(let version) = read(["--version"])
    else {
      Issue.record("neither")
      return
    }
    #expect(help.hasPrefix("usage: warroom-feed [OPTION…] URL\n\nPoll the status of a game server"))
    #expect(help.contains("\n  -e, --every SECONDS    Poll at this interval (5)\n"))
    #expect(version == "warroom-feed 0.1.0\n")
  }
}
