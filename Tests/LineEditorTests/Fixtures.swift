import Glibc
import ProgramTesting

extension String {
  /// Returns the number of occurrences of `part`.
  func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}

/// A named pipe, through which a test sends statuses to a program.
final class NamedPipe {
  private let folder = try? TemporaryFolder()
  let path: String
  private let descriptor: Int32

  init() throws {
    path = "\(folder?.path ?? "")/feed"
    mkfifo(path, 0o600)
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw PseudoTerminal.Failure(description: "no named pipe") }
  }

  deinit {
    close(descriptor)
  }

  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw PseudoTerminal.Failure(description: "the pipe is full")
    }
  }
}
