import Glibc

/// Where the programs under test write what they covered, when coverage is counted: beside the tests' own file, and
/// never into a folder whose contents a test looks at.
public enum CoverageProfile {
  /// Empty when nothing is counted.
  public static var variables: [String: String] {
    variables(of: getenv("LLVM_PROFILE_FILE").map { String(cString: $0) })
  }

  /// `%4m`: the processes of one program add up in at most four files, however many there are.
  public static func variables(of own: String?) -> [String: String] {
    guard let own else { return [:] }
    let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return ["LLVM_PROFILE_FILE": folder + "/programs%4m.profraw"]
  }
}
