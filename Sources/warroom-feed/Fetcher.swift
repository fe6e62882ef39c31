import Foundation
import ProgramOptions

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A sender of requests, one at a time and with a timeout.
final class Fetcher {
  private let timeoutSeconds: Double
  private let bell: Bell
  private let download: Download
  private let session: URLSession

  /// Creates a fetcher. Fails only if the process has no descriptor left.
  init?(timeoutSeconds: Double) {
    guard let bell = Bell() else { return nil }
    self.bell = bell
    self.timeoutSeconds = timeoutSeconds
    download = Download(ringing: bell)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// Sends a request and returns its outcome; `nil` if the reader of standard output has ended meanwhile.
  func fetch(_ url: URL, _ validators: Validators) -> FetchOutcome? {
    // The timeout of the whole reply is checked here, since the session's own restarts with each byte.
    var request = URLRequest(url: url, timeoutInterval: timeoutSeconds.rounded(.up) + 1)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("warroom-feed/\(FeedOptions.interface.version)", forHTTPHeaderField: "User-Agent")
    request.setValue(validators.etag, forHTTPHeaderField: "If-None-Match")
    request.setValue(validators.lastModified, forHTTPHeaderField: "If-Modified-Since")
    let task = session.dataTask(with: request)
    // An earlier reply may have arrived after its timeout.
    bell.silence()
    download.begin(task)
    task.resume()
    switch Outlet.wait(seconds: timeoutSeconds, for: bell.reader) {
    case .ready: return download.end()
    case .time:
      // The reply may have arrived at the last moment.
      let outcome = download.end()
      task.cancel()
      return outcome ?? .failure(.timedOut(seconds: timeoutSeconds))
    case .closed:
      task.cancel()
      return nil
    }
  }
}
