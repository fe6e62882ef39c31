import CSpawn
import Glibc
package import Scenarios
import TerminalText

/// Forked copies of this process that replay scenarios.
///
/// A copy starts with the memory of this process, so it starts faster than a new program. Only a process with a single
/// thread may be copied, because locks that other threads hold would stay locked in the copy.
package struct ForkedWorkers: ReplayWorkers {
  package init() {}

  package func makeNumbers(count: Int) -> (any SharedNumbers)? { SharedMemory(count: count) }

  package func start(_ work: @escaping @Sendable (_ send: ([UInt8]) -> Void) -> Void) -> (any ReplayWorker)? {
    guard let results = PosixPipe() else { return nil }
    guard let errors = PosixPipe() else {
      results.close()
      return nil
    }
    // Otherwise the copy would also write the buffered output.
    fflush(nil)
    var process = pid_t()
    guard unsafe cspawn_copy(&process) == 0 else {
      results.close()
      errors.close()
      return nil
    }
    if process == 0 {
      // A worker must not read keys.
      let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      dup2(null, 0)
      dup2(errors.writer, 2)
      work { _ = SystemCalls.write($0, to: results.writer) }
      ProcessState.end(.success)
    }
    close(results.writer)
    close(errors.writer)
    return ForkedWorker(process, results: results.reader, errors: errors.reader)
  }

  package func wait(for workers: [any ReplayWorker], milliseconds: Int32) {
    var requests = workers.compactMap { $0 as? ForkedWorker }.flatMap(\.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard unsafe poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return }
    // Verdicts are read in batches, because small scenarios end in quick succession. The end of a worker is detected
    // at once.
    for index in requests.indices { requests[index].events = 0 }
    _ = unsafe poll(&requests, nfds_t(requests.count), Self.batchMilliseconds)
  }

  private static let batchMilliseconds: Int32 = 2
}

/// A handle with which this process controls a copy.
private final class ForkedWorker: ReplayWorker {
  private let process: pid_t
  private var results: Int32
  private var errors: Int32
  private var isReaped = false
  /// The memory into which a pipe is read. It is reused because clearing new memory would take longer than most reads.
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(_ process: pid_t, results: Int32, errors: Int32) {
    self.process = process
    self.results = results
    self.errors = errors
  }

  deinit {
    kill()
    _ = reap(waiting: true)
    for descriptor in descriptors { close(descriptor) }
  }

  var descriptors: [Int32] { [results, errors].filter { $0 >= 0 } }

  func interrupt() { signal(SIGINT) }
  func kill() { signal(SIGKILL) }

  /// Sends a signal. The process number is not reused before the process is reaped.
  private func signal(_ number: Int32) {
    if !isReaped { Glibc.kill(process, number) }
  }

  func receive() -> WorkerOutput {
    var news = WorkerOutput()
    // Checked first: once the worker has ended, everything that it sent can be read, even if another process holds the
    // pipe open.
    news.ending = reap(waiting: false)
    read(&errors, into: &news.errors)
    read(&results, into: &news.sent)
    if news.ending == nil, results < 0 {
      news.ending = reap(waiting: true)
      read(&errors, into: &news.errors)
    }
    return news
  }

  private func reap(waiting: Bool) -> WorkerEnding? {
    guard !isReaped else { return nil }
    var status: Int32 = 0
    var result = pid_t()
    repeat {
      result = unsafe waitpid(process, &status, waiting ? 0 : WNOHANG)
    } while result < 0 && errno == EINTR
    guard result == process else { return nil }
    isReaped = true
    switch ProcessEnding(status: status) {
    case .code(let code): return .code(code)
    case .signal(let signal): return .signal(name: WorkerProcess.name(ofSignal: signal))
    case .hung: return nil
    }
  }

  /// Reads all available bytes, and closes a pipe whose writer has ended.
  private func read(_ descriptor: inout Int32, into bytes: inout [UInt8]) {
    guard descriptor >= 0 else { return }
    let size = chunk.count
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, size)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 || errno != EINTR {
        if count == 0 || errno != EAGAIN {
          close(descriptor)
          descriptor = -1
        }
        return
      }
    }
  }
}
