import Synchronization

@testable import Scenarios

/// What a run printed and came to.
struct Ran {
  var output: String
  var errors: String
  var status: ReplayStatus
  var files: MemoryFiles

  subscript(path: String) -> String? { files.text(path) }
}

/// Collects text from any thread.
final class TextBox: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }
  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// Replays files in memory with ``EchoSession``.
func replay(
  _ files: MemoryFiles, host: ReplayHost = .echo, answers: [String] = [],
  _ set: (inout ReplayOptions) -> Void = { _ in }, system change: (inout ReplaySystem) -> Void = { _ in }
) -> Ran {
  let (output, errors) = (TextBox(), TextBox())
  let left = Mutex(answers)
  var system = ReplaySystem { output.append($0) }
  system.errors = { errors.append($0) }
  system.ask = { prompt in
    output.append(Array("\(prompt)\n".utf8))
    return left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
  change(&system)
  var options = ReplayOptions()
  options.paths = ["."]
  set(&options)
  let status = ReplayRun(options, host: host, files: files, system: system).run()
  return Ran(output: output.text, errors: errors.text, status: status, files: files)
}

/// Replays one scenario, in the file `a.scenario`.
func replay(
  _ text: String, host: ReplayHost = .echo, answers: [String] = [],
  _ set: (inout ReplayOptions) -> Void = { _ in }, system change: (inout ReplaySystem) -> Void = { _ in }
) -> Ran {
  replay(MemoryFiles(["a.scenario": text]), host: host, answers: answers, set, system: change)
}
