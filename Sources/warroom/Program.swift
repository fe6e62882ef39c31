import CommandLanguage
import Glibc
import LineEditor
import Scenarios
import WarGame

/// The program: it reads the command line and chooses who drives the session.
enum Program {
  static let version = "0.1.0"

  static func run(_ words: [String]) -> ReplayStatus {
    switch Invocation(words) {
    case .prompt(let settings):
      return Terminal.isInteractive() ? PromptDriver(settings).run() : ScriptDriver(settings).run(["-"])
    case .run(let files, let settings):
      return ScriptDriver(settings).run(files)
    case .record(let file, let settings):
      return PromptDriver(settings).record(file)
    case .replay(let settings):
      return ReplayDriver(settings).run()
    case .help(let text):
      StandardStream.output.write(text)
      return .success
    case .version:
      StandardStream.output.write("warroom \(version)\n")
      return .success
    case .misuse(let text):
      StandardStream.errors.write(text)
      return .usage
    }
  }

  /// A fresh session; without a seed it has the game's own.
  static func session(_ settings: Settings) throws -> GameSession {
    try settings.seed.map { try GameSession(seed: $0) } ?? GameSession()
  }

  /// Says on standard error why the program cannot go on.
  static func fail(_ problem: String, _ status: ReplayStatus = .usage) -> ReplayStatus {
    StandardStream.errors.write("warroom: \(problem)\n")
    return status
  }
}

/// Where the program writes to.
struct StandardStream {
  let descriptor: Int32

  static let output = StandardStream(descriptor: 1)
  static let errors = StandardStream(descriptor: 2)

  /// Writes all bytes. Where standard output takes them no more the program ends: whoever reads a report or
  /// a log must not take a part of it for the whole.
  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let error = PosixFiles.write(bytes, to: descriptor) else { return }
    guard descriptor == Self.output.descriptor else { return }
    Self.errors.write("warroom: standard output: \(String(cString: strerror(error)))\n")
    exit(ReplayStatus.failure.rawValue)
  }

  func write(_ text: String) { write(Array(text.utf8)) }
}

extension Settings {
  /// Whether what goes to standard output is painted.
  var usesColour: Bool {
    switch colour {
    case .always: true
    case .never: false
    case .auto: Terminal.wantsColour()
    }
  }
}
