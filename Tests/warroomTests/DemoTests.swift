import Scenarios
import Testing

@testable import CommandProgram
@testable import warroom

/// What the prompt teaches is a scenario, so a replay shows that it is true.
@Suite struct DemoTests {
  @Test func `the lesson of the program and the scenario that is replayed are the same bytes`() throws {
    let path = FilePath("\(Package.root)/Scenarios/warroom/demo.scenario")
    #expect(try PosixFiles().read(path, byteCountMax: 1 << 20) == Array(demo.utf8))
  }
}
