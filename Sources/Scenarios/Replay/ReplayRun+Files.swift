import CommandLanguage
import TerminalText
import TracePage

extension ReplayRun {
  private static let byteCountMax = 256 << 20

  /// The contents of a file that the run writes.
  private enum Contents: Equatable {
    case report(ReplayOptions.ReportRequest.Kind)
    case timings

    var name: String {
      switch self {
      case .report(.html): "HTML report"
      case .report(let kind): "\(kind.rawValue) report"
      case .timings: "file of times"
      }
    }

    func isKind(of bytes: [UInt8]) -> Bool {
      let beginnings =
        switch self {
        case .report(.tap): ["TAP version "]
        case .report(.junit): ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "]
        case .report(.jsonl): ["{\"type\":\"start\",\"version\":"]
        case .report(.events): [SessionEvent.jsonBeginning]
        case .report(.html): [TracePage.mark]
        case .report(.github): ["::error ", "::warning ", "::notice "]
        case .timings: [RunRecords.timingsTitle]
        }
      return bytes.isEmpty || beginnings.contains { bytes.starts(with: $0.utf8) }
    }
  }

  /// Throws an error if it can be predicted that the files cannot be written at the end of the run. Call it before the
  /// run.
  func checkFiles() throws(RunError) {
    var wanted = options.reports.compactMap { report in report.file.map { ($0, Contents.report(report.kind)) }
    }
    if let path = options.timingsFile { wanted.append((path, .timings)) }
    for (index, (path, contents)) in wanted.enumerated() {
      do throws(FileFailure) {
        _ = try condition(path, contents)
        try files.checkIsWritable(path)
        for (other, _) in wanted[..<index] where try isSame(path, other) {
          throw FileFailure(path, .other("two files of the run would be written here"))
        }
      } catch {
        throw RunError(message: error.description)
      }
    }
  }

  /// Writes the reports, the timings and the failed scenarios. Reports and timings replace only files of their own
  /// kind, or create new ones.
  func write(_ finished: RunCollector.Finished) throws(RunError) {
    do throws(FileFailure) {
      for file in finished.files {
        try files.write(file.bytes, to: file.path, if: try condition(file.path, .report(file.kind)))
      }
      if let path = options.stateFile {
        try files.update(path, byteCountMax: Self.byteCountMax) { old in
          RunRecords.write(
            failed: RunRecords.failed(
              before: RunRecords.failed(in: old), ran: finished.ran, failed: finished.failed))
        }
      }
      if let path = options.timingsFile, system.clock != nil {
        _ = try condition(path, .timings)
        try files.update(path, byteCountMax: Self.byteCountMax) { old in
          var timings = RunRecords.timings(in: old)
          for timing in finished.timings { timings[timing.path] = timing.durationNs }
          return RunRecords.write(timings: timings)
        }
      }
    } catch {
      throw RunError(message: error.description)
    }
  }

  /// Returns the condition for writing a file.
  private func condition(_ path: FilePath, _ contents: Contents) throws(FileFailure) -> WriteCondition {
    try files.condition(path, contents.name, byteCountMax: Self.byteCountMax, isKind: contents.isKind)
  }

  private func isSame(_ a: FilePath, _ b: FilePath) throws(FileFailure) -> Bool {
    let (one, other) = (try? files.stamp(a), try? files.stamp(b))
    if let one, let other { return one.kind == .file && one.identity == other.identity }
    guard one == nil, other == nil else { return false }
    let folders = (try files.stamp(a.folder).identity, try files.stamp(b.folder).identity)
    return folders.0 == folders.1 && a.name == b.name
  }
}
