import CommandLanguage
import Glibc
import LineEditor
import Scenarios
import Synchronization
import WarGame

/// Replays scenarios: it brings the war room's sessions and the system to `ReplayRun`.
struct ReplayDriver {
  private let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }

  func run() -> ReplayStatus {
    Self.isInterrupted.store(false, ordering: .relaxed)
    signal(SIGINT) { _ in ReplayDriver.isInterrupted.store(true, ordering: .relaxed) }
    return ReplayRun(options, host: host, files: PosixFiles(), system: system).run()
  }

  private static let isInterrupted = Atomic(false)

  private var options: ReplayOptions {
    var options = settings.replay
    if options.paths.isEmpty {
      options.paths = [(try? PosixFiles().stamp("Scenarios"))?.isFolder == true ? "Scenarios" : "."]
    }
    let ci = Terminal.environment("CI") ?? ""
    options.isContinuousIntegration = !ci.isEmpty && ci != "false"
    options.usesColor = settings.usesColour
    options.showsProgress = isatty(1) == 1 && !Terminal.isDumb && !options.isContinuousIntegration
    return options
  }

  private var host: ReplayHost {
    var host = ReplayHost { request in
      let session = try request.seed.map { try GameSession(seed: $0) } ?? GameSession()
      session.files = SessionFileAccess(confinedTo: request.folder)
      if request.isRestricted {
        // These reach files as `files` lets them, and no program: only a prompt runs one.
        session.restrict(in: "a replay") { command in
          command.traits.contains(.contained) || ["run", "feed"].contains(command.name)
        }
      }
      return session
    }
    host.screenCommand = "show"
    return host
  }

  private var system: ReplaySystem {
    var system = ReplaySystem { StandardStream.output.write($0) }
    system.errors = { StandardStream.errors.write($0) }
    system.clock = { PosixThreads.now() }
    system.isInterrupted = { Self.isInterrupted.load(ordering: .relaxed) }
    system.concurrently = { PosixThreads.run($0, $1) }
    system.ask = { prompt in
      StandardStream.output.write(prompt)
      return readLine()
    }
    return system
  }
}
