import CommandLanguage
import LineEditor
import Scenarios
import WarGame

/// The program: it reads the command line and chooses who drives the session.
enum Program {
  static let version = "0.1.0"

  static func run(_ words: [FilePath]) -> ReplayStatus {
    switch Invocation(words) {
    case .prompt(let settings):
      return Terminal.isInteractive() ? PromptDriver(settings).run() : ScriptDriver(settings).runToEnd(["-"])
    case .run(let files, let settings):
      return ScriptDriver(settings).runToEnd(files)
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
    let session = try settings.seed.map { try GameSession(seed: $0) } ?? GameSession()
    session.interpreter.budget.stackBytes = PosixThreads.sessionStackByteCount
    return session
  }

  /// Replays what is saved, to tell whether it gives the same.
  static var transcriptCheck: TranscriptCheck {
    var system = ReplaySystem { _ in }
    system.clock = { PosixThreads.now() }
    return TranscriptCheck(host: .warRoom, files: PosixFiles(), system: system)
  }

  /// Says on standard error why the program cannot go on.
  static func fail(_ problem: String, _ status: ReplayStatus = .usage) -> ReplayStatus {
    StandardStream.errors.write("warroom: \(problem)\n")
    return status
  }
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
