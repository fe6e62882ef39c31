import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks once at a time, and waits no longer than it was told to.
final class Fetcher {
  /// The most bytes of an answer, which is as much as the war room takes on one line.
  static let bodyByteCountMax = 65_536
  static let redirectCountMax = 5

  private let timeoutSeconds: Double
  private let reader: Int32
  private let writer: Int32
  private let download: Download
  private let session: URLSession

  /// Fails only where the process has no descriptor left.
  init?(timeoutSeconds: Double) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (reader, writer) = (ends[0], ends[1])
    self.timeoutSeconds = timeoutSeconds
    download = Download(rousing: writer)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
  }

  deinit {
    session.invalidateAndCancel()
    close(reader)
    close(writer)
  }

  /// Asks and returns what came of it, or `nil` when meanwhile nobody reads standard output any more.
  func fetch(_ url: URL, _ validators: Validators) -> FetchOutcome? {
    // The deadline for the whole is kept here; the session's own starts anew with each byte.
    var request = URLRequest(url: url, timeoutInterval: timeoutSeconds.rounded(.up) + 1)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("warroom-feed/\(Invocation.version)", forHTTPHeaderField: "User-Agent")
    request.setValue(validators.etag, forHTTPHeaderField: "If-None-Match")
    request.setValue(validators.lastModified, forHTTPHeaderField: "If-Modified-Since")
    let task = session.dataTask(with: request)
    forgetCalls()
    download.begin(task)
    task.resume()
    switch Outlet.wait(seconds: timeoutSeconds, for: reader) {
    case .ready: return download.end()
    case .time:
      // The answer may have come in the very last moment.
      let outcome = download.end()
      task.cancel()
      return outcome ?? .failure(.timedOut(seconds: timeoutSeconds))
    case .closed:
      task.cancel()
      return nil
    }
  }

  /// Takes back the byte of an answer that came when it was no longer waited for, or of the last one.
  private func forgetCalls() {
    var byte: UInt8 = 0
    while read(reader, &byte, 1) > 0 {}
  }
}
