// A program with nothing but a prompt, for the tests to drive on a pseudo-terminal.
//
// What is written into the named pipe PROMPT_HOST_FEED arrives in the background, like a feed's news.

import CommandLanguage
@preconcurrency import Glibc
import LineEditor
import Prompting
import TerminalText

setvbuf(stdout, nil, _IOLBF, 0)
let sources = PromptSources()
let prompt = Prompt(
  session: EchoSession(), applicationName: "prompt-host",
  history: History(.standard(program: "prompt-host")),
  painter: Painter(isOn: Terminal.wantsColour()), sources: sources,
  host: Terminal.environment("PROMPT_HOST_BATCHES") == nil ? nil : BatchHost())

if Terminal.environment("PROMPT_HOST_CLOSED_SOURCE") != nil {
  // No descriptor has this number.
  sources.add(
    PromptSource(descriptor: 100_000) { output in
      output += "heard\n".utf8
      return .keep
    })
}

if let path = Terminal.environment("PROMPT_HOST_FEED") {
  // Read and write, so that the pipe never ends when a writer goes.
  let feed = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
  sources.add(
    PromptSource(descriptor: feed) { output in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
        let count = read(feed, buffer.baseAddress, buffer.count)
        guard count > 0 else { return .remove }
        output += buffer[..<count]
        return .keep
      }
    })
}

switch prompt.run() {
case .quit: print("quit")
case .endOfInput: print("end of input")
case .signal(let number): exit(128 + number)
case .unavailable: exit(1)
}
