#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The commands of earlier sessions, kept in a file that several prompts may share.
///
/// Entries are appended whole and under a lock, so prompts that run at the same time lose none. Whatever
/// is wrong with the file is a remark of one line, and the prompt goes on without.
public struct History {
  /// The location of the entries.
  public let location: HistoryLocation
  /// The number of entries that are kept at least; the file holds at most a quarter more.
  public let limit: Int
  /// The longest entry that is kept, in bytes.
  public static let entryBytesMax = 1 << 16
  /// The number of bytes that are read from a file's end, so that a file filled by another program cannot block the
  /// start.
  static let fileBytesMax = 1 << 23

  /// Asked while another program holds the file; `true` ends the wait.
  var isInterrupted: () -> Bool = { false }
  private var latest: [UInt8] = []
  private var isWritable = true

  /// A history of at most `limit` entries, one at least, kept at a location; nothing is read yet.
  public init(_ location: HistoryLocation, limit: Int = 2_000) {
    self.location = location
    self.limit = max(limit, 1)
  }

  /// No history beyond the session.
  public static var off: History { History(.off) }

  /// Reads the entries, the oldest first, and shortens a file that has grown too long.
  ///
  /// - Returns: at most `limit` entries, and what went wrong if anything did.
  mutating func load() -> (entries: [[UInt8]], remark: String?) {
    if location == .unknown { return ([], "no history: neither HOME nor XDG_STATE_HOME is set") }
    guard let path else { return ([], nil) }
    do throws(HistoryFile.Problem) {
      let text = try HistoryFile(path, forWriting: false).read(bytesMax: Self.fileBytesMax)
      let (entries, isPure) = HistoryText.entries(in: text)
      latest = entries.last ?? []
      // Only entries that this program wrote may be rewritten. A failure to shorten the file does no harm.
      if isPure, entries.count > limit + limit / 4 {
        try? HistoryFile.shorten(path, to: limit, bytesMax: Self.fileBytesMax)
      }
      return (entries.suffix(limit).filter { !$0.contains(0) }, nil)
    } catch {
      // That there is none yet is how every history begins.
      if error.code == ENOENT { return ([], nil) }
      isWritable = false
      return ([], "no history: \(error)")
    }
  }

  /// Keeps one more entry, unless it repeats the one before.
  ///
  /// - Returns: whether it is worth remembering within the session too, and what went wrong, said once.
  mutating func append(_ entry: [UInt8]) -> (isNew: Bool, remark: String?) {
    guard entry != latest, !entry.contains(0) else { return (false, nil) }
    latest = entry
    guard let path, isWritable, entry.count <= Self.entryBytesMax else { return (true, nil) }
    if case .stateFolder = location { HistoryFile.makeFolders(above: path) }
    do throws(HistoryFile.Problem) {
      try HistoryFile.append(HistoryText.encode(entry), to: path, isInterrupted: isInterrupted)
      return (true, nil)
    } catch {
      isWritable = error.isInterruption
      return (true, "history is not kept: \(error)")
    }
  }

  private var path: String? {
    switch location {
    case .off, .unknown: nil
    case .file(let path), .stateFolder(let path): path
    }
  }
}
