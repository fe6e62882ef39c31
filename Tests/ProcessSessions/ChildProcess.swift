@unsafe @preconcurrency import Glibc

/// A shell that runs one script in a folder, in a process group of its own, with both outputs in one pipe.
struct ChildProcess: ~Copyable {
  private let process: pid_t
  private let pipe: Int32

  enum Ending: Equatable {
    /// The exit code, or 128 and the number of the signal.
    case code(Int32)
    case interrupted
    case tooMuchOutput
  }

  init(_ script: [UInt8], in folder: String, _ environment: [String]) throws(ProcessFailure) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else {
      throw ProcessFailure(action: "make a pipe", number: errno)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (reader, writer) = (ends[0], ends[1])
    defer { close(writer) }
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    // The folder and the script are operands, so that nothing in them is read twice.
    let start = ["sh", "-c", "cd -- \"$0\" && exec /bin/sh -c \"$1\" sh", folder]
    let words = start.map { Array($0.utf8) } + [script]
    do throws(ProcessFailure) {
      process = try Self.spawn(words, environment.map { Array($0.utf8) }, output: writer)
      pipe = reader
    } catch {
      close(reader)
      throw error
    }
  }

  private static func spawn(
    _ words: [[UInt8]], _ environment: [[UInt8]], output: Int32
  ) throws(ProcessFailure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // What this thread blocks or this program ignores is nothing to the commands.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    // Copies that end in NUL and are freed below.
    var arguments = unsafe words.map { unsafe strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var process: pid_t = 0
    let status = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &variables)
    guard status == 0 else { throw ProcessFailure(action: "start a shell", number: status) }
    return process
  }

  /// Reads what is printed until the script has ended; ends it when it is interrupted or prints too much.
  consuming func run(
    into output: inout [UInt8], byteCountMax: Int, isInterrupted: () -> Bool
  ) -> Ending {
    let start = output.count
    var stopped: Ending?
    while stopped == nil {
      let hasEnded = hasEnded
      let isOpen = read(into: &output, upTo: start + byteCountMax)
      if output.count - start > byteCountMax {
        stopped = .tooMuchOutput
      } else if hasEnded {
        break
      } else if isInterrupted() {
        stopped = .interrupted
      } else {
        wait(isOpen: isOpen)
      }
    }
    if output.count - start > byteCountMax { output.removeSubrange((start + byteCountMax)...) }
    let code = end()
    return stopped ?? .code(code)
  }

  private static let waitMilliseconds: Int32 = 20

  /// Until something is printed, or it is time to ask for interruption.
  private func wait(isOpen: Bool) {
    var request = pollfd(fd: isOpen ? pipe : -1, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, Self.waitMilliseconds)
  }

  /// Reads all that is there, or a bit more than `countMax`; `false` once nobody can write any more.
  private func read(into output: inout [UInt8], upTo countMax: Int) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while output.count <= countMax {
      let count = unsafe Glibc.read(pipe, &chunk, chunk.count)
      if count > 0 {
        output += chunk[..<count]
      } else if count == 0 {
        return false
      } else if errno != EINTR {
        return true
      }
    }
    return true
  }

  /// It is not reaped: until then its number means nobody else.
  private var hasEnded: Bool {
    var info = unsafe siginfo_t()
    return unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_signo != 0
  }

  /// Ends what is left of the group, and says how the script ended.
  private func end() -> Int32 {
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    close(pipe)
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
