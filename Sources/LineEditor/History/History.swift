import Glibc

/// The commands of earlier sessions, kept in a file that several prompts may share.
///
/// Entries are appended as a whole and under a lock, so that none is lost if several prompts run. A problem with the
/// file is reported in one line, and the prompt continues without a history.
public struct History {
  /// The location of the entries.
  public let location: HistoryLocation
  /// The number of entries to keep. A file with more than a quarter above this number is shortened when it is read.
  public let limit: Int
  /// The maximum size of an entry, in bytes. Longer entries are not saved.
  public static let entryBytesMax = 1 << 16
  /// The number of bytes that are read from the end of the file. The limit keeps a huge file from delaying the start.
  static let fileBytesMax = 1 << 23

  /// Returns whether to stop waiting for another program that has locked the file.
  var isInterrupted: () -> Bool = { false }
  private var latest: [UInt8] = []
  private var isWritable = true

  /// Creates a history of at most `limit` entries, but at least one. The entries are not read yet.
  public init(_ location: HistoryLocation, limit: Int = 2_000) {
    self.location = location
    self.limit = max(limit, 1)
  }

  /// A history that is not kept after the session.
  public static var off: History { History(.off) }

  /// Reads the entries, oldest first, and shortens a file that has grown too long.
  ///
  /// - Returns: at most `limit` entries, and a remark if something failed.
  mutating func load() -> (entries: [[UInt8]], remark: String?) {
    if location == .unknown { return ([], "no history: neither HOME nor XDG_STATE_HOME is an absolute path") }
    guard let path else { return ([], nil) }
    do throws(HistoryFile.Problem) {
      let text = try HistoryFile(path, forWriting: false).read(bytesMax: Self.fileBytesMax)
      let (entries, isPure) = HistoryText.entries(in: text)
      latest = entries.last ?? []
      // A file with other contents is not rewritten. A failure to shorten the file does no harm.
      if isPure, entries.count > limit + limit / 4 {
        try? HistoryFile.shorten(path, to: limit, bytesMax: Self.fileBytesMax)
      }
      return (entries.suffix(limit).filter { !$0.contains(0) }, nil)
    } catch {
      // A missing file is normal at the beginning of a history.
      if error.code == ENOENT { return ([], nil) }
      isWritable = false
      return ([], "no history: \(error)")
    }
  }

  /// Appends an entry, unless it equals the previous entry.
  ///
  /// - Returns: whether to add it to the history of the session too, and a remark if something failed for the first
  ///   time.
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
      return (true, "the history is not saved: \(error)")
    }
  }

  private var path: String? {
    switch location {
    case .off, .unknown: nil
    case .file(let path), .stateFolder(let path): path
    }
  }
}

/// The location of a program's history: none, a file that the user chose, or the file that the XDG base directory
/// specification defines.
public enum HistoryLocation: Sendable, Equatable {
  /// No history is kept.
  case off
  /// A file that the user chose. Its folder must exist.
  case file(String)
  /// The default file. Its folders are created if they are missing.
  case stateFolder(String)
  /// The default file cannot be determined, since the home folder is unknown.
  case unknown

  /// Returns the location given by `PROGRAM_HISTORY` (a path, or `off`), `XDG_STATE_HOME` or `HOME`, in this order.
  ///
  /// - Parameters:
  ///   - program: the program's name. The folder has this name. The variable's name begins with it, in capitals and
  ///     with `_` for other characters.
  ///   - environment: returns the value of a variable.
  public static func standard(
    program: String, environment: (String) -> String? = Terminal.environment
  ) -> HistoryLocation {
    if let named = environment(variable(of: program)), !named.isEmpty {
      // People use `/dev/null` to switch off the history of other programs.
      return named == "off" || named == "/dev/null" ? .off : .file(named)
    }
    // The specification requires that a relative path be ignored. The same applies to `HOME`, because the history would
    // otherwise depend on the working folder.
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return .stateFolder("\(state)/\(program)/history")
    }
    if let home = environment("HOME"), home.hasPrefix("/") {
      return .stateFolder("\(home)/.local/state/\(program)/history")
    }
    return .unknown
  }

  /// Returns the name of the variable for a program, such as `WARROOM_HISTORY`.
  static func variable(of program: String) -> String {
    String(program.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }) + "_HISTORY"
  }
}
