import Glibc
import ProcessSessions
import Scenarios
import Synchronization
import Testing

@testable import CommandProgram

/// What the war room's program does with options, exit codes and files: a scenario each, in `Programs`.
@Suite struct ProgramScenarioTests {
  private static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    + "/Programs"

  /// The programs are built beside the running tests.
  private static let built: String = {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(resolved) }
    return String(cString: resolved).split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(
        separator: "/")
  }()

  @Test func `the program does what the scenarios say`() {
    let output = Mutex<[UInt8]>([])
    var options = ReplayOptions()
    options.paths = [FilePath(Self.folder)]
    options.isRestricted = false
    options.timeoutMilliseconds = 300_000
    var system = ReplaySystem { bytes in output.withLock { $0 += bytes } }
    system.clock = { PosixThreads.now() }
    let run = ReplayRun(
      options, host: .processes(programs: [Self.built]), files: PosixFiles(), system: system)
    #expect(run.run() == .success)
    let text = output.withLock { String(decoding: $0, as: UTF8.self) }
    #expect(!text.contains("FAILED") && text.contains(" 3 passed"), "\(text)")
  }
}
