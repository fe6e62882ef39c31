import Foundation
import Synchronization

/// A server on its own port of the loopback interface. It answers each request with the next of its replies, and
/// repeats the last one.
final class HTTPServer: Sendable {
  struct Reply: Sendable {
    var bytes: [UInt8]
    /// A Boolean value that indicates whether the connection stays open after this reply, without further bytes.
    var isStalling = false
    /// A Boolean value that indicates whether the reply is repeated until the client closes the connection.
    var isEndless = false

    /// Returns a complete reply.
    static func status(_ status: Int, _ headers: [String] = [], _ body: String = "") -> Reply {
      raw(status, headers + ["Content-Length: \(body.utf8.count)"], body)
    }

    /// Returns a reply with exactly these headers.
    static func raw(_ status: Int, _ headers: [String] = [], _ body: String = "") -> Reply {
      let head = (["HTTP/1.1 \(status) Status", "Connection: close"] + headers).joined(separator: "\r\n")
      return Reply(bytes: Array("\(head)\r\n\r\n\(body)".utf8))
    }

    static let silence = Reply(bytes: [], isStalling: true)
  }

  let port: UInt16
  private let listener: Int32
  private let replies: [Reply]
  private let state = Mutex(State())

  private struct State {
    var requests: [String] = []
    /// The number of bytes of endless replies that were sent.
    var sentByteCount = 0
    var stalled: [Int32] = []
    var hasEnded = false
  }

  /// - Parameter replies: if empty, the server has a port but refuses every connection.
  init(_ replies: [Reply]) throws {
    self.replies = replies
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && (replies.isEmpty || listen(listener, 16) == 0)
          && getsockname(listener, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    if !replies.isEmpty { Thread.detachNewThread { [self] in serve() } }
  }

  func url(_ path: String = "/status") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The heads of the requests that were received.
  var requests: [String] { state.withLock { $0.requests } }

  /// The number of bytes of endless replies that were sent.
  var sentByteCount: Int { state.withLock { $0.sentByteCount } }

  /// Stops the server, which its thread then releases.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      for connection in state.stalled { close(connection) }
      state.stalled = []
    }
    // The serving thread closes the socket. Without a thread, it is closed here.
    if replies.isEmpty { close(listener) } else { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  private func serve() {
    while case let connection = accept(listener, nil, nil), connection >= 0 { answer(connection) }
    close(listener)
  }

  private func answer(_ connection: Int32) {
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      head += buffer[..<count]
    }
    let reply = state.withLock { state in
      state.requests.append(String(decoding: head, as: UTF8.self))
      return replies[min(state.requests.count, replies.count) - 1]
    }
    repeat {
      let count = send(connection, reply.bytes, reply.bytes.count, Int32(MSG_NOSIGNAL))
      guard reply.isEndless, count > 0 else { break }
      state.withLock { $0.sentByteCount += count }
    } while true
    let isKept = state.withLock { state in
      guard reply.isStalling, !state.hasEnded else { return false }
      state.stalled.append(connection)
      return true
    }
    if !isKept { close(connection) }
  }
}
