import Foundation
import Testing

@testable import warroom_feed

/// The built program with a server on the loopback interface.
@Suite struct PollingTests {
  private func poll(
    _ replies: HTTPServer.Reply..., timeout: Double = 10, _ body: (FeedProcess, HTTPServer) throws -> Void
  ) throws {
    let server = try HTTPServer(replies)
    defer { server.end() }
    let feed = try FeedProcess(["--every", "0.01", "--timeout", "\(timeout)", server.url()])
    try body(feed, server)
    feed.signal(SIGTERM)
    #expect(try feed.end().status == 128 + SIGTERM)
  }

  private let active = HTTPServer.Reply.status(200, [], "{\"phase\": \"active\"}\n")
  private let ended = HTTPServer.Reply.status(200, [], "{\"phase\":\"postMortem\",\"result\":\"win\"}")

  private func expect(remark: String, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let isLine = remark.hasPrefix("warroom-feed: \(what); next try in ") && remark.hasSuffix(" s")
    #expect(isLine, "\(remark)", sourceLocation: sourceLocation)
  }

  private func expect(_ line: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(line == text, sourceLocation: sourceLocation)
  }

  @Test func `each status is one line, and an unchanged one none`() throws {
    try poll(active, active, active, ended) { feed, _ in
      expect(try feed.line(), "{\"phase\":\"active\"}")
      expect(try feed.line(), "{\"phase\":\"postMortem\",\"result\":\"win\"}")
    }
  }

