import Foundation
import ProgramOptions

// Ignore the signal, so that writing to a closed output is an error and does not end the program.
signal(SIGPIPE, SIG_IGN)

switch FeedOptions.interface.read(CommandLine.arguments.dropFirst().map { Array($0.utf8) }, FeedOptions()) {
case .show(let text):
  FileHandle.standardOutput.write(Data(text.utf8))
case .misuse(let text):
  FileHandle.standardError.write(Data(text.utf8))
  exit(2)
case .run(let options):
  exit(poll(options))
}

/// Polls until standard output is closed.
func poll(_ options: FeedOptions) -> Int32 {
  guard let url = options.url,
    let fetcher = Fetcher(timeoutSeconds: options.timeoutSeconds)
  else { return 2 }
  var course = PollingState(everySeconds: options.everySeconds)
  while let outcome = fetcher.fetch(url, course.validators) {
    let step = course.step(after: outcome, now: Date(), chance: .random(in: 0..<1))
    if let remark = step.remark { FileHandle.standardError.write(Data("warroom-feed: \(remark)\n".utf8)) }
    if let line = step.line, !Outlet.write(line) { return 0 }
    if Outlet.waitForClosing(seconds: step.delaySeconds) { return 0 }
  }
  return 0
}
