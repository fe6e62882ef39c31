import CGetopt
import Foundation
import TerminalText

extension Invocation {
  /// Reads the command line's words, the program's name left out, with glibc's `getopt_long`.
  ///
  /// getopt works in globals: one thread at a time.
  static func reading(_ words: [String]) -> Invocation {
    let names = unsafe longNames.map { unsafe strdup($0) }
    var arguments: [UnsafeMutablePointer<CChar>?] =
      unsafe (["warroom-feed"] + words).map { unsafe strdup($0) } + [nil]
    let copies = unsafe names + arguments
    defer { unsafe copies.forEach { unsafe free($0) } }
    let forms = [(required_argument, "e"), (required_argument, "t"), (no_argument, "h"), (no_argument, "v")]
    var longs = unsafe zip(names, forms).map { name, form in
      unsafe CGetopt.option(name: name, has_arg: form.0, flag: nil, val: letter(form.1))
    }
    unsafe longs.append(CGetopt.option(name: nil, has_arg: 0, flag: nil, val: 0))

    var options = FeedOptions()
    cgetopt_restart()
    while true {
      // The colon asks for `:` instead of `?` where a value is missing.
      let code = unsafe getopt_long(Int32(words.count + 1), &arguments, ":e:t:h", longs, nil)
      if code == -1 { break }
      let value = unsafe cgetopt_value().map { unsafe String(cString: $0) } ?? ""
      switch code {
      case letter("e"):
        guard let seconds = seconds(value) else { return bad("--every", value) }
        options.everySeconds = seconds
      case letter("t"):
        guard let seconds = seconds(value) else { return bad("--timeout", value) }
        options.timeoutSeconds = seconds
      case letter("h"): return .show(help)
      case letter("v"): return .show("warroom-feed \(version)\n")
      default:
        let place = Int(cgetopt_next()) - 1
        let word =
          unsafe arguments.indices.contains(place) ? arguments[place].map { unsafe String(cString: $0) } : nil
        let what = Quoting.message(word ?? "")
        return wrong(
          code == letter(":") ? "\(what) wants a value" : "the option \(what) cannot be used")
      }
    }
    let operands = unsafe arguments.dropFirst(Int(cgetopt_next())).compactMap {
      unsafe $0.map { unsafe String(cString: $0) }
    }
    guard let address = operands.first else { return wrong("URL is missing") }
    if operands.count > 1 { return wrong("\(Quoting.message(operands[1])) is too much") }
    guard url(address) != nil else {
      return wrong("\(Quoting.message(address)) is no http or https URL")
    }
    options.address = address
    return .poll(options)
  }

  private static let longNames = ["every", "timeout", "help", "version"]

  /// The URL, if it is one that can be polled.
  static func url(_ address: String) -> URL? {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty
    else { return nil }
    return url
  }

  /// Decimal digits with at most one point, within the range; no signs, exponents or hexadecimals.
  static func seconds(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let seconds = Double(text),
      FeedOptions.secondsRange.contains(seconds)
    else { return nil }
    return seconds
  }

  private static func letter(_ text: String) -> Int32 {
    text.unicodeScalars.first.map { Int32($0.value) } ?? 0
  }

  private static func bad(_ option: String, _ value: String) -> Invocation {
    wrong("\(option) wants seconds from 0.01 to 86400, not \(Quoting.message(value))")
  }

  private static func wrong(_ problem: String) -> Invocation {
    .misuse("warroom-feed: \(problem)\n\(usage)\nsee warroom-feed --help\n")
  }
}
