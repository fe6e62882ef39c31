import CCurl
import TerminalText

/// One request and its reply.
///
/// curl passes on each piece of the reply before it reads the next one. So the transfer of a reply that is too large
/// stops at the limit.
@safe final class Transfer {
  let handle: UnsafeMutableRawPointer
  private var download = Download()
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Creates a transfer that has not begun; `nil` only if there is no memory.
  init?(_ address: String, headers texts: [String]) {
    guard let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = handle
    unsafe message.pointee = 0
    for text in texts { unsafe headers = curl_slist_append(headers, text) }
    unsafe ccurl_set_headers(handle, headers)
    unsafe ccurl_set_message_buffer(handle, message)
    unsafe ccurl_set_text(handle, CURLOPT_URL, address)
    // An empty list stands for every encoding that curl can decode.
    unsafe ccurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
    unsafe ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    unsafe ccurl_set_quick_exit(handle)
    unsafe ccurl_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(Download.bodyByteCountMax))
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe ccurl_set_receivers(
      handle,
      { bytes, _, count, context in
        unsafe Transfer.receive(bytes, count, context) { unsafe $0.addHeadLine(Array($1)) }
      },
      { bytes, _, count, context in
        unsafe Transfer.receive(bytes, count, context) { unsafe $0.addBody(Array($1)) }
      },
      context)
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe curl_slist_free_all(headers)
    unsafe message.deallocate()
  }

  /// Returns the number of bytes that were taken. A number other than `count` stops the transfer.
  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ add: (inout Download, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return unsafe add(&transfer.download, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

  /// The address to which the reply redirects; `nil` if it does not.
  var redirect: String? { unsafe ccurl_redirect(handle).map { unsafe String(cString: $0) } }

  /// Returns the outcome of the transfer, which has ended with a result of curl.
  func outcome(_ result: CURLcode) -> FetchOutcome {
    if download.isTooLarge || result == CURLE_FILESIZE_EXCEEDED {
      return .failure(.tooLarge(byteCountMax: Download.bodyByteCountMax))
    }
    if result == CURLE_OK { return .reply(download.reply(status: unsafe ccurl_status(handle))) }
    let (received, declared) = unsafe (ccurl_received_size(handle), ccurl_declared_size(handle))
    if result == CURLE_PARTIAL_FILE, received < declared {
      return .failure(.truncated(byteCount: Int(received), expected: Int64(declared)))
    }
    let detail = unsafe UntrustedText(String(cString: message))
    let summary = unsafe UntrustedText(String(cString: curl_easy_strerror(result)))
    return .failure(.transport(detail.raw.isEmpty ? summary : detail))
  }
}
