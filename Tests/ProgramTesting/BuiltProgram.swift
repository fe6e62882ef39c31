public import Glibc

/// A program that is built beside the tests, as a person or a build service runs it.
public struct BuiltProgram {
  public let name: String
  public let folder: TemporaryFolder
  /// Added to what every run has: a state folder of the test's own, and no `CI`.
  public var environment: [String: String] = [:]

  /// - Parameter folder: where it runs.
  public init(_ name: String, folder: TemporaryFolder) {
    self.name = name
    self.folder = folder
  }

  public struct Ending: Equatable {
    /// The exit code, or 128 and the number of the signal that ended it.
    public var status: Int32
    public var output: String
    public var errors: String

    public init(status: Int32, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  public enum Failure: Error { case notStarted(Int32) }

  /// Runs the program in the folder, to its end.
  public func run(_ arguments: String..., input: String = "") throws -> Ending {
    try run(arguments, input: input)
  }

  public func run(_ arguments: [String], input: String = "") throws -> Ending {
    try run(command: [path] + arguments, input: input)
  }

  /// Runs a shell's script, in which `$0` is the program.
  public func run(shell script: String, input: String = "") throws -> Ending {
    try run(command: ["/bin/sh", "-c", script, path], input: input)
  }

  /// Runs the program to its end, and returns the most memory that it had, in bytes.
  ///
  /// The system counts from what the process had that starts it: call it from a small one.
  public func runMeasured(_ arguments: String...) throws -> (ending: Ending, peakByteCount: Int) {
    let scratch = try TemporaryFolder()
    try scratch.write("", to: "input")
    let process = try start(
      arguments, input: scratch["input"], output: scratch["output"], errors: scratch["errors"])
    var usage = rusage()
    let status = Self.wait(for: process, &usage)
    let ending = Ending(
      status: status, output: try scratch.text(of: "output"), errors: try scratch.text(of: "errors"))
    return (ending, usage.ru_maxrss * 1_024)
  }

  private func run(command: [String], input: String) throws -> Ending {
    let scratch = try TemporaryFolder()
    try scratch.write(input, to: "input")
    let process = try start(
      command: command, input: scratch["input"], output: scratch["output"], errors: scratch["errors"])
    return Ending(
      status: Self.wait(for: process), output: try scratch.text(of: "output"),
      errors: try scratch.text(of: "errors"))
  }

  /// Starts the program; what it writes goes to files.
  public func start(_ arguments: [String], input: String, output: String, errors: String) throws -> pid_t {
    try start(command: [path] + arguments, input: input, output: output, errors: errors)
  }

  private func start(
    command: [String], input: String, output: String, errors: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    // The thread of a test blocks signals, and what it starts would too.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let inFolder = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path]
    let own = ["XDG_STATE_HOME": folder.statePath, "PATH": "/usr/bin:/bin"]
    let variables = own.merging(CoverageProfile.variables) { $1 }.merging(environment) { $1 }.map {
      "\($0)=\($1)"
    }
    var words: [UnsafeMutablePointer<CChar>?] = (inFolder + command).map { strdup($0) } + [nil]
    var pairs: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for copy in words + pairs { free(copy) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &pairs)
    guard status == 0 else { throw Failure.notStarted(status) }
    return process
  }

  public static func wait(for process: pid_t) -> Int32 {
    var usage = rusage()
    return wait(for: process, &usage)
  }

  private static func wait(for process: pid_t, _ usage: inout rusage) -> Int32 {
    var status: Int32 = 0
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Beside the running test executable.
  public var path: String {
    guard let resolved = realpath("/proc/self/exe", nil) else { return name }
    defer { free(resolved) }
    let parts = String(cString: resolved).split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/") + "/" + name
  }
}
