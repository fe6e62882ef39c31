import Glibc

/// The way a process ended.
package enum ProcessEnding: Equatable {
  case code(Int32)
  case signal(Int32)
  /// The process was killed because it hung.
  case hung

  /// Creates the ending that a status of `waitpid` describes.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }

  /// A Boolean value that indicates whether the process ended because it wrote to a pipe that has no reader any more.
  package var isBrokenPipe: Bool { self == .signal(SIGPIPE) }
}
