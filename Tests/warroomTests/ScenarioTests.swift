import Scenarios
import Synchronization
import Testing

@testable import warroom

/// Every scenario of the package is a test.
@Suite struct ScenarioTests {
  static let folder = Package.root + "/Scenarios"

  static let names: [String] = {
    func below(_ folder: String) -> [String] {
      let entries = ((try? PosixFiles().list(FilePath(folder))) ?? []).sorted { $0.name < $1.name }
      return entries.flatMap { entry in
        entry.kind == .folder ? below("\(folder)/\(entry.name.text)") : ["\(folder)/\(entry.name.text)"]
      }
    }
    return below(folder).filter { $0.hasSuffix(".scenario") }.map {
      String($0.utf8.dropFirst(folder.utf8.count + 1)) ?? $0
    }
  }()

  @Test func `the scenarios are found`() {
    #expect(Self.names.contains("cells/north-star.scenario"))
  }

  @Test(arguments: names)
  func `it prints what it says`(name: String) {
    let (status, report) = replay("\(Self.folder)/\(name)")
    #expect(status == .success, "\(report)")
  }

  private func replay(_ path: String) -> (ReplayStatus, String) {
    let report = Mutex<[UInt8]>([])
    var system = ReplaySystem { bytes in report.withLock { $0 += bytes } }
    system.errors = system.output
    var options = ReplayOptions()
    options.paths = [FilePath(path)]
    options.root = FilePath(Self.folder)
    let status = ReplayRun(options, host: .warRoom, files: PosixFiles(), system: system).run()
    return (status, report.withLock { String(decoding: $0, as: UTF8.self) })
  }
}
