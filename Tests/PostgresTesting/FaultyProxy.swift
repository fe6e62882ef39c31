import Glibc
import Synchronization

/// A proxy between clients and a server's socket, which cuts connections at chosen requests.
///
/// A client of the journal sends a complete request and waits for the reply, so the proxy sees the requests of a
/// connection one by one.
public final class FaultyProxy: Sendable {
  /// The point at which the connection is cut.
  public enum Cut: Int, Sendable, CaseIterable {
    /// The server receives nothing of the request.
    case before
    /// The server receives the first half.
    case amid
    /// The server receives the request, and the client loses the connection at once.
    case after
    /// The server replies, but the client does not receive the reply.
    case beforeAnswer
    /// The client receives the reply and then loses the connection.
    case afterAnswer
    /// The server receives the request, but the client gets no reply until its timeout.
    case silence
  }

  private struct Plan {
    var requestsLeft = 0
    var cut: Cut?
    var cutCount = 0
    var isDown = false
    var isDownAfterCut = false
    var isOver = false
  }

  /// The folder with the socket that clients connect to.
  public let folder: String
  private let server: String
  private let listener: Int32
  private let plan = Mutex(Plan())

  public struct Failure: Error {}

  public init(to server: PostgresServer) throws {
    self.server = server.socket
    var template = Array("/tmp/proxy-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let bound = Self.withAddress(folder + "/.s.PGSQL.5432") { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 50) == 0 else { throw Failure() }
    start { $0.accept() }
  }

  deinit {
    unlink(folder + "/.s.PGSQL.5432")
    rmdir(folder)
  }

  /// Stops accepting connections.
  public func end() {
    plan.withLock { $0.isOver = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// The address of a store behind the proxy.
  public func address(store: String) -> String {
    "postgresql://postgres@/postgres?host=\(folder)&store=\(store)&application_name=\(store.suffix(60))"
  }

  /// Cuts the connection at a request, counted from now on; 0 is the next one.
  public func cut(_ cut: Cut, atRequest number: Int) {
    plan.withLock { ($0.cut, $0.requestsLeft) = (cut, number) }
  }

  /// A Boolean value that indicates whether the proxy refuses connections, and ends existing ones at their next
  /// request.
  public var isDown: Bool {
    get { plan.withLock { $0.isDown } }
    set { plan.withLock { $0.isDown = newValue } }
  }

  /// A Boolean value that indicates whether the proxy refuses connections after the next cut.
  public var isDownAfterCut: Bool {
    get { plan.withLock { $0.isDownAfterCut } }
    set { plan.withLock { $0.isDownAfterCut = newValue } }
  }

  /// The number of connections that were cut.
  public var cutCount: Int { plan.withLock { $0.cutCount } }

  /// Returns the cut for the current request; `nil` if it is not to be cut.
  private func nextCut() -> Cut? {
    plan.withLock { plan in
      if plan.isDown {
        plan.cutCount += 1
        return .before
      }
      guard let cut = plan.cut else { return nil }
      if plan.requestsLeft > 0 {
        plan.requestsLeft -= 1
        return nil
      }
      (plan.cut, plan.cutCount) = (nil, plan.cutCount + 1)
      if plan.isDownAfterCut { (plan.isDown, plan.isDownAfterCut) = (true, false) }
      return cut
    }
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      if plan.withLock({ $0.isOver }) {
        close(client)
        close(listener)
        return
      }
      guard client >= 0 else { continue }
      if isDown {
        close(client)
        continue
      }
      start { $0.serve(client) }
    }
  }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer {
      close(client)
      close(server)
    }
    guard Self.withAddress(self.server, { connect(server, $0, $1) }) == 0 else { return }
    var isAnswerCut = false
    var isSilent = false
    while true {
      var states = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      poll(&states, nfds_t(states.count), -1)
      if states[0].revents != 0 {
        guard let request = Self.read(client) else { return }
        if isSilent { continue }
        switch nextCut() {
        case nil: guard Self.write(request, to: server) else { return }
        case .before: return
        case .amid:
          _ = Self.write(request.prefix(request.count / 2), to: server)
          return
        case .after:
          _ = Self.write(request[...], to: server)
          return
        case .beforeAnswer:
          guard Self.write(request, to: server) else { return }
          _ = Self.read(server)
          return
        case .afterAnswer:
          isAnswerCut = true
          guard Self.write(request, to: server) else { return }
        case .silence:
          isSilent = true
          guard Self.write(request, to: server) else { return }
        }
      }
      if states[1].revents != 0 {
        guard let answer = Self.read(server) else { return }
        if isSilent { continue }
        guard Self.write(answer, to: client), !isAnswerCut else { return }
      }
    }
  }

  // MARK: Sockets and threads

  private static func read(_ socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(socket, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  private static func write(_ bytes: some Collection<UInt8>, to socket: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Starts a thread for blocking work.
  private func start(_ body: @escaping @Sendable (FaultyProxy) -> Void) {
    final class Work: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let work = Work { [self] in body(self) }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    pthread_detach(thread)
  }
}
