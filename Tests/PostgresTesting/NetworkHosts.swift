import Glibc

/// Hosts of a test's own on this machine: network namespaces that a bridge connects with each other and with a server.
///
/// They have addresses of no other network, and disappear with the object.
public final class NetworkHosts {
  /// The address of the machine itself, where the server listens.
  public static let address = "10.213.7.1"
  /// The network of all hosts.
  public static let network = "10.213.7.0/24"
  private static let bridge = "autoupdate0"

  /// The reason why there can be no hosts; `nil` if there can be.
  public static let missing: String? = {
    if getuid() != 0 { return "only root makes hosts of a network: their tests are left out" }
    let probe = "au-probe-\(getpid())"
    guard system("ip netns add \(probe) 2>/dev/null && ip netns del \(probe)") == 0 else {
      return "the program “ip” is missing or may not make namespaces: tests of hosts are left out"
    }
    return nil
  }()

  private let names: [String]
  /// Held while the hosts exist: other runs of the tests wait.
  private let lock: Int32

  /// Creates hosts with these names; the first has the address `10.213.7.2`.
  public init(_ names: [String]) throws {
    self.names = names
    lock = open("/tmp/auto-update-hosts.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    flock(lock, LOCK_EX)
    var script = """
      set -e
      ip link add \(Self.bridge) type bridge
      ip addr add \(Self.address)/24 dev \(Self.bridge)
      ip link set \(Self.bridge) up

      """
    for (index, name) in names.enumerated() {
      script += """
        ip netns add au-\(name)
        ip link add au-\(name) type veth peer name host netns au-\(name)
        ip link set au-\(name) master \(Self.bridge) up
        ip -n au-\(name) addr add 10.213.7.\(index + 2)/24 dev host
        ip -n au-\(name) link set host up

        """
    }
    remove()
    guard system(script) == 0 else {
      remove()
      throw PostgresServer.Failure(description: "the hosts cannot be made")
    }
  }

  deinit {
    remove()
    close(lock)
  }

  private func remove() {
    for name in names { system("ip netns del au-\(name) 2>/dev/null; ip link del au-\(name) 2>/dev/null") }
    system("ip link del \(Self.bridge) 2>/dev/null")
  }

  /// Takes a host off the network, without any word to its peers, or puts it back.
  public func set(_ name: String, isConnected: Bool) {
    system("ip link set au-\(name) \(isConnected ? "up" : "down")")
  }

  /// Runs code whose new connections are those of a host.
  public func on<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    let own = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
    let other = open("/run/netns/au-\(name)", O_RDONLY | O_CLOEXEC)
    defer {
      close(own)
      close(other)
    }
    guard own >= 0, other >= 0, setns(other, networkNamespace) == 0 else {
      throw PostgresServer.Failure(description: "the host \(name) cannot be entered")
    }
    defer { _ = setns(own, networkNamespace) }
    return try body()
  }
}

// The module of the C library does not declare it.
@_silgen_name("setns") private func setns(_ descriptor: Int32, _ kind: Int32) -> Int32
private let networkNamespace: Int32 = 0x4000_0000
