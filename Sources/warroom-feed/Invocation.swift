/// What the command line asks for.
enum Invocation: Equatable {
  case poll(FeedOptions)
  /// A text for standard output.
  case show(String)
  /// A text for standard error; the program exits with 2.
  case misuse(String)
}

/// What to ask, and how patiently.
struct FeedOptions: Equatable {
  var address = ""
  /// How long lies between two requests while all is well.
  var everySeconds = 5.0
  /// How long one request may take in all, redirects and body included.
  var timeoutSeconds = 10.0

  static let secondsRange = 0.01...86_400.0
}

extension Invocation {
  static let version = "0.1.0"

  static let usage = "usage: warroom-feed [OPTION…] URL"

  static let help = """
    \(usage)

    Asks a game server for its status over HTTP, again and again, and prints the JSON object that it
    answers with as one line whenever it has changed. What goes wrong is a line on standard error.

    Options:
      -e, --every SECONDS    Ask this often (5)
      -t, --timeout SECONDS  Give an answer this long (10)
      -h, --help             Show this help and exit
          --version          Show the version and exit

    SECONDS is a number from 0.01 to 86400. An answer may have \(Fetcher.bodyByteCountMax) bytes and come over \
    \(Fetcher.redirectCountMax) redirects.
    Unchanged statuses are asked for with If-None-Match and If-Modified-Since. After an error the next
    request waits longer each time, up to a minute or SECONDS, or as long as Retry-After says, up to five
    minutes.

    It ends when nobody reads its output any more. Exit codes: 0 it ended so, 2 wrong usage.

    """
}
