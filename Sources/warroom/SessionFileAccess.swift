import CommandLanguage
import Glibc
import Scenarios

/// Reaches files for a session's `run`, `feed`, `save` and `record`.
final class SessionFileAccess: SessionFiles {
  /// Keeps the transcript that `save` writes; only a prompt has one.
  weak var recording: RecordingSession?
  private let files: any ScenarioFiles
  private let isConfined: Bool
  /// The file that grows with the session.
  private(set) var recordingPath: String?
  /// The files that were written here, which may be written again.
  private var ownPaths: Set<String> = []
  /// The paths of what was read, as they were given.
  private var readPaths: [String] = []

  /// The largest file that is read.
  static let byteCountMax = 16 << 20

  /// - Parameter folder: the resolved folder that relative paths are taken from, that no path may lead out
  ///   of, and in which nothing is written; with `nil` every file is reached.
  init(confinedTo folder: String? = nil) {
    files = folder.map { ConfinedFiles(PosixFiles(), folder: $0) } ?? PosixFiles()
    isConfined = folder != nil
  }

  func read(_ path: String) throws -> [UInt8] {
    do {
      let bytes = try files.read(resolved(path), byteCountMax: Self.byteCountMax)
      noteRead(path)
      return bytes
    } catch {
      throw Explanation(Self.message(of: FileFailure(path, error.reason)), argument: 0)
    }
  }

  /// A scenario holds what is said here, so it must not name a place on this machine.
  private static func message(of failure: FileFailure) -> String {
    guard case .outside = failure.reason else { return "\(failure)" }
    return "\(Display.quoted(failure.path)) leads out of the scenario's folder"
  }

  func paths(beginningWith prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let isHiddenWanted = prefix.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: ".")
    let entries = (try? files.list(folder.isEmpty ? "." : resolved(folder))) ?? []
    var paths: [String] = []
    for entry in entries where isHiddenWanted || !entry.name.hasPrefix(".") {
      let path = folder + entry.name
      guard path.utf8.starts(with: prefix.utf8) else { continue }
      let isFolder =
        switch entry.kind {
        case .folder: true
        case .link: (try? files.list(resolved(path))) != nil
        case .file, .other: false
        }
      paths.append(isFolder ? path + "/" : path)
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func save(to path: String) throws {
    if isConfined { throw Explanation("nothing is written from here") }
    guard let recording else { throw Explanation("only a session at the prompt can be saved") }
    let file = resolved(path)
    if !ownPaths.contains(file) { try checkIsFree(file, path) }
    try replace(file, with: recording.transcript)
    ownPaths.insert(file)
    for path in readPaths { warnUnlessBeside(file, path) }
  }

  func record(to path: String?) throws {
    guard let path else {
      guard recordingPath != nil else { throw Explanation("nothing is being recorded") }
      recordingPath = nil
      return
    }
    try save(to: path)
    recordingPath = resolved(path)
  }

  /// Brings the recorded file up to the session; called after every step.
  func keepUp() {
    guard let recording, let path = recordingPath else { return }
    do {
      try replace(path, with: recording.transcript)
    } catch {
      recordingPath = nil
      StandardStream.errors.write("warroom: the recording ends here: \(error)\n")
    }
  }

  /// Throws when the file holds something, which would be lost.
  private func checkIsFree(_ file: String, _ path: String) throws {
    do {
      _ = try files.read(file, byteCountMax: 0)
    } catch {
      guard case .tooLarge = error.reason else { return }
      throw Explanation(
        "\(Display.quoted(path)) is there already", notes: ["remove it, or choose another name"], argument: 0)
    }
  }

  private func noteRead(_ path: String) {
    guard recording != nil, !readPaths.contains(path) else { return }
    readPaths.append(path)
    if let recordingPath { warnUnlessBeside(recordingPath, path) }
  }

  /// Says so when a replay of the scenario will not find a file that was read: it looks for paths from the
  /// scenario's own folder on, and nowhere outside.
  private func warnUnlessBeside(_ scenario: String, _ path: String) {
    let folder = scenario.lastIndex(of: "/").map { String(scenario[...$0]) } ?? ""
    let confined = (try? files.resolve(folder.isEmpty ? "." : folder)).map {
      ConfinedFiles(files, folder: $0)
    }
    if (try? confined?.read(path, byteCountMax: Self.byteCountMax)) != nil { return }
    StandardStream.errors.write(
      "warning: a replay looks for \(Display.quoted(path)) in the scenario's folder, and it is not there\n")
  }

  /// The path with the home folder in the place of a leading “~/”, as a shell has it.
  private func resolved(_ path: String) -> String {
    guard !isConfined, path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  private func replace(_ path: String, with bytes: [UInt8]) throws {
    do {
      try files.replace(path, with: bytes)
    } catch {
      throw Explanation("\(error)", argument: 0)
    }
  }
}
