import CSpawn
import CommandLanguage
import Glibc
package import Scenarios
import TerminalText

/// The user's programs that take over the terminal for a while: an editor and a pager.
package enum ExternalProgram {
  /// The command line of the editor that the user has set; `nil` if there is none.
  package static var editor: String? { named(["VISUAL", "EDITOR"]) }

  /// The command line of the pager that the user has set, or `less` if it is installed; `nil` if there is none.
  static var pager: String? {
    named(["PAGER"]) ?? (ProcessState.programFolders.contains { isProgram("\($0)/less") } ? "less" : nil)
  }

  private static func isProgram(_ path: String) -> Bool {
    guard (try? PosixFiles().stamp(FilePath(path)))?.kind == .file else { return false }
    return unsafe access(path, X_OK) == 0
  }

  private static func named(_ variables: [String]) -> String? {
    variables.lazy.compactMap(ProcessState.variable).first { !$0.isEmpty }
  }

  /// Opens a text in the editor and returns the edited text; `nil` if there is no editor, it fails, or nothing was
  /// changed.
  package static func edit(_ text: [UInt8]) -> [UInt8]? {
    guard let editor, let path = makeFile(text + [UInt8(ascii: "\n")]) else { return nil }
    defer { unsafe unlink(path.terminated) }
    guard run(editor, [path]), let edited = try? PosixFiles().read(path, byteCountMax: 16 << 20) else {
      return nil
    }
    return edited == text + [UInt8(ascii: "\n")] ? nil : edited
  }

  /// Shows a text in the pager. Returns `false` if there is none, or it fails.
  package static func page(_ text: [UInt8]) -> Bool {
    guard let pager, let path = makeFile(text) else { return false }
    defer { unsafe unlink(path.terminated) }
    // With these options, which git also uses, `less` shows colours, and ends immediately if the text fits the window.
    return run("LESS=${LESS-FRX} \(pager) <", [path])
  }

  /// Runs this program on the terminal with other arguments.
  package static func runSelf(_ words: [FilePath]) { run("/proc/\(getpid())/exe", words) }

  /// Calls `body` with the path of a temporary scenario file.
  package static func withScenario(_ transcript: [UInt8], _ body: (FilePath) -> Void) throws {
    guard let path = makeFile(transcript, ending: FilePath.scenarioEnding) else {
      throw Explanation("no temporary file can be created")
    }
    defer { unsafe unlink(path.terminated) }
    body(path)
  }

  /// Creates a file that only its owner can read.
  private static func makeFile(_ text: [UInt8], ending: String = "") -> FilePath? {
    let folder = ProcessState.variable("TMPDIR").flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    var name = FilePath("\(folder ?? "/tmp")/auto-update-XXXXXX\(ending)").terminated
    let file = unsafe mkstemps(&name, Int32(ending.utf8.count))
    guard file >= 0 else { return nil }
    defer { close(file) }
    let path = FilePath(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
    if SystemCalls.write(text, to: file) == nil { return path }
    unsafe unlink(path.terminated)
    return nil
  }

  /// Runs a shell command line with further arguments, and returns whether it succeeded. All keys, including Ctrl-C, go
  /// to that program. Ctrl-Z stops both programs.
  @discardableResult
  private static func run(_ command: String, _ words: [FilePath]) -> Bool {
    var line = Array(command.utf8)
    for word in words { line += " ".utf8 + Quoting.shell(word.bytes) }
    return unsafe cspawn_shell(FilePath(bytes: line).terminated) == 0
  }
}
