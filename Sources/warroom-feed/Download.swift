import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A delegate that collects a reply on the session's thread, within its limits, and wakes the waiting thread.
final class Download: NSObject, URLSessionDataDelegate, Sendable {
  /// The maximum size of a reply in bytes, which is the longest line that the war room accepts.
  static let bodyByteCountMax = 65_536
  static let redirectCountMax = 5

  private let bell: Bell
  private let state = Mutex(State())

  private struct State {
    /// The task to wait for. Callbacks of other tasks are ignored.
    var task: Int?
    var redirectCount = 0
    var response: HTTPURLResponse?
    var body: [UInt8] = []
    var failure: FetchFailure?
    var outcome: FetchOutcome?
  }

  /// - Parameter bell: rung when a reply is complete or has failed.
  init(ringing bell: Bell) {
    self.bell = bell
  }

  func begin(_ task: URLSessionTask) {
    let identifier = task.taskIdentifier
    state.withLock { $0 = State(task: identifier) }
  }

  /// Returns the outcome if the reply is complete. Further data is ignored.
  func end() -> FetchOutcome? {
    state.withLock { state in
      defer { state = State() }
      return state.outcome
    }
  }

  // MARK: On the session's thread

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let isDowngrade = response.url?.scheme == "https" && request.url?.scheme != "https"
    let isHTTP = ["http", "https"].contains(request.url?.scheme)
    let identifier = task.taskIdentifier
    let failure = state.withLock { state -> FetchFailure? in
      guard state.task == identifier else { return nil }
      state.redirectCount += 1
      if isDowngrade || !isHTTP {
        state.failure = .redirectRefused
      } else if state.redirectCount > Self.redirectCountMax {
        state.failure = .tooManyRedirects(countMax: Self.redirectCountMax)
      }
      return state.failure
    }
    completionHandler(failure == nil ? request : nil)
    if failure != nil { task.cancel() }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let identifier = dataTask.taskIdentifier
    let isWanted = state.withLock { state in
      guard state.task == identifier, state.failure == nil else { return false }
      state.response = response as? HTTPURLResponse
      state.body = []
      if response.expectedContentLength > Int64(Self.bodyByteCountMax) {
        state.failure = .tooLarge(byteCountMax: Self.bodyByteCountMax)
      }
      return state.failure == nil
    }
    completionHandler(isWanted ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let identifier = dataTask.taskIdentifier
    let isTooMuch = state.withLock { state in
      guard state.task == identifier, state.failure == nil else { return false }
      guard state.body.count + data.count <= Self.bodyByteCountMax else {
        state.failure = .tooLarge(byteCountMax: Self.bodyByteCountMax)
        return true
      }
      state.body += data
      return false
    }
    if isTooMuch { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let identifier = task.taskIdentifier
    let isWanted = state.withLock { state in
      guard state.task == identifier, state.outcome == nil else { return false }
      state.outcome = Self.outcome(state, error)
      return true
    }
    guard isWanted else { return }
    bell.ring()
  }

  private static func outcome(_ state: State, _ error: (any Error)?) -> FetchOutcome {
    if let failure = state.failure { return .failure(failure) }
    guard let response = state.response else {
      return .failure(.transport(error?.localizedDescription ?? "no answer"))
    }
    if let error {
      let expected = response.expectedContentLength
      guard expected > Int64(state.body.count) else {
        return .failure(.transport(error.localizedDescription))
      }
      return .failure(.truncated(byteCount: state.body.count, expected: expected))
    }
    return .reply(
      Reply(
        status: response.statusCode,
        etag: response.value(forHTTPHeaderField: "ETag"),
        lastModified: response.value(forHTTPHeaderField: "Last-Modified"),
        retryAfter: response.value(forHTTPHeaderField: "Retry-After"), body: state.body))
  }
}
