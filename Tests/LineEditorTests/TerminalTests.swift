import Glibc
import LineEditor
import Testing

@Suite struct TerminalTests {
  @Test func `a pipe at either end is not a terminal`() throws {
    let pipe = try #require(Wakeup())
    #expect(!Terminal.isInteractive(input: pipe.descriptor, output: pipe.descriptor))
    #expect(!Terminal.wantsColour(output: pipe.descriptor))

    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    #expect(Terminal.isInteractive(input: terminal, output: terminal))
    #expect(!Terminal.isInteractive(input: pipe.descriptor, output: terminal))
    #expect(!Terminal.isInteractive(input: terminal, output: pipe.descriptor))
  }
}

@Suite struct WakeupTests {
  @Test func `signals from other threads are there until they are cleared`() async throws {
    let wakeup = try #require(Wakeup())
    #expect(wakeup.clear().isEmpty)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { wakeup.signal() } }
    }
    var request = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 0) == 1)
    #expect(wakeup.clear().count == 100)
    #expect(poll(&request, 1, 0) == 0)
  }

  @Test func `a full pipe blocks nothing`() throws {
    let wakeup = try #require(Wakeup())
    for _ in 0..<100_000 { wakeup.signal() }
    #expect(wakeup.clear().count > 0)
  }
}
