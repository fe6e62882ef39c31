import Glibc
import ProcessSessions
import Scenarios
import Synchronization
import Testing

@testable import CommandProgram
@testable import Posix

/// What programs do with options, exit codes and files: a scenario each, in `Programs`. That of the war room is the whole
/// program over a game, the toy over a world that brings little more than its commands, and no prompt.
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

  @Test func `the program does what the scenarios expect`() throws {
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
    let count = try PosixFiles().list(FilePath(Self.folder)).count
    #expect(!text.contains("FAILED") && text.contains(" \(count) passed"), "\(text)")
  }
}
