import CCurl
import Foundation
import ProgramOptions
import TerminalText

/// A sender of requests, one at a time and with a timeout.
@safe final class Fetcher {
  private let timeoutSeconds: Double
  /// curl's transfers, which keep a connection open for the next request.
  private let transfers: UnsafeMutableRawPointer

  /// Creates a fetcher; `nil` only if there is no memory.
  init?(timeoutSeconds: Double) {
    guard let transfers = unsafe curl_multi_init() else { return nil }
    unsafe self.transfers = transfers
    self.timeoutSeconds = timeoutSeconds
  }

  deinit {
    unsafe curl_multi_cleanup(transfers)
  }

  /// Sends a request, follows redirects, and returns the outcome; `nil` if standard output was closed in the meantime.
  func fetch(_ url: URL, _ validators: Validators) -> FetchOutcome? {
    let fields = [
      ("Accept", "application/json"), ("User-Agent", "warroom-feed/\(FeedOptions.interface.version)"),
      ("If-None-Match", validators.etag), ("If-Modified-Since", validators.lastModified),
    ]
    let headers = fields.compactMap { name, value in value.map { "\(name): \($0)" } }
    let end = ContinuousClock().now + .seconds(timeoutSeconds)
    var address = url.absoluteString
    for _ in 0...Download.redirectCountMax {
      guard let transfer = Transfer(address, headers: headers) else {
        return .failure(.transport("no memory"))
      }
      guard let outcome = run(transfer, until: end) else { return nil }
      guard case .reply = outcome, let redirect = transfer.redirect else { return outcome }
      guard Self.follows(redirect, from: address) else { return .failure(.redirectRefused) }
      address = redirect
    }
    return .failure(.tooManyRedirects(countMax: Download.redirectCountMax))
  }

  /// Returns a Boolean value that indicates whether a redirect leads to http or https, and not from https to http.
  private static func follows(_ redirect: String, from address: String) -> Bool {
    let (old, new) = (address.lowercased(), redirect.lowercased())
    return new.hasPrefix("https://") || new.hasPrefix("http://") && !old.hasPrefix("https://")
  }

  /// Returns the outcome of a transfer; `nil` if standard output was closed in the meantime.
  private func run(_ transfer: Transfer, until end: ContinuousClock.Instant) -> FetchOutcome? {
    unsafe curl_multi_add_handle(transfers, transfer.handle)
    defer { unsafe curl_multi_remove_handle(transfers, transfer.handle) }
    while true {
      var runningCount: Int32 = 0
      unsafe curl_multi_perform(transfers, &runningCount)
      if let result = unsafe UInt32(exactly: ccurl_result(transfers)) {
        return transfer.outcome(CURLcode(rawValue: result))
      }
      let left = ContinuousClock().now.duration(to: end)
      if left <= .zero { return .failure(.timedOut(seconds: timeoutSeconds)) }
      // No events are requested for the output, because curl always reports that its reader has closed it.
      var output = curl_waitfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      unsafe curl_multi_poll(transfers, &output, 1, Int32(min(left / .milliseconds(1) + 1, 1e9)), nil)
      if Outlet.isClosed() { return nil }
    }
  }
}
