import Synchronization

/// A file system that records which files are read. A watch thereby learns which files a scenario depends on.
struct NotingFiles: ScenarioFiles {
  let base: any ScenarioFiles
  let notes: Notes

  final class Notes: Sendable {
    private let paths = Mutex<[FilePath]>([])

    static let countMax = 1_000

    func add(_ path: FilePath) {
      paths.withLock { if $0.count < Self.countMax, !$0.contains(path) { $0.append(path) } }
    }

    var all: [FilePath] { paths.withLock { $0 } }
  }

  func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry] { try base.list(folder) }

  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    notes.add(path)
    return try base.read(path, byteCountMax: byteCountMax)
  }

  func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure) {
    try base.write(bytes, to: path, if: condition)
  }

  func checkIsWritable(_ path: FilePath) throws(FileFailure) { try base.checkIsWritable(path) }

  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp { try base.stamp(path) }

  func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles { try base.below(folder) }

  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath { try base.resolve(path) }
}
