import ProgramTesting
import Testing

@Suite struct CoverageProfileTests {
  @Test func `programs under test count beside the tests, and not in the folder that they run in`() throws {
    #expect(CoverageProfile.variables(of: nil) == [:])
    let expected = "/b/codecov/programs%4m.profraw"
    #expect(
      CoverageProfile.variables(of: "/b/codecov/Swift Testing%m.%p.profraw") == [
        "LLVM_PROFILE_FILE": expected
      ])
    let folder = try TemporaryFolder()
    var program = BuiltProgram("warroom", folder: folder)
    program.environment = CoverageProfile.variables(of: folder.statePath + "/own%p.profraw")
    #expect(
      try program.run(shell: "echo \"$LLVM_PROFILE_FILE\"").output
        == "\(folder.statePath)/programs%4m.profraw\n")
  }
}
