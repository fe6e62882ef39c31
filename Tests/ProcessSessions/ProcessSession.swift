public import CommandLanguage
@unsafe @preconcurrency import Glibc

/// A session whose commands are lines of a shell, run in a temporary folder of its own: with it, what a program does
/// with options, exit codes and files is a scenario.
///
/// ```
/// > echo hello > a.txt; cat a.txt nowhere
/// hello
/// cat: nowhere: No such file or directory
/// exit 1
/// ```
///
/// Standard output and standard error come together, in their order; an exit code other than 0 is a line of its own,
/// a signal counts as 128 and its number. Standard input is empty. Each command has a shell of its own: only files
/// stay from one to the next. What a command leaves running is ended with it. The folder goes with the session; in
/// what is printed its path is `~`, as it is the commands' `HOME`.
///
/// A command may do whatever the user may. It is for tests that one wrote oneself, never for a stranger's files.
public final class ProcessSession: Session {
  public var isInterrupted: () -> Bool = { false }
  private let folder: TemporaryFolder
  private let environment: [String]

  /// The most bytes of a command's output; a command that prints more is ended.
  public static let outputByteCountMax = 4 << 20

  /// A session in a new, empty folder.
  ///
  /// - Parameters:
  ///   - programs: absolute paths of folders in which programs are looked for first.
  ///   - variables: set for all commands, over `PATH`, `HOME`, `LC_ALL=C` and `XDG_STATE_HOME`, which is a folder
  ///     beside `HOME`; nothing else of this process's environment is passed on.
  /// - Throws: ``ProcessFailure`` when there is no temporary folder.
  public init(programs: [String] = [], variables: [String: String] = [:]) throws(ProcessFailure) {
    folder = try TemporaryFolder()
    var all = [
      "PATH": (programs + ["/usr/bin", "/bin"]).joined(separator: ":"), "HOME": folder.work,
      "LC_ALL": "C", "XDG_STATE_HOME": folder.state,
    ]
    // A program that counts its own coverage writes where it is told, and not among the files of a test.
    if let profile = unsafe getenv("LLVM_PROFILE_FILE") {
      all["LLVM_PROFILE_FILE"] = unsafe String(cString: profile)
    }
    all.merge(variables) { $1 }
    environment = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  public func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome {
    let text = line.text
    // A shell would end at the byte, and run a part.
    if text.contains(0) { return end("error: a command cannot hold a NUL byte", &output) }
    let start = output.count
    do throws(ProcessFailure) {
      let ending = try ChildProcess(text, in: folder.work, environment).run(
        into: &output, byteCountMax: Self.outputByteCountMax, isInterrupted: isInterrupted)
      mask(&output, from: start)
      if output.count > start, output.last != Self.newline { output.append(Self.newline) }
      switch ending {
      case .code(0): return .done
      case .code(let code): return end("exit \(code)", &output)
      case .interrupted: return end("error: interrupted", &output)
      case .tooMuchOutput:
        return end("error: more than \(Self.outputByteCountMax) bytes of output", &output)
      }
    } catch {
      return end("error: \(error)", &output)
    }
  }

  private func end(_ line: String, _ output: inout [UInt8]) -> Outcome {
    output += Array("\(line)\n".utf8)
    return .failed
  }

  /// The folder's name is another one each time.
  private func mask(_ output: inout [UInt8], from start: Int) {
    let path = Array(folder.work.utf8)
    guard output[start...].firstRange(of: path) != nil else { return }
    let masked = output[start...].replacing(path, with: [UInt8(ascii: "~")])
    output.replaceSubrange(start..., with: masked)
  }

  public func completeness(of text: Span<UInt8>) -> Completeness { .complete }

  public func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    Completions(replaced: cursor..<cursor, candidates: [])
  }

  private static let newline = UInt8(ascii: "\n")
}
