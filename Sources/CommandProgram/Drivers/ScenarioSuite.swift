import Posix
import Scenarios
import Synchronization

/// The scenarios of a folder, as test cases for a world:
///
/// ```swift
/// let suite = ScenarioSuite(board, in: "Scenarios")
///
/// @Test(arguments: suite.names) func `a scenario prints what it expects`(name: String) {
///   if let failure = suite.failure(of: name) {
///     Issue.record(
///       "\(failure.report)",
///       sourceLocation: SourceLocation(
///         fileID: "Scenarios/\(name)", filePath: failure.path, line: failure.line, column: 1))
///   }
/// }
/// ```
///
/// Scenarios run as in `replay`: in fresh sessions, confined to the folder.
public struct ScenarioSuite<World: ProgramWorld>: Sendable {
  private let world: World
  private let folder: FilePath
  /// The paths of the scenarios, relative to the folder, in order. Empty if the folder cannot be read.
  public let names: [String]

  /// Finds the scenarios in a folder and its subfolders.
  public init(_ world: World, in folder: String) {
    self.world = world
    self.folder = FilePath(folder)
    names = Self.scenarios(in: self.folder, "")
  }

  private static func scenarios(in folder: FilePath, _ prefix: String) -> [String] {
    let entries = ((try? PosixFiles().list(folder)) ?? []).sorted { $0.name < $1.name }
    return entries.flatMap { entry in
      let name = prefix + entry.name.text
      switch entry.kind {
      case .folder: return scenarios(in: folder.joined(entry.name), "\(name)/")
      default: return entry.name.isScenario ? [name] : []
      }
    }
  }

  /// A difference between a scenario and its replay.
  public struct Failure: Sendable, Equatable {
    /// The path of the file with the first difference.
    public var path: String
    /// The line of the first difference in that file, from 1.
    public var line: Int
    /// The text that `replay` would print.
    public var report: String
  }

  /// Replays a scenario. Returns `nil` if its output is as expected.
  public func failure(of name: String) -> Failure? {
    let path = folder.joined(FilePath(name))
    let failure = Mutex(Failure(path: path.text, line: 1, report: ""))
    var system = ReplaySystem { bytes in
      failure.withLock { $0.report += String(decoding: bytes, as: UTF8.self) }
    }
    system.errors = system.output
    system.clock = { PosixThreads.now() }
    var options = ReplayOptions()
    options.paths = [path]
    options.root = folder
    let host = world.replayHost(ProgramStreams(program: world.name), hasCoverage: false)
    var run = ReplayRun(options, host: host, files: PosixFiles(), system: system)
    run.onResult = { result in
      guard let location = result.failures.first?.location else { return }
      failure.withLock { ($0.path, $0.line) = (location.path.text, max(1, location.line)) }
    }
    return run.run() == .success ? nil : failure.withLock { $0 }
  }
}
