import Glibc
package import Scenarios

/// Functions for the state of this process: its descriptors, environment and arguments, and its end.
package enum ProcessState {
  /// Prepares the process before the program does anything else.
  ///
  /// Opens the null device for closed descriptors from 0 to 2. Otherwise the next opened file would get one of these
  /// numbers, and printed text would be written to it. Standard output is then not writable, so that lost output is an
  /// error. Ignores SIGXFSZ (a file reaches the maximum size) and SIGIO (a lease is broken), so that system calls
  /// return errors instead.
  package static func prepare() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let opened = unsafe open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY)
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGIO, SIG_IGN)
  }

  /// Ends the process at once, without releasing memory.
  package static func end(_ status: ReplayStatus) -> Never { exit(status.rawValue) }

  /// Ends the process with the exit code for a signal that has been handled.
  package static func end(afterSignal signal: Int32) -> Never { exit(128 &+ signal) }

  /// Ends the process as a write to a pipe without a reader does.
  package static func endByBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    end(afterSignal: SIGPIPE)
  }

  /// Returns the value of an environment variable; `nil` if it is not set.
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  package static var programFolders: [String] {
    (variable("PATH") ?? "").split(separator: ":").map(String.init)
  }

  /// The program's arguments as bytes, without its name. A file name need not be UTF-8.
  package static var words: [[UInt8]] {
    let arguments = unsafe UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe arguments.dropFirst().compactMap { word in
      unsafe word.map { word in
        unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    }
  }
}
