import Glibc
package import Scenarios

/// The process that the program is.
package enum ProcessState {
  /// Prepares the process before the program does anything else.
  ///
  /// Opens those of the descriptors 0 to 2 that are closed on the null device: the next file that is opened would
  /// be one of them otherwise, and what is printed go into it. A file that reaches the largest allowed size, and a
  /// lease that is broken, are errors of a call and no signals that kill.
  package static func prepare() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let opened = unsafe open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
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

  /// Ends as if by a signal that has been dealt with.
  package static func end(afterSignal signal: Int32) -> Never { exit(128 &+ signal) }

  /// The value of an environment variable, if it has one.
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The folders in which a shell finds programs.
  package static var programFolders: [String] {
    (variable("PATH") ?? "").split(separator: ":").map(String.init)
  }

  /// The words that the program was called with, as the system has them, without its own name: a file's name
  /// need not be UTF-8.
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
