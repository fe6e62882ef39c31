import Foundation
import TerminalText
import Testing

@testable import warroom_feed

@Suite struct PollCourseTests {
  private var course = PollingState(everySeconds: 4)
  private let now = Date(timeIntervalSince1970: 784_111_777)

  private mutating func step(
    _ status: Int, _ body: String = "", etag: String? = nil, lastModified: String? = nil,
    retryAfter: String? = nil
  ) -> PollingState.Step {
    let reply = Reply(
      status: status, etag: etag, lastModified: lastModified, retryAfter: retryAfter, body: Array(body.utf8))
    return course.step(after: .reply(reply), now: now, chance: 0)
  }

  private func line(_ text: String?) -> PollingState.Step {
    PollingState.Step(line: text.map { Array($0.utf8) }, delaySeconds: 4)
  }

  @Test mutating func `a status is printed when it has changed, and only then`() {
    #expect(step(200, "{\"a\": 1}") == line("{\"a\":1}"))
    #expect(step(200, "{\"a\":1 }") == line(nil))
    #expect(step(200, "{\"a\":2}") == line("{\"a\":2}"))
    #expect(step(200, "{\"a\":1}") == line("{\"a\":1}"))
  }

  @Test mutating func `the validators of the last answer are sent with the next request`() {
    #expect(course.validators == Validators())
    _ = step(200, "{}", etag: "\"x\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(course.validators.etag == "\"x\"")
    #expect(course.validators.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(step(304) == line(nil))
    #expect(course.validators.etag == "\"x\"")
    _ = step(200, "{}")
    #expect(course.validators == Validators())
  }

  @Test mutating func `an endless ETag is not sent back`() {
    _ = step(200, "{}", etag: String(repeating: "x", count: 1_025))
    #expect(course.validators.etag == nil)
  }

  @Test mutating func `an unusable reply is requested again, not recognised by its validators`() {
    _ = step(200, "{}", etag: "\"x\"")
    #expect(
      step(200, "<html>", etag: "\"y\"").remark
        == "the answer is not a JSON object: “{” is expected, not “<” (byte 1); next try in 8 s")
    #expect(course.validators == Validators())
    #expect(step(200, "{}", etag: "\"z\"") == line(nil))
    #expect(course.validators.etag == "\"z\"")
  }

  @Test mutating func `a byte order mark is not part of the status`() {
    #expect(step(200, "\u{FEFF}{\"a\": 1}") == line("{\"a\":1}"))
  }

  @Test mutating func `failures add up until an answer is good again`() {
    #expect(step(500).remark == "HTTP status 500; next try in 8 s")
    #expect(step(502).delaySeconds == 16)
    let timeout = FetchOutcome.failure(.timedOut(seconds: 0.5))
    #expect(
      course.step(after: timeout, now: now, chance: 0).remark
        == "no complete answer within 0.5 s; next try in 32 s")
    #expect(step(304) == line(nil))
    #expect(step(500).delaySeconds == 8)
  }

  @Test mutating func `an error does not make the same status new`() {
    _ = step(200, "{\"a\":1}", etag: "\"x\"")
    _ = step(503)
    #expect(course.validators.etag == "\"x\"")
    #expect(step(200, "{\"a\":1}") == line(nil))
  }

  @Test(arguments: [429, 503, 404])
  mutating func `Retry-After is obeyed within its cap`(status: Int) {
    #expect(step(status, retryAfter: "100").delaySeconds == 100)
    #expect(step(status, retryAfter: "Sun, 06 Nov 1994 08:51:17 GMT").delaySeconds == 100)
    #expect(step(status, retryAfter: "9999999").delaySeconds == 300)
    #expect(step(status, retryAfter: "rubbish").delaySeconds == 60)
  }

  @Test(arguments: [100, 201, 206, 301, 400, 401, 404, 410, 418])
  mutating func `any other status is an error`(status: Int) {
    #expect(step(status, "{}").line == nil)
    #expect(course.failureCount == 1)
  }

  @Test(arguments: [
    (FetchFailure.tooLarge(byteCountMax: 65_536), "the answer has more than 65536 bytes"),
    (.truncated(byteCount: 7, expected: 50), "the answer ended after 7 of 50 bytes"),
    (.tooManyRedirects(countMax: 5), "more than 5 redirects"),
    (.redirectRefused, "a redirect leads away from HTTP, or from https to http"),
    (.transport("no\nroute"), "no\\nroute"),
  ])
  mutating func `an error is reported in one line`(failure: FetchFailure, text: String) {
    let step = course.step(after: .failure(failure), now: now, chance: 0)
    #expect(step == PollingState.Step(line: nil, remark: text + "; next try in 8 s", delaySeconds: 8))
  }
}
