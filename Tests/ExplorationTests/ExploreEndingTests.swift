import CommandLanguage
import Exploration
import ProgramTesting
import Scenarios
import Simulator
import Testing

@testable import CommandProgram
@testable import Posix

/// The exit codes of `explore` as a program, and what it refuses.
@Suite(.serialized) struct ExploreEndingTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram("broken-program", folder: folder)
  }

  @Test func `a question that was answered ends well, even if a line hung before`() throws {
    let ending = try program.run(
      "explore", "--reach", "any counts where note == \"two\"", "--commands", "sleep stale", "--line-time",
      "1")
    #expect(ending.status == 0, "\(ending)")
    #expect(ending.output.contains("does not end") && ending.output.contains("\n> stale two\n"), "\(ending)")
  }

  @Test(arguments: [
    (["merge", "found", "--steps", "3"], "--steps cannot be used with “merge”"),
    (["merge", "found", "--exhaustive"], "--exhaustive cannot be used with “merge”"),
    (["merge", "found", "--reach", "true"], "--reach cannot be used with “merge”"),
    (["--reach", "tick > 1", "--checks", "none"], "--checks cannot be used with --reach"),
    (["--never", "tick > 1", "--findings", "3"], "--findings cannot be used with --never"),
  ])
  func `options without an effect are refused`(arguments: [String], message: String) throws {
    let ending = try program.run(["explore"] + arguments)
    #expect(ending.status == 2 && ending.errors.hasPrefix("broken-program: \(message)\n"), "\(ending)")
  }

  @Test func `objects that are not interchangeable end a search with exit code 2`() throws {
    let ending = try program.run(
      "explore", "--exhaustive", "--symmetry", "lamp", "--commands", "light", "--checks", "none")
    #expect(
      ending.status == 2 && ending.errors.contains("“lamp” are not interchangeable: after"), "\(ending)")
  }

  @Test func `the commands of a finding that cannot be written are not lost`() throws {
    var settings = ProgramSettings()
    settings.explore.out = FilePath(folder["gone"])
    let files = ExploreFiles(settings: settings, streams: ProgramStreams(program: "broken-program"))
    let world = try World("small", Item.schema) { Command("rest", "Do nothing") { _ in } }.exploredInTest()
    let found = FoundFault(
      fault: Fault(.invariant, "few", "it is broken"), lines: ["rest", "add item A"], seed: 1, stepCount: 0)
    let written = files.write(found, world, ExploreText(options: ExplorationOptions(), usesColour: false))
    #expect(files.hasFailed)
    #expect(
      written.message.hasSuffix("; it was not written, its commands are: rest; add item A"), "\(written)")
    #expect(!WorkerProcess.append([65], to: FilePath(folder["gone/list"])))
    #expect(!WorkerProcess.append([65], to: "/dev/full"))
  }
}
