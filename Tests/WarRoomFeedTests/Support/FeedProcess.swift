import Foundation

/// The built executable, running, with deadlines for everything that is expected of it.
final class FeedProcess {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let process = Process()
  private let ended = DispatchSemaphore(value: 0)
  private var output: Lines
  private var errors: Lines

  /// Starts it; nothing is inherited.
  init(_ arguments: [String]) throws {
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "warroom-feed")
    process.arguments = arguments
    process.environment = ["SWIFT_BACKTRACE": "interactive=no"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    let ended = ended
    process.terminationHandler = { _ in ended.signal() }
    self.output = Lines(output)
    self.errors = Lines(errors)
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// The next line of standard output.
  func line() throws -> String {
    guard let line = try output.next() else { throw Failure(description: "its output has ended") }
    return line
  }

  /// The next line of standard error.
  func remark() throws -> String {
    guard let line = try errors.next() else { throw Failure(description: "its errors have ended") }
    return line
  }

  func hasNoMoreRemarks() throws -> Bool { try errors.next() == nil }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// How it ended: its exit code, or 128 and the signal.
  func end() throws -> Int32 {
    guard ended.wait(timeout: .now() + 10) == .success else { throw Failure(description: "it does not end") }
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Nobody reads its output any more.
  func closeOutput() { output.close() }

  /// The lines that come through a pipe.
  struct Lines {
    private let pipe: Pipe
    private var pending: [UInt8] = []

    init(_ pipe: Pipe) { self.pipe = pipe }

    func close() { try? pipe.fileHandleForReading.close() }

    /// Waits for the next line; `nil` at the end.
    mutating func next() throws -> String? {
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      let clock = ContinuousClock()
      let deadline = clock.now + .seconds(10)
      while true {
        if let end = pending.firstIndex(of: 0x0A) {
          defer { pending.removeFirst(end + 1) }
          return String(decoding: pending[..<end], as: UTF8.self)
        }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let left = clock.now.duration(to: deadline) / .milliseconds(1)
        guard left > 0, poll(&request, 1, Int32(left)) > 0 else {
          throw Failure(
            description: "no line came in time after “\(String(decoding: pending, as: UTF8.self))”")
        }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return nil }
        pending += buffer[..<count]
      }
    }
  }
}
