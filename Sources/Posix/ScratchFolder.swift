import Glibc
import Synchronization

/// A folder of the process's own for files that nobody keeps: in memory where the system offers that.
package final class ScratchFolder {
  /// The path of the folder.
  package let path: String
  private let names: [String]

  private static let count = Atomic<Int>(0)

  /// Makes the folder; `nil` if that is not possible.
  ///
  /// - Parameter names: the names of the files that are removed with the folder.
  package init?(removing names: [String]) {
    self.names = names
    var made: String?
    for parent in ["/dev/shm", "/tmp"] where made == nil {
      let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
      let path = "\(parent)/auto-update-\(getpid())-\(number)"
      if unsafe mkdir(path, 0o700) == 0 { made = path }
    }
    guard let made else { return nil }
    path = made
  }

  deinit {
    for name in names { unsafe unlink("\(path)/\(name)") }
    unsafe rmdir(path)
  }
}
