import Glibc
import ProgramTesting
import Testing

/// A feed from a program at the war room's prompt.
@Suite struct PromptFeedTests {
  @Test func `an update appears above the half-typed line, and both are right`() throws {
    let pipe = try NamedPipe()
    let terminal = try Program.warroom.start()
    try terminal.enter("feed -- cat \(pipe.path)")
    try terminal.wait(for: "feed: “cat \(pipe.path)” is running\n")
    try terminal.wait(forLine: "> ")
    try terminal.send("spawn hero Artur\u{2}")
    try terminal.wait(forLine: "> spawn hero Artu", "r")
    try pipe.write("{\"phase\":\"matching\",\"opponent\":\"Mordred\"}\n")
    try terminal.wait(for: "~ app/title  no game→matching")
    try terminal.wait(forLine: "> spawn hero Artu", "r")
    try pipe.write("rubbish\n{\"phase\":\"active\",\"opponent\":\"Mordred\"}\n")
    try terminal.wait(for: "warning: feed, line 2: not a JSON object")
    try terminal.wait(for: "~ app/title  matching→active")
    try terminal.wait(forLine: "> spawn hero Artu", "r")
    try terminal.enter("\u{7F}hu")
    try terminal.wait(for: "\n+ map/units 1  🙂 Arthur")
    try terminal.enter("feed off")
    try terminal.wait(for: "is off after 2 updates and 1")
  }

  @Test func `programs are completed behind feed --`() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\n", to: "newsroom")
    try folder.write("#!/bin/sh\n", to: "newsreel")
    let terminal = try Program.warroom.start(environment: ["PATH": folder.path])
    try terminal.send("feed -- news\t\t\t")
    try terminal.wait(for: "list") { $0.text.contains("newsreel") && $0.text.contains("newsroom") }
    try terminal.send("o\t")
    try terminal.wait(forLine: "> feed -- newsroom ")
  }

  @Test func `a closed source is dropped, and no longer read`() throws {
    let terminal = try Program.promptHost.start(environment: ["PROMPT_HOST_CLOSED_SOURCE": "1"])
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "+ units 1  Arthur\n>")
    try terminal.send("quit\r")
    #expect(try terminal.end() == 0)
    #expect(!terminal.screen.text.contains("heard"))
  }

  @Test func `the program ends with the prompt`() throws {
    let pipe = try NamedPipe()
    let terminal = try Program.warroom.start()
    try terminal.enter("feed -- sh -c \"echo pid $$ end >&2; exec cat \(pipe.path)\"")
    try terminal.wait(for: " end\n")
    try terminal.wait(forLine: "> ")
    let words = terminal.screen.text.split { $0 == " " || $0 == "\n" }
    let place = try #require(words.lastIndex(of: "pid"))
    let pid = try #require(pid_t(words[place + 1]))
    #expect(kill(pid, 0) == 0)
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
  }

  @Test func `the program does not outlive a prompt that is killed`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/life"
    mkfifo(path, 0o600)
    // Only the program holds the other end open, so the test notices its end, whoever reaps it.
    let life = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(life) }
    let terminal = try Program.warroom.start()
    try terminal.enter("feed -- sh -c \"exec 3>\(path); trap '' TERM HUP; echo open >&2; exec sleep 1000\"")
    try terminal.wait(for: "feed: open\n")
    terminal.signal(SIGKILL)
    #expect(try terminal.end() == 128 + SIGKILL)
    var request = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 20_000) == 1)
    #expect(request.revents & Int16(POLLHUP) != 0)
  }

  @Test(arguments: [true, false])
  func `programs that the prompt starts in a separate session end with it`(isKilled: Bool) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/life"
    mkfifo(path, 0o600)
    let life = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(life) }
    let terminal = try Program.warroom.start()
    // The shell in between ends at once, so that the sleeping process is no descendant of the program.
    let stray = "exec 3>\(path); trap '' TERM HUP; echo open >&2; exec sleep 1000"
    try terminal.enter("feed -- sh -c \"(setsid sh -c \\\"\(stray)\\\" &); exec 3>&-; exec cat\"")
    try terminal.wait(for: "feed: open\n")
    if isKilled {
      terminal.signal(SIGKILL)
      #expect(try terminal.end() == 128 + SIGKILL)
    } else {
      try terminal.wait(forLine: "> ")
      try terminal.send("quit\r")
      #expect(try terminal.end() == 0)
    }
    var request = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 20_000) == 1)
    #expect(request.revents & Int16(POLLHUP) != 0)
  }
}
