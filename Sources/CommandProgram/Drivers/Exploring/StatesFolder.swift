import Exploration
import Posix
import Scenarios
import TerminalText

/// A folder with the states of a search. Only one process can use it at a time.
struct StatesFolder: SearchStorage {
  private let folder: FilePath
  private let lock: FolderLock
  let program: String

  var name: String { folder.text }

  /// Opens or creates a folder.
  ///
  /// - Throws: an error if the folder cannot be used, or another process uses it.
  init(_ folder: FilePath) throws {
    try ExploreFiles.prepare(folder)
    self.folder = folder.trimmed
    let held = try FolderLock(self.folder.joined("lock"))
    program = try Self.identity()
    guard let held else { throw ExplorationError("another process uses “\(folder)”") }
    lock = held
  }

  /// Returns a text that identifies the build of the running program.
  private static func identity() throws(FileFailure) -> String {
    let stamp = try PosixFiles().stamp(try PosixFiles().resolve("/proc/self/exe"))
    return "\(stamp.byteCount) bytes of \(stamp.modified)"
  }

  /// The findings of the search, one per line.
  var foundFile: FilePath { Self.foundFile(in: folder) }

  static func foundFile(in folder: FilePath) -> FilePath { folder.joined("found") }

  private var progressFile: FilePath { folder.joined("progress") }

  func load() throws -> [UInt8]? {
    do throws(FileFailure) {
      return try PosixFiles().read(progressFile, byteCountMax: 1 << 36)
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  func save(_ bytes: [UInt8]) throws {
    try PosixFiles().write(bytes, to: progressFile, if: .always)
  }

  func records(_ index: Int, byteCount: Int, keeping count: Int) throws -> any SearchRecords {
    try RecordFile(folder.joined(FilePath("states-\(index)")), byteCount: byteCount, keeping: count)
  }
}

extension RecordFile: SearchRecords {}
