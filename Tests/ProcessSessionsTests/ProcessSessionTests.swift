import CommandLanguage
import Glibc
import ProcessSessions
import Scenarios
import Testing

@Suite struct ProcessSessionTests {
  private let session: ProcessSession

  init() throws { session = try ProcessSession() }

  private func run(_ command: String) -> String {
    let ran = session.run(command)
    #expect((ran.outcome == .done) != (ran.output.contains("exit ") || ran.output.contains("error: ")))
    return ran.output
  }

  @Test func `both outputs come in their order, an exit code is a line of its own`() {
    #expect(run("echo a; echo b >&2; echo c") == "a\nb\nc\n")
    #expect(run("printf a; exit 3") == "a\nexit 3\n")
    #expect(run("kill -9 $$") == "exit 137\n")
    #expect(run("nonesuch 2>/dev/null") == "exit 127\n")
  }

  @Test func `files stay from one command to the next, the shell does not`() {
    #expect(run("x=1; mkdir d; cd d; echo $x > f") == "")
    #expect(run("echo \"<$x>\"; cat d/f") == "<>\n1\n")
  }

  @Test func `the folder's path is shown as home, and little is inherited`() {
    setenv("PROCESS_SESSION_SECRET", "1", 1)
    #expect(
      run("pwd; echo $HOME/a; cd \"$HOME\"; ls -A; echo \"<$PROCESS_SESSION_SECRET>\"; cat") == "~\n~/a\n<>\n"
    )
  }

  @Test func `a command is one shell's text, whatever it holds`() throws {
    #expect(run("echo 'a\nb' \"$0\" \\' | cat") == "a\nb sh '\n")
    #expect(run("printf '\\377'").utf8.elementsEqual("\u{FFFD}\n".utf8))
    #expect(session.run("echo a\0b").output == "error: a command cannot hold a NUL byte\n")
  }

  @Test func `an interrupted command ends with all that it started`() {
    var looks = 0
    session.isInterrupted = {
      looks += 1
      return looks > 3
    }
    #expect(run("sh -c 'echo $$ > pid; echo up; exec sleep 1000' & wait") == "up\nerror: interrupted\n")
    session.isInterrupted = { false }
    #expect(run("until ! kill -0 $(cat pid) 2>/dev/null; do :; done; echo gone") == "gone\n")
  }

  @Test func `processes that a command leaves behind end with it, and block nothing`() {
    #expect(run("sleep 1000 & echo $! > pid; echo started") == "started\n")
    #expect(run("until ! kill -0 $(cat pid) 2>/dev/null; do :; done; echo gone") == "gone\n")
  }

  @Test func `a flood is cut`() {
    let output = run("yes")
    #expect(output.hasSuffix("y\nerror: more than \(ProcessSession.outputByteCountMax) bytes of output\n"))
    #expect(output.utf8.count < ProcessSession.outputByteCountMax + 100)
  }

  @Test func `the folder goes with the session`() throws {
    var session: ProcessSession? = try ProcessSession()
    let output = session?.run("mkdir -p a/b; echo 1 > a/b/c; chmod 0 a/b a; cd ..; echo $PWD; pwd | wc -c")
      .output
    let path = try #require(output?.split(separator: "\n").first.map(String.init))
    #expect(access(path, F_OK) == 0)
    session = nil
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a confined replay starts no programs`() {
    let request = SessionRequest(path: "a.scenario", folder: ".", seed: nil, isRestricted: true) {
      () throws(FileFailure) in throw FileFailure(".", .missing)
    }
    #expect {
      try ReplayHost.processes().makeSession(request)
    } throws: {
      "\($0)" == "a confined replay starts no programs"
    }
  }
}
