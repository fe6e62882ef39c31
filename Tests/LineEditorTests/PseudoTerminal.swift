// The header of readline includes the terminal structures, so the module CReadline owns them beside Glibc.
import CReadline
import Glibc
import ProgramTesting

/// A program on its own terminal. A test sends keys and reads the screen, as a person would.
///
/// All methods wait for events with a deadline, and none sleeps.
final class PseudoTerminal {
  /// A timeout, with the contents of the screen.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var screen: Screen
  /// All bytes that the program has written.
  private(set) var raw: [UInt8] = []
  private var master: Int32
  private let child: pid_t
  /// The end of a socket that is closed when the program and all programs that it started have ended.
  private let life: Int32
  private let environment: [String: String]
  private var exitStatus: Int32?

  /// Starts a program with the terminal as its standard input, output and error.
  ///
  /// - Parameter environment: the complete environment; nothing is inherited.
  init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    columns: Int = 80, rows: Int = 24
  ) throws {
    // Not inherited, because a program started by another test would keep this terminal open.
    master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let path = try Self.unlockedPath(of: master)
    formerModes = Self.modes(of: master)
    screen = Screen(columns: columns, rows: rows)
    Self.setSize(of: master, columns, rows)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(description: "no socket") }
    life = ends[0]
    defer { close(ends[1]) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 9)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))

    self.environment = environment
    let variables = [
      "TERM": "xterm", "LANG": "C.UTF-8", "INPUTRC": "/dev/null", "SWIFT_BACKTRACE": "interactive=no",
    ]
    .merging(CoverageProfile.variables) { $1 }
    .merging(environment) { $1 }
    .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var started = pid_t()
    let result = Self.withCStrings([program] + arguments) { argv in
      Self.withCStrings(variables) { envp in
        posix_spawn(&started, program, &actions, &attributes, argv, envp)
      }
    }
    child = started
    guard result == 0 else {
      exitStatus = -1
      throw Failure(description: "\(program): \(String(cString: strerror(result)))")
    }
  }

  deinit {
    if exitStatus == nil {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    if master >= 0 { close(master) }
    close(life)
  }

  // MARK: What a person does

  /// Types `keys`, where `\r` is Return.
  func send(_ keys: String) throws {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "cannot type: \(state)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Changes the size of the window.
  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    Self.setSize(of: master, columns, rows)
  }

  /// Changes the size of the window on a terminal that rewraps its rows.
  func reflow(columns: Int, rows: Int) {
    screen.reflow(columns: columns, rows: rows)
    Self.setSize(of: master, columns, rows)
  }

  func signal(_ number: Int32) {
    kill(child, number)
  }

  /// Closes the window, and waits for the end of all programs in it.
  func hangUp() throws {
    close(master)
    master = -1
    var request = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 60_000) > 0, waitpid(child, nil, 0) == child else {
      throw Failure(description: "programs go on: \(state)")
    }
    exitStatus = 128 + SIGHUP
  }

  // MARK: What a person sees

  /// Reads until `condition` is true of the screen.
  func wait(
    for what: String, seconds: Double = 60, until condition: (Screen) -> Bool
  ) throws {
    let deadline = Self.now + seconds
    while !condition(screen) {
      guard try read(until: deadline) else {
        throw Failure(description: "no \(what) before the end: \(state)")
      }
    }
  }

  /// Reads until `text` is on the screen or has scrolled off it.
  func wait(for text: String) throws {
    try wait(for: "“\(text)”") { $0.text.contains(text) }
  }

  /// Reads until the line with the cursor has this text before and after the cursor.
  func wait(forLine before: String, _ after: String = "") throws {
    try wait(for: "line “\(before)|\(after)”") { $0.cursorLine == (before, after) }
  }

  /// Types a line and waits until the program is ready for the next one.
  func enter(_ line: String) throws {
    let begun = linesBegun
    try send(line + "\r")
    try waitForLines(begun + 1)
  }

  /// Types a line that leaves a block open, and waits for the next line of the block.
  func open(_ line: String) throws {
    let shown = raw.count
    try send(line + "\r")
    try wait(for: "another line") { raw.count > shown && $0.cursorLine == (". ", "") }
  }

  /// Leaves the program, even if something is not saved.
  func leave() throws {
    let begun = linesBegun
    try send("\u{4}")
    if try isReached({ _ in linesBegun > begun }) { try send("\u{4}") }
    let status = try end()
    if status != 0 { throw Failure(description: "ended with \(status): \(state)") }
  }

  /// Reads until `condition` is true of the screen, and returns `false` if the program ends first.
  private func isReached(_ condition: (Screen) -> Bool) throws -> Bool {
    let deadline = Self.now + 60
    while !condition(screen) {
      if try !read(until: deadline) { return false }
    }
    return true
  }

  /// Reads until the program has begun to read its `count`th line, because keys typed earlier would arrive before
  /// readline controls the terminal.
  func waitForLines(_ count: Int) throws {
    try wait(for: "line \(count)") { _ in linesBegun >= count }
  }

  private var linesBegun: Int {
    // readline enables bracketed paste at that point, if the terminal supports it.
    let mark = environment["TERM"] == "dumb" ? "> " : "\u{1B}[?2004h"
    return String(decoding: raw, as: UTF8.self).components(of: mark)
  }

  /// Waits for the program's end, and returns its exit code, or 128 plus the signal.
  func end() throws -> Int32 {
    let deadline = Self.now + 60
    while try read(until: deadline) {}
    var status: Int32 = 0
    guard waitpid(child, &status, 0) == child else { throw Failure(description: "no child") }
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    exitStatus = code
    return code
  }

  /// The terminal's modes before the program started, which it must restore.
  let formerModes: [UInt32]

  /// The terminal's current modes.
  var modes: [UInt32] { Self.modes(of: master) }

  private static func modes(of terminal: Int32) -> [UInt32] {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_lflag, UInt32(modes.c_cc.0)]
  }

  private var state: String {
    "the screen is\n\(screen.text)\n[cursor: \(screen.cursorLine)]"
  }

  /// Reads what the program has written; returns `false` if it has closed the terminal.
  private func read(until deadline: Double) throws -> Bool {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let left = deadline - Self.now
    guard left > 0, poll(&request, 1, Int32(left * 1000) + 1) > 0 else {
      throw Failure(description: "nothing came in time: \(state)")
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    raw += buffer[..<count]
    screen.feed(buffer[..<count])
    return true
  }

  /// Does the same as `unlockpt` and `ptsname`, which glibc's headers hide from Swift.
  private static func unlockedPath(of master: Int32) throws -> String {
    let setLock: UInt = 0x4004_5431
    let getNumber: UInt = 0x8004_5430
    var lock: Int32 = 0
    var number: UInt32 = 0
    guard master >= 0, ioctl(master, setLock, &lock) == 0, ioctl(master, getNumber, &number) == 0 else {
      throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    return "/dev/pts/\(number)"
  }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func setSize(of terminal: Int32, _ columns: Int, _ rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
