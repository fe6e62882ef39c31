import ProgramTesting
import Testing

/// The memory of the built program, as the system counts it.
@Suite struct MemoryProcessTests {
  /// What a replay may take at most: twice the setting `memory`, and 64 MB for the program itself.
  private static let megabyte = 1 << 20
  private static let memory = 8 << 20
  private static let bound = 2 * memory + 64 * megabyte

  /// A list of 2.9 MB.
  private static let list = "> set memory \(memory)\n> let l = range(1, 90000)\n"

  static let scenarios: [(name: String, text: String)] = [
    (
      "watches that take each other's place",
      String(repeating: "> repeat 10 { let l = reverse(l); watch w = units where hp > first(l) }\n", count: 3)
    ),
    (
      "constraints that take each other's place",
      String(
        repeating: "> repeat 10 { let l = reverse(l); constraint i first(l) > 0; unconstraint i }\n", count: 3
      )
    ),
    ("jobs", "> repeat 30 { let k = reverse(l); after 1 { print first($k) } }\n"),
  ]

  /// In a process of its own, as the system counts from what the process has that starts another.
  @Test func `a replay takes no more than twice the memory it may, and 64 MB`() async {
    await #expect(processExitsWith: .success) {
      for (name, text) in MemoryProcessTests.scenarios {
        let folder = try TemporaryFolder()
        try folder.write(MemoryProcessTests.list + text, to: "a.scenario")
        let program = BuiltProgram("warroom", folder: folder)
        let (ending, peak) = try program.runMeasured("replay", "a.scenario", "--timeout", "600")
        precondition(ending.status == 1, "\(name): \(ending)")
        precondition(peak < MemoryProcessTests.bound, "\(name): \(peak) bytes")
      }
    }
  }
}
