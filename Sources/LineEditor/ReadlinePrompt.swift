import CommandLanguage
public import Prompting
import TerminalText

extension InteractivePrompt {
  /// readline's prompt, with a history in the program's state folder. A binary that uses it is linked with GNU
  /// readline.
  public static let readline = InteractivePrompt { sitting in
    Prompt(
      session: sitting.session, hooks: sitting.hooks, applicationName: sitting.program,
      history: History(.standard(program: sitting.program)), painter: Painter(isOn: sitting.isColoured),
      sources: sitting.sources, streams: sitting.streams, host: sitting.host
    ).run()
  } say: { text in
    let columns = TerminalOutput.windowSize?.columns ?? 80
    TerminalOutput.write(WordWrap.wrapped(Array(text.utf8), to: columns))
  } help: { program in
    "\(HistoryLocation.variable(of: program)) names the file that keeps the prompt's history, or is “off”."
  }
}
