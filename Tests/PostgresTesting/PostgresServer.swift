import Glibc
import Synchronization

/// A PostgreSQL server for a test, with its data and Unix socket in a temporary folder. It uses Debian's programs.
///
/// It needs no root. As the server refuses to run as root, it runs as `nobody` in that case. It ends with the process
/// of the tests, however that ends.
public final class PostgresServer: Sendable {
  /// The folder with the socket and the data.
  public let folder: String
  private let programs: String
  private let guardian: Mutex<(process: pid_t, input: Int32)>

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The reason why there is no server; `nil` if its programs are installed.
  public static var missing: String? {
    programFolder == nil
      ? "PostgreSQL's programs are not installed: tests that need a server are left out" : nil
  }

  /// A server for all tests that only need a database; `nil` if its programs are missing.
  public static let shared: PostgresServer? = {
    if let missing {
      print(missing)
      return nil
    }
    return try? PostgresServer()
  }()

  /// The folder of the programs of the newest version.
  private static var programFolder: String? {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("/usr/lib/postgresql/*/bin/postgres", 0, nil, &found) == 0 else { return nil }
    let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    return paths.last.map { String($0.dropLast("/postgres".utf8.count)) }
  }

  /// Creates and starts a server.
  ///
  /// - Parameters:
  ///   - settings: lines of the server's configuration.
  ///   - network: the network whose hosts may connect, besides the socket; `nil` for none.
  public init(settings: String = "", network: String? = nil) throws {
    guard let programs = Self.programFolder else { throw Failure(description: "no server is installed") }
    self.programs = programs
    var template = Array("/tmp/postgres-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "no folder can be made") }
    folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    guardian = Mutex((0, -1))
    if getuid() == 0 { chown(folder, 65_534, 65_534) }
    // Without syncs, as a killed server loses nothing that the system has received.
    let configuration = """
      listen_addresses = ''
      unix_socket_directories = '\(folder)'
      fsync = off
      max_connections = 60
      shared_buffers = 16MB
      autovacuum = off
      log_min_messages = fatal
      restart_after_crash = on
      \(settings)
      """
    _ = try shell(
      """
      cd '\(folder)' && \(Self.asUser) '\(programs)/initdb' -D data -A trust -U postgres --no-locale -E UTF8 --no-sync \
      >init.log 2>&1 && cat >>data/postgresql.conf <<'END'
      \(configuration)
      END
      echo '\(network.map { "host all all \($0) trust" } ?? "")' >>data/pg_hba.conf
      """)
    try start()
  }

  deinit {
    stop()
    _ = try? shell("rm -rf '\(folder)'")
  }

  private static var asUser: String {
    getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
  }

  /// Returns the address of a store in one of the server's databases.
  public func address(store: String, database: String = "postgres", user: String = "postgres") -> String {
    "postgresql://\(user)@/\(database)?host=\(folder)&store=\(store)&application_name=\(store.suffix(60))"
  }

  /// Closes all connections of a store.
  public func endConnections(of store: String) throws {
    try sql(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = '\(store.suffix(60))'"
    )
  }

  /// The path of the socket.
  public var socket: String { folder + "/.s.PGSQL.5432" }

  /// Starts the server and waits until it accepts connections.
  public func start() throws {
    // The shell ends the server at the end of its input, also when the tests are killed.
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let script = """
      exec 3<&0; cd '\(folder)'; rm -f data/postmaster.pid
      \(Self.asUser) '\(programs)/postgres' -D data >>server.log 2>&1 </dev/null 3<&- & server=$!
      { read line <&3; trap '' TERM; kill -QUIT $server; sleep 1; rm -rf '\(folder)'; } 2>/dev/null & wait $server; kill $! 2>/dev/null
      """
    let process = try Self.spawn(["/bin/sh", "-c", script], input: ends[0])
    close(ends[0])
    guardian.withLock { $0 = (process, ends[1]) }
    _ = try shell(
      """
      for try in $(seq 600); do '\(programs)/pg_isready' -q -h '\(folder)' && exit 0
        [ $try -gt 5 ] && sleep 0.05; done; exit 1
      """)
  }

  /// The process number of the server.
  private var process: pid_t? {
    guard let file = fopen(folder + "/data/postmaster.pid", "r") else { return nil }
    defer { fclose(file) }
    var number: Int32 = 0
    return withUnsafeMutablePointer(to: &number) { pointer in
      withVaList([pointer]) { vfscanf(file, "%d", $0) }
    } == 1 ? number : nil
  }

  /// Kills the server and all its processes.
  public func kill() {
    guard let process else { return }
    // Remaining processes would hold shared memory, and another server could not start.
    _ = try? shell(
      """
      all="$(cat /proc/\(process)/task/\(process)/children) \(process)"; kill -9 $all
      for one in $all; do while kill -0 $one 2>/dev/null && [ -d /proc/$one/fd ] && [ -n "$(ls /proc/$one/fd)" ]
        do sleep 0.01; done; done
      """)
    waitForEnd()
  }

  /// Stops the server, which closes all connections, and waits until it has ended.
  public func stop() {
    if let process { Glibc.kill(process, SIGINT) }
    waitForEnd()
  }

  /// Kills the processes of the server's connections. The server then closes all connections and restarts itself.
  public func killBackends() {
    guard let process else { return }
    _ = try? shell(
      """
      for one in $(cat /proc/\(process)/task/\(process)/children); do
        grep -qF '[local]' /proc/$one/cmdline && kill -9 $one
      done; true
      """)
  }

  private func waitForEnd() {
    let (process, input) = guardian.withLock { own in
      defer { own = (0, -1) }
      return own
    }
    guard process > 0 else { return }
    waitpid(process, nil, 0)
    close(input)
  }

  /// Runs SQL as the owner of the database, and returns the output.
  @discardableResult
  public func sql(_ text: String, database: String = "postgres") throws -> String {
    try shell(
      "'\(programs)/psql' -X -q -A -t -v ON_ERROR_STOP=1 -h '\(folder)' -U postgres -d '\(database)' <<'END' 2>&1\n\(text)\nEND\n"
    )
  }

  /// Makes the next writes of steps fail with a code, as if the server had that fault.
  public func failSteps(in database: String, with code: String, count: Int, message: String = "no") throws {
    try sql(
      """
      CREATE SEQUENCE fails;
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('public.fails') <= \(count) THEN RAISE EXCEPTION '\(message)' USING ERRCODE = '\(code)'; END IF;
        RETURN new; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON auto_update.step FOR EACH ROW EXECUTE FUNCTION public.fail();
      """, database: database)
  }

  private func shell(_ script: String) throws -> String {
    guard let pipe = popen(script, "r") else { throw Failure(description: "no shell") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { bytes += chunk[..<count] }
    let status = pclose(pipe)
    let output = String(decoding: bytes, as: UTF8.self)
    guard status == 0 else { throw Failure(description: "\(script.prefix(200)): \(output)") }
    return output
  }

  private static func spawn(_ command: [String], input: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, command[0], &actions, &attributes, &words, environ) == 0 else {
      throw Failure(description: "\(command[0]) cannot be started")
    }
    return process
  }
}