  @Test func `an ETag and a date are sent back, and 304 is nothing new`() throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let first = HTTPServer.Reply.status(
      200, ["ETag: \"v1\"", "Last-Modified: \(date)"], "{\"phase\":\"none\"}")
    try poll(first, .raw(304, ["ETag: \"v1\""]), .raw(304), ended, .raw(304)) { feed, server in
      expect(try feed.line(), "{\"phase\":\"none\"}")
      expect(try feed.line(), "{\"phase\":\"postMortem\",\"result\":\"win\"}")
      let requests = server.requests
      #expect(!requests[0].contains("If-None-Match"))
      for request in requests[1...3] {
        #expect(request.contains("If-None-Match: \"v1\"\r\n"))
        #expect(request.contains("If-Modified-Since: \(date)\r\n"))
      }
      #expect(requests[0].hasPrefix("GET /status HTTP/1.1\r\n"))
    }
  }

  @Test func `an error is one line, and the feed recovers`() throws {
    try poll(.status(500, [], "oh\nno"), .status(503, ["Retry-After: 0"]), active) { feed, _ in
      expect(remark: try feed.remark(), "HTTP status 500")
      expect(remark: try feed.remark(), "HTTP status 503")
      expect(try feed.line(), "{\"phase\":\"active\"}")
    }
  }

  @Test func `an answer that breaks off counts for nothing`() throws {
    let truncated = HTTPServer.Reply.raw(200, ["Content-Length: 50", "ETag: \"t\""], "{\"phase\":\"none\"}")
    let chunked = HTTPServer.Reply.raw(200, ["Transfer-Encoding: chunked"], "10\r\n{\"phase\":\"none\"}\r\n")
    try poll(truncated, chunked, active) { feed, server in
      expect(remark: try feed.remark(), "the answer ended after 16 of 50 bytes")
      let remark = try feed.remark()
      #expect(remark.hasPrefix("warroom-feed: "))
      expect(try feed.line(), "{\"phase\":\"active\"}")
      #expect(!server.requests[1].contains("If-None-Match"))
    }
  }

  @Test func `a reply with too many bytes is dropped, whether it declares its length or not`() throws {
    let rubbish = String(repeating: "x", count: Download.bodyByteCountMax + 1)
    try poll(.status(200, [], rubbish), .raw(200, [], rubbish), active) { feed, _ in
      expect(remark: try feed.remark(), "the answer has more than 65536 bytes")
      expect(remark: try feed.remark(), "the answer has more than 65536 bytes")
      expect(try feed.line(), "{\"phase\":\"active\"}")
    }
  }

  @Test func `an endless reply is stopped at the limit, in its body or in its heads`() throws {
    var body = HTTPServer.Reply.raw(200, [], String(repeating: " ", count: 65_536))
    body.isEndless = true
    var heads = HTTPServer.Reply.raw(100)
    heads.isEndless = true
    try poll(body, heads, active) { feed, server in
      expect(remark: try feed.remark(), "the answer has more than 65536 bytes")
      expect(remark: try feed.remark(), "the answer has more than 65536 bytes")
      expect(try feed.line(), "{\"phase\":\"active\"}")
      // The kernel takes some megabytes that nobody reads.
      #expect(server.sentByteCount < 64 << 20)
    }
  }

  @Test func `a status is reported at once, although the server wants a password or names no target`() throws
  {
    let protected = HTTPServer.Reply.status(401, ["WWW-Authenticate: Basic realm=\"x\""])
    try poll(protected, .status(302), active, timeout: 3_600) { feed, _ in
      expect(remark: try feed.remark(), "HTTP status 401")
      expect(remark: try feed.remark(), "HTTP status 302")
      expect(try feed.line(), "{\"phase\":\"active\"}")
    }
  }

  @Test func `the scheme of the address may be in capitals`() throws {
    let server = try HTTPServer([active])
    defer { server.end() }
    let feed = try FeedProcess(["--every", "0.01", server.url().replacing("http", with: "HTTP")])
    expect(try feed.line(), "{\"phase\":\"active\"}")
  }

  @Test func `an answer as long as the limit is taken`() throws {
    let text = String(repeating: "x", count: Download.bodyByteCountMax - 8)
    try poll(.status(200, [], "{\"a\":\"\(text)\"}")) { feed, _ in
      expect(try feed.line(), "{\"a\":\"\(text)\"}")
    }
  }

  @Test func `a server that stalls is given up, before its head and within its body`() throws {
    var half = HTTPServer.Reply.raw(200, ["Content-Length: 50"], "{\"phase\":")
    half.isStalling = true
    try poll(.silence, half, active, timeout: 1) { feed, _ in
      expect(remark: try feed.remark(), "no complete answer within 1 s")
      expect(remark: try feed.remark(), "no complete answer within 1 s")
      expect(try feed.line(), "{\"phase\":\"active\"}")
    }
  }

  @Test func `an answer that is not a JSON object is an error`() throws {
    try poll(.status(200, ["ETag: \"h\""], "<html>"), .status(200, [], "[1]"), active) { feed, server in
      expect(remark: try feed.remark(), "the answer is not a JSON object: “{” is expected, not “<” (byte 1)")
      expect(remark: try feed.remark(), "the answer is not a JSON object: “{” is expected, not “[” (byte 1)")
      expect(try feed.line(), "{\"phase\":\"active\"}")
      #expect(!server.requests[1].contains("If-None-Match"))
    }
  }

  @Test func `redirects are followed, but not for ever, and not away from HTTP`() throws {
    let around = HTTPServer.Reply.status(302, ["Location: /other"])
    let away = HTTPServer.Reply.status(302, ["Location: file:///etc/passwd"])
    let query = HTTPServer.Reply.status(302, ["Location: ?q"])
    try poll(query, active, away, around, around, around, around, around, around, ended) { feed, server in
      expect(try feed.line(), "{\"phase\":\"active\"}")
      #expect(server.requests[1].hasPrefix("GET /status?q "))
      expect(remark: try feed.remark(), "a redirect leads away from HTTP, or from https to http")
      expect(remark: try feed.remark(), "more than 5 redirects")
      expect(try feed.line(), "{\"phase\":\"postMortem\",\"result\":\"win\"}")
    }
  }

  @Test func `a server that is not there is an error like others`() throws {
    let server = try HTTPServer([])
    defer { server.end() }
    let feed = try FeedProcess(["--every", "0.01", server.url()])
    #expect(try feed.remark().hasPrefix("warroom-feed: "))
    #expect(try feed.remark().hasPrefix("warroom-feed: "))
  }

  @Test func `it ends quietly when its reader has ended, even without new output`() throws {
    let server = try HTTPServer([active])
    defer { server.end() }
    let feed = try FeedProcess(["--every", "3600", server.url()])
    _ = try feed.line()
    feed.closeOutput()
    #expect(try feed.end() == (0, []))
  }

  @Test func `SIGTERM ends it at once while it waits for an answer`() throws {
    let server = try HTTPServer([active, .silence])
    defer { server.end() }
    let feed = try FeedProcess(["--every", "0.01", "--timeout", "3600", server.url()])
    _ = try feed.line()
    feed.signal(SIGTERM)
    #expect(try feed.end().status == 128 + SIGTERM)
  }

  @Test func `wrong usage is exit code 2`() throws {
    let feed = try FeedProcess([])
    #expect(try feed.remark() == "warroom-feed: URL is missing")
    #expect(try feed.end().status == 2)
  }
}
