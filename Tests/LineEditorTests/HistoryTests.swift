import Glibc
import ProgramTesting
import Testing

@testable import LineEditor

@Suite struct HistoryTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/history" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func load(_ history: inout History) -> [String] {
    history.load().entries.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a first run has no entries and no remark`() {
    var history = History(.file(path))
    let (entries, remark) = history.load()
    #expect(entries.isEmpty)
    #expect(remark == nil)
  }

  @Test func `lines that one run appends are loaded by the next one`() {
    var first = History(.file(path))
    for entry in ["a", "b {\n}", "a"] { #expect(first.append(Array(entry.utf8)) == (true, nil)) }
    var second = History(.file(path))
    #expect(load(&second) == ["a", "b {\n}", "a"])
    #expect(folder.mode(of: "history") == 0o600)
  }

  @Test func `an entry that repeats the one before is kept once, across runs too`() {
    var first = History(.file(path))
    _ = first.append([0x61])
    #expect(first.append([0x61]).isNew == false)
    var second = History(.file(path))
    _ = second.load()
    #expect(second.append([0x61]).isNew == false)
    var third = History(.file(path))
    #expect(load(&third) == ["a"])
  }

  @Test func `prompts that run at the same time lose no entry, a shortening among them`() async throws {
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          var history = History(.file(path), limit: 10_000)
          for step in 0..<100 { _ = history.append(Array("\(writer) \(step)\nend".utf8)) }
        }
      }
      group.addTask {
        for _ in 0..<50 { try? HistoryFile.shorten(path, to: 399, bytesMax: History.fileBytesMax) }
      }
    }
    var history = History(.file(path), limit: 10_000)
    let entries = load(&history)
    #expect(entries.count >= 399)
    for writer in 0..<4 {
      let own = entries.filter { $0.hasPrefix("\(writer) ") }
      #expect(own == (100 - own.count..<100).map { "\(writer) \($0)\nend" })
    }
  }

  @Test func `a file that grew too long keeps its latest entries`() throws {
    try folder.write((1...13).map { "> \($0)\n" }.joined(), to: "history")
    var history = History(.file(path), limit: 10)
    #expect(load(&history) == (4...13).map(String.init))
    #expect(try folder.text(of: "history") == (4...13).map { "> \($0)\n" }.joined())
  }

  @Test func `a file with a few entries too many is left unchanged`() throws {
    let text = (1...12).map { "> \($0)\n" }.joined()
    try folder.write(text, to: "history")
    var history = History(.file(path), limit: 10)
    #expect(load(&history) == (3...12).map(String.init))
    #expect(try folder.text(of: "history") == text)
  }

  @Test func `a file that holds anything else is never rewritten`() throws {
    let text = "my notes\n" + (1...50).map { "> \($0)\n" }.joined()
    try folder.write(text, to: "history")
    var history = History(.file(path), limit: 10)
    #expect(load(&history).count == 10)
    #expect(try folder.text(of: "history") == text)
  }

  @Test func `shortening keeps the file's mode`() throws {
    try folder.write((1...20).map { "> \($0)\n" }.joined(), to: "history")
    chmod(path, 0o640)
    var history = History(.file(path), limit: 10)
    _ = history.load()
    #expect(try folder.text(of: "history").components(of: ">") == 10)
    #expect(folder.mode(of: "history") == 0o640)
  }

  @Test(arguments: [true, false])
  func `a symbolic link in place of the file is not followed, wherever it leads`(isThere: Bool) throws {
    if isThere { try folder.write("> 1\n", to: "real") }
    symlink("real", path)
    var history = History(.file(path))
    #expect(history.load().remark == "no history: \(path): a link, which is not followed")
    #expect(history.append([0x61]) == (true, nil))
    #expect(folder.mode(of: "real") == (isThere ? 0o644 : nil))
    if isThere { #expect(try folder.text(of: "real") == "> 1\n") }
  }

  @Test func `an entry behind a line that was cut off begins a line`() throws {
    try folder.write("> spawn her", to: "history")
    var history = History(.file(path))
    _ = history.append([0x61])
    #expect(try folder.text(of: "history") == "> spawn her\n> a\n")
  }

  @Test
  func `after Ctrl-C while waiting for the lock, the prompt continues, and the next entry is tried again`()
    throws
  {
    try folder.write("> 1\n", to: "history")
    let other = open(path, O_RDONLY | O_CLOEXEC)
    flock(other, LOCK_EX)
    var history = History(.file(path))
    history.isInterrupted = { true }
    #expect(history.append([0x61]).remark == "the history is not saved: \(path): another program uses it")
    close(other)
    #expect(history.append([0x62]) == (true, nil))
    #expect(try folder.text(of: "history") == "> 1\n> b\n")
  }

  @Test func `only the end of a huge file is read`() throws {
    try folder.write(String(repeating: "> 0123456789\n", count: 100), to: "history")
    let text = try HistoryFile(path, forWriting: false).read(bytesMax: 30)
    #expect(text == Array("> 0123456789\n> 0123456789\n".utf8))
  }

  @Test func `a very long entry is remembered in the session, not in the file`() throws {
    var history = History(.file(path))
    let long = [UInt8](repeating: 0x61, count: History.entryBytesMax + 1)
    #expect(history.append(long) == (true, nil))
    #expect(load(&history).isEmpty)
  }

  @Test func `an unusable setting is reported once`() {
    var folderAsFile = History(.file(folder.path))
    #expect(folderAsFile.load().remark == "no history: \(folder.path): not a regular file")
    #expect(folderAsFile.append([0x61]) == (true, nil))

    var nowhere = History(.file(folder.path + "/none/history"))
    #expect(nowhere.load().remark == nil)
    #expect(
      nowhere.append([0x61]).remark
        == "the history is not saved: \(folder.path)/none/history: No such file or directory")
    #expect(nowhere.append([0x62]) == (true, nil))

    var unknown = History(.unknown)
    #expect(unknown.load().remark == "no history: neither HOME nor XDG_STATE_HOME is an absolute path")
    #expect(unknown.append([0x61]) == (true, nil))
  }

  @Test func `a named pipe in place of the history file blocks nothing`() {
    mkfifo(path, 0o600)
    var history = History(.file(path))
    #expect(history.load().remark == "no history: \(path): not a regular file")
  }

  @Test func `the usual location is created with its folders`() {
    var history = History(.stateFolder(folder.path + "/state/warroom/history"))
    #expect(history.append([0x61]) == (true, nil))
    #expect(folder.mode(of: "state") == 0o700)
    #expect(folder.mode(of: "state/warroom/history") == 0o600)
  }
}
