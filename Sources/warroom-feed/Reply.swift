import TerminalText

enum FetchOutcome: Equatable {
  case reply(Reply)
  case failure(FetchFailure)
}

struct Reply: Equatable {
  var status: Int
  var etag: String?
  var lastModified: String?
  var retryAfter: String?
  var body: [UInt8] = []
}

/// The reason why there is no complete reply.
enum FetchFailure: Error, Equatable {
  case timedOut(seconds: Double)
  case tooLarge(byteCountMax: Int)
  case truncated(byteCount: Int, expected: Int64)
  case tooManyRedirects(countMax: Int)
  /// A redirect that is not followed: to another scheme, or from https to http.
  case redirectRefused
  /// A failure of the connection, with the library's message.
  case transport(UntrustedText)

  var description: String {
    switch self {
    case .timedOut(let seconds): "no complete answer within \(Delay.text(seconds))"
    case .tooLarge(let byteCountMax): "the answer has more than \(byteCountMax) bytes"
    case .truncated(let count, let expected): "the answer ended after \(count) of \(expected) bytes"
    case .tooManyRedirects(let countMax): "more than \(countMax) redirects"
    case .redirectRefused: "a redirect leads away from HTTP, or from https to http"
    case .transport(let words): TextWidth.truncated("\(words)", to: 200)
    }
  }
}

/// The validators that tell a server which reply was received last.
struct Validators: Equatable {
  var etag: String?
  var lastModified: String?

  /// The maximum length of a validator, since it is sent with every request.
  static let byteCountMax = 1_024

  init() {}

  init(of reply: Reply) {
    etag = reply.etag.flatMap { $0.utf8.count <= Self.byteCountMax ? $0 : nil }
    lastModified = reply.lastModified.flatMap { $0.utf8.count <= Self.byteCountMax ? $0 : nil }
  }
}
