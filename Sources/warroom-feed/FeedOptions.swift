import Foundation
import ProgramOptions
import TerminalText

/// The address to poll, with the intervals and limits.
struct FeedOptions: Equatable {
  var address = ""
  /// The time between two requests while they succeed.
  var everySeconds = 5.0
  /// The timeout of a request, including redirects and body.
  var timeoutSeconds = 10.0

  static let secondsRange = 0.01...86_400.0

  static let interface: CommandLineInterface<FeedOptions> = {
    var main = Subcommand<FeedOptions>(
      "", "Poll the status of a game server over HTTP, and print each change", operands: "URL",
      operandCount: 1...1,
      options: [
        seconds("every", "e", "Poll at this interval (5)") { $0.everySeconds = $1 },
        seconds("timeout", "t", "Wait this long for an answer (10)") { $0.timeoutSeconds = $1 },
      ]
    ) { options, operands in
      for operand in operands { options.address = String(decoding: operand, as: UTF8.self) }
      return options.url == nil ? "\(Quoting.message(options.address)) is not an http or https URL" : nil
    }
    main.details = """
      Whenever the JSON object in the server's answer changes, it is printed on one line. Errors go to standard
      error.

      SECONDS is a number from 0.01 to 86400. An answer may have at most \(Download.bodyByteCountMax) bytes, after at most \
      \(Download.redirectCountMax) redirects.
      Requests carry If-None-Match and If-Modified-Since, so an unchanged status is not sent again. After each
      error in a row the next request waits longer, up to a minute or SECONDS, or as long as Retry-After says,
      up to five minutes.

      It ends when its output is closed. Exit codes: 0 the output was closed, 2 wrong usage.
      """
    return CommandLineInterface(program: "warroom-feed", version: "0.1.0", main: main)
  }()

  private static func seconds(
    _ long: String, _ short: Unicode.Scalar, _ help: String,
    _ set: @escaping @Sendable (inout FeedOptions, Double) -> Void
  ) -> ProgramOption<FeedOptions> {
    .value(long, short, "SECONDS", help) { options, text in
      guard let seconds = seconds(text) else { return "seconds from 0.01 to 86400" }
      set(&options, seconds)
      return nil
    }
  }

  var url: URL? {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty,
      (1...65_535).contains(url.port ?? 80)
    else { return nil }
    return url
  }

  /// Returns the number that a text of digits, with at most one decimal point, contains; `nil` for any other text, or
  /// if the number is out of range.
  static func seconds(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let seconds = Double(text),
      secondsRange.contains(seconds)
    else { return nil }
    return seconds
  }
}
