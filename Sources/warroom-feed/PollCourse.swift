import Foundation
import Values
import TerminalText

/// The state machine of polling. It performs no action and has no clock: given the outcome of a request, it returns the
/// actions to take.
struct PollingState {
  let delay: Delay
  private(set) var validators = Validators()
  /// The number of failed requests since the last successful one.
  private(set) var failureCount = 0
  private var printed: [UInt8]?

  /// The actions to take now.
  struct Step: Equatable {
    /// The line for standard output, without a line ending.
    var line: [UInt8]?
    var remark: String?
    var delaySeconds: Double
  }

  init(everySeconds: Double) {
    delay = Delay(everySeconds: everySeconds)
  }

  /// Returns the actions to take after a request.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the request.
  ///   - now: The time, for a Retry-After that is a date.
  ///   - chance: A random number from 0 up to 1, for the jitter.
  mutating func step(after outcome: FetchOutcome, now: Date, chance: Double) -> Step {
    switch outcome {
    case .failure(let failure):
      return fail(failure.description, retryAfter: nil, now, chance)
    case .reply(let reply):
      switch reply.status {
      case 200: return take(reply, now, chance)
      case 204, 304: return succeed(line: nil)
      default: return fail("HTTP status \(reply.status)", retryAfter: reply.retryAfter, now, chance)
      }
    }
  }

  private mutating func take(_ reply: Reply, _ now: Date, _ chance: Double) -> Step {
    let line: [UInt8]
    do {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let text = reply.body.starts(with: mark) ? Array(reply.body.dropFirst(mark.count)) : reply.body
      line = try JSONObject.compacted(text.span)
    } catch {
      // The server must send an unusable reply again, so its validators are dropped.
      validators = Validators()
      let why = "\(TextWidth.truncated(Escaping.escaped(error.message), to: 200)) (byte \(error.offset + 1))"
      return fail("the answer is not a JSON object: \(why)", retryAfter: reply.retryAfter, now, chance)
    }
    validators = Validators(of: reply)
    defer { printed = line }
    return succeed(line: line == printed ? nil : line)
  }

  private mutating func succeed(line: [UInt8]?) -> Step {
    failureCount = 0
    return Step(line: line, remark: nil, delaySeconds: delay.everySeconds)
  }

  private mutating func fail(_ what: String, retryAfter: String?, _ now: Date, _ chance: Double) -> Step {
    failureCount &+= 1
    let seconds = delay.seconds(
      failureCount: failureCount, retryAfterSeconds: retryAfter.flatMap { Delay.retryAfter($0, now: now) },
      chance: chance)
    return Step(line: nil, remark: "\(what); next try in \(Delay.text(seconds))", delaySeconds: seconds)
  }
}
