import Glibc
import Scenarios

/// Where the program writes to.
struct StandardStream {
  let descriptor: Int32

  static let output = StandardStream(descriptor: 1)
  static let errors = StandardStream(descriptor: 2)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes all bytes. Where standard output takes them no more the program ends: whoever reads a report or
  /// a log must not take a part of it for the whole.
  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let error = PosixFiles.write(bytes, to: descriptor) else { return }
    guard descriptor == Self.output.descriptor else { return }
    Self.errors.write("warroom: standard output: \(unsafe String(cString: strerror(error)))\n")
    exit(ReplayStatus.failure.rawValue)
  }

  func write(_ text: String) { write(Array(text.utf8)) }
}
