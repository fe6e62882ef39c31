import Testing

@testable import warroom_feed

// getopt works in globals.
@Suite(.serialized) struct InvocationTests {
  private let address = "http://127.0.0.1:8000/status.json"

  @Test func `an address alone is polled every 5 seconds with 10 for an answer`() {
    var options = FeedOptions()
    options.address = address
    #expect(Invocation.reading([address]) == .poll(options))
    #expect(options.everySeconds == 5)
    #expect(options.timeoutSeconds == 10)
  }

  @Test(arguments: [
    ["--every", "0.5", "--timeout", "2", "URL"], ["-e", "0.5", "-t2", "URL"],
    ["URL", "--every=0.5", "--time=2"], ["-e.5", "-t", "2.0", "--", "URL"],
  ])
  func `options are read as everywhere on the system`(words: [String]) {
    let invocation = Invocation.reading(words.map { $0 == "URL" ? address : $0 })
    #expect(
      invocation == .poll(FeedOptions(address: address, everySeconds: 0.5, timeoutSeconds: 2)))
  }

  @Test(arguments: [
    ([], "URL is missing"),
    (["http://a", "b\u{1B}"], "“b\\u{1B}” is too much"),
    (["--often", "http://a"], "the option “--often” cannot be used"),
    (["http://a", "--every"], "“--every” wants a value"),
    (["ftp://a"], "“ftp://a” is no http or https URL"),
    (["status.json"], "“status.json” is no http or https URL"),
    (["http://"], "“http://” is no http or https URL"),
    (["http://a", "-t", "soon"], "--timeout wants seconds from 0.01 to 86400, not “soon”"),
  ])
  func `wrong usage says what is wrong`(words: [String], problem: String) {
    #expect(
      Invocation.reading(words)
        == .misuse("warroom-feed: \(problem)\n\(Invocation.usage)\nsee warroom-feed --help\n"))
  }

  @Test(arguments: ["", "0", "-1", "1e3", "0x10", "nan", "inf", "1.2.3", "86401", " 1", "0.001"])
  func `what is no number of seconds in its range is refused`(text: String) {
    #expect(Invocation.seconds(text) == nil)
  }

  @Test func `help and version win over what stands behind them`() {
    #expect(Invocation.reading(["--help", "--often"]) == .show(Invocation.help))
    #expect(Invocation.reading(["--version"]) == .show("warroom-feed 0.1.0\n"))
  }
}
