import CLinux
import Glibc
import ProgramTesting
import Synchronization
import TerminalText
import Testing

@testable import CommandProgram
@testable import Posix
@testable import Scenarios

/// The real file system: what is there is not lost, and a bound is one.
@Suite struct PosixFilesTests {
  private let folder: TemporaryFolder
  private let files = PosixFiles()

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder[name]) }

  private func write(
    _ text: String, to name: String, if condition: WriteCondition
  ) -> FileFailure.Reason? {
    do throws(FileFailure) {
      try files.write(Array(text.utf8), to: path(name), if: condition)
      return nil
    } catch {
      return error.reason
    }
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    lstat(folder[name], &status)
    return status
  }

  // MARK: Creating

  @Test func `only what is not there, or is empty and regular, is free`() throws {
    try folder.write("mine", to: "full")
    try folder.write("", to: "empty")
    mkfifo(folder["pipe"], 0o600)
    mkdir(folder["folder"], 0o700)
    #expect(write("new", to: "full", if: .free) == .exists)
    #expect(write("new", to: "pipe", if: .free) == .notAFile)
    #expect(write("new", to: "folder", if: .free) == .isFolder)
    #expect(write("new", to: "nowhere/x", if: .free) == .other("there is no such folder"))
    for name in ["empty", "fresh"] {
      #expect(write("new", to: name, if: .free) == nil)
      #expect(try folder.text(of: name) == "new")
    }
    #expect(try folder.text(of: "full") == "mine")
  }

  @Test func `a device is not written, and not taken for free`() {
    #expect(throws: FileFailure("/dev/null", .notAFile)) {
      try files.write([65], to: "/dev/null", if: .free)
    }
  }

  @Test func `a file that cannot be read is not overwritten`() throws {
    try folder.write("secret", to: "locked")
    chmod(folder["locked"], 0)
    #expect(write("new", to: "locked", if: .free) != nil)
    chmod(folder["locked"], 0o600)
    #expect(try folder.text(of: "locked") == "secret")
  }

  @Test func `if many processes create a file at the same time, one succeeds`() {
    let done = Atomic<Int>(0)
    let (files, path) = (files, path("one"))
    PosixThreads.run(8) { job in
      if (try? files.write(Array("\(job)".utf8), to: path, if: .free)) != nil {
        done.add(1, ordering: .relaxed)
      }
    }
    #expect(done.load(ordering: .relaxed) == 1)
  }

  @Test func `a link that leads nowhere yet is followed`() throws {
    folder.link("link", to: "target")
    #expect(write("new", to: "link", if: .free) == nil)
    #expect(try folder.text(of: "target") == "new")
    #expect(status("link").st_mode & S_IFMT == S_IFLNK)
  }

  // MARK: Replacing

  @Test func `a file that holds something else than was read stays`() throws {
    try folder.write("theirs", to: "a")
    #expect(write("new", to: "a", if: .holds(Array("old".utf8))) == .changed)
    #expect(write("new", to: "gone", if: .holds([])) == .changed)
    #expect(try folder.contents() == ["a: theirs"])
    #expect(write("new", to: "a", if: .holds(Array("theirs".utf8))) == nil)
    #expect(try folder.contents() == ["a: new"])
  }

  @Test func `a file that is open for writing elsewhere is kept`() throws {
    try folder.write("old", to: "a")
    let other = open(folder["a"], O_WRONLY)
    defer { close(other) }
    #expect(write("new", to: "a", if: .holds(Array("old".utf8))) == .changed)
    #expect(try folder.text(of: "a") == "old")
  }

  @Test func `a file that is open for writing only for a moment is replaced afterwards`() throws {
    try folder.write("old", to: "a")
    let (files, path, other) = (files, path("a"), open(folder["a"], O_WRONLY))
    PosixThreads.run(2) { job in
      if job == 0 {
        PosixThreads.wait(milliseconds: 20)
        close(other)
      } else {
        try? files.write(Array("new".utf8), to: path, if: .holds(Array("old".utf8)))
      }
    }
    #expect(try folder.text(of: "a") == "new")
  }

  @Test func `no edit is lost if several are made at the same time`() throws {
    try folder.write("0\n", to: "a")
    let (files, path) = (files, path("a"))
    let lost = Atomic<Int>(0)
    // Each adds a line to what it read; all lines must be there in the end.
    PosixThreads.run(4) { job in
      for round in 0..<50 {
        do {
          try files.update(path, byteCountMax: 1 << 20) { $0 + Array("\(job).\(round)\n".utf8) }
        } catch {
          lost.add(1, ordering: .relaxed)
        }
      }
    }
    let lines = Set(try folder.text(of: "a").split(separator: "\n"))
    #expect(lost.load(ordering: .relaxed) == 0 && lines.count == 201)
  }

  @Test func `mode, owner and other names of a file stay`() throws {
    try folder.write("old", to: "a")
    chmod(folder["a"], 0o640)
    chown(folder["a"], 12_345, 12_346)
    let before = status("a")
    #expect(write("new", to: "a", if: .always) == nil)
    let after = status("a")
    #expect(after.st_mode == before.st_mode)
    #expect(after.st_uid == before.st_uid && after.st_gid == before.st_gid)
    link(folder["a"], folder["b"])
    #expect(write("newer", to: "a", if: .holds(Array("new".utf8))) == nil)
    #expect(try folder.text(of: "b") == "newer")
    #expect(write("older", to: "a", if: .holds(Array("new".utf8))) == .changed)
  }

  @Test func `a file without write permission is not written`() throws {
    try folder.write("old", to: "a")
    chmod(folder["a"], 0o444)
    for condition in [WriteCondition.always, .holds(Array("old".utf8))] {
      #expect(write("new", to: "a", if: condition) == .notPermitted)
    }
    #expect(throws: FileFailure(path("a"), .notPermitted)) { try files.checkIsWritable(path("a")) }
    #expect(try folder.text(of: "a") == "old")
  }

  @Test func `the longest names can be written`() throws {
    let name = String(repeating: "n", count: 255)
    #expect(write("1", to: name, if: .free) == nil)
    #expect(write("2", to: name, if: .holds(Array("1".utf8))) == nil)
    #expect(try folder.contents() == ["\(name): 2"])
  }

  @Test func `a pipe without a reader is an error and does not block`() {
    mkfifo(folder["pipe"], 0o600)
    #expect(write("x", to: "pipe", if: .always) != nil)
  }

  @Test func `temporary files of dead processes are removed, and those of living ones are kept`() throws {
    // No process has the number; the other one is this one.
    for name in [".auto-update-2147483646-1", ".auto-update-\(getpid())-999999"] {
      close(open(folder[name], O_CREAT | O_WRONLY, 0o600))
    }
    #expect(write("x", to: "a", if: .free) == nil)
    #expect(try folder.contents() == [".auto-update-\(getpid())-999999: ", "a: x"])
  }

  // MARK: Bounds

  private func inside() throws -> any ScenarioFiles {
    try folder.write("in", to: "inside/sub/a")
    try folder.write("out", to: "outside/a")
    for (name, target) in [
      ("up", ".."), ("out", "../outside"), ("file", "../outside/a"), ("root", "/"), ("own", "sub/a"),
      ("far", folder["outside/a"]), ("self", "/proc/self/cwd"),
    ] {
      folder.link("inside/\(name)", to: target)
    }
    return try files.below(path("inside"))
  }

  private static let waysOut: [FilePath] = [
    "../outside/a", "up/outside/a", "out/a", "file", "root/etc/hostname", "far", "/etc/hostname", "..",
    "sub/../../outside/a", "up/inside/sub/a", "self/a", "../inside/sub/a", "nowhere/../../outside/a",
    "root/nowhere",
    "../nowhere",
  ]

  @Test(arguments: waysOut)
  func `no path leads out, to read, to list, to look or to write`(path: FilePath) throws {
    let inside = try inside()
    let before = try folder.contents()
    let isOutside: (FileFailure) -> Bool = { if case .outside = $0.reason { true } else { false } }
    #expect { _ = try inside.read(path, byteCountMax: 100) } throws: {
      ($0 as? FileFailure).map(isOutside) ?? false
    }
    #expect { _ = try inside.list(path) } throws: { ($0 as? FileFailure).map(isOutside) ?? false }
    #expect { _ = try inside.stamp(path) } throws: { ($0 as? FileFailure).map(isOutside) ?? false }
    #expect { _ = try inside.below(path) } throws: { ($0 as? FileFailure).map(isOutside) ?? false }
    #expect(throws: FileFailure.self) { try inside.write([65], to: path, if: .always) }
    #expect(try folder.contents() == before)
  }

  @Test func `files inside the folder can be read, also through links within it`() throws {
    let inside = try inside()
    for path: FilePath in ["sub/a", "./sub/../sub/a", "own", path("inside/sub/a")] {
      #expect(try inside.read(path, byteCountMax: 100) == Array("in".utf8), "\(path)")
    }
    try inside.write(Array("new".utf8), to: "own", if: .holds(Array("in".utf8)))
    #expect(try folder.text(of: "inside/sub/a") == "new")
  }

  @Test func `without openat2 a walk keeps to the folder, and follows no link`() throws {
    _ = try inside()
    let descriptor = open(folder["inside"], O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    func walk(_ path: FilePath) -> Int32 {
      let file = PosixFiles.walk(descriptor, path, O_RDONLY | O_CLOEXEC)
      defer { if file >= 0 { close(file) } }
      return file >= 0 ? 0 : errno
    }
    for path: FilePath in ["sub/a", "sub/../sub/./a", "sub", "."] { #expect(walk(path) == 0, "\(path)") }
    for path: FilePath in ["..", "sub/../..", "out/a", "file", "own", "up", "root/etc"] {
      #expect(walk(path) == EXDEV, "\(path)")
    }
    #expect(walk("nowhere/a") == ENOENT)
    #expect(PosixFiles.walk(descriptor, "file", clinux_o_path | O_CLOEXEC) < 0)
  }

  @Test func `a link that is swapped in between check and use leads nowhere`() throws {
    try folder.write("in", to: "inside/sub/a")
    try folder.write("out", to: "outside/a")
    folder.link("inside/link", to: "../outside")
    let inside = try files.below(path("inside"))
    let folderFD = open(folder["inside"], O_RDONLY | O_DIRECTORY)
    defer { close(folderFD) }
    let isOver = Atomic(false)
    let outsideCount = Atomic<Int>(0)
    PosixThreads.run(2) { job in
      if job == 1 {
        while !isOver.load(ordering: .relaxed) { _ = clinux_rename_exchange(folderFD, "sub", "link") }
        return
      }
      for _ in 0..<3_000 {
        if (try? inside.read("sub/a", byteCountMax: 10)) == Array("out".utf8) {
          outsideCount.add(1, ordering: .relaxed)
        }
        try? inside.write(Array("in".utf8), to: "sub/a", if: .always)
      }
      isOver.store(true, ordering: .relaxed)
    }
    #expect(outsideCount.load(ordering: .relaxed) == 0)
    #expect(try folder.text(of: "outside/a") == "out")
  }

  @Test func `files whose names are not UTF-8 are read`() throws {
    let name = FilePath(bytes: [0xFF, 0xFE])
    try files.write([65], to: path("x").folder.joined(name), if: .free)
    #expect(try files.list(FilePath(folder.path)).map(\.name) == [name])
    #expect(try files.read(FilePath(folder.path).joined(name), byteCountMax: 1) == [65])
    unlink((FilePath(folder.path).joined(name)).terminated)
  }
}
