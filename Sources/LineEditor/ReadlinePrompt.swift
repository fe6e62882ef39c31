import CommandLanguage
public import Prompting
import TerminalText

extension InteractivePrompt {
  /// readline's prompt, with a history in the program's state folder. A binary that uses it is linked with GNU
  /// readline.
  public static let readline = InteractivePrompt { prompt in
    Prompt(
      session: prompt.session, hooks: prompt.hooks, applicationName: prompt.program,
      history: History(.standard(program: prompt.program)), painter: Painter(isOn: prompt.isColoured),
      sources: prompt.sources, streams: prompt.streams, host: prompt.host
    ).run()
  } say: { text in
    let columns = TerminalOutput.windowSize?.columns ?? 80
    TerminalOutput.write(WordWrap.wrapped(Array(text.utf8), to: columns))
  } help: { program in
    "\(HistoryLocation.variable(of: program)) names the file that keeps the prompt's history, or is “off”."
  }
}
