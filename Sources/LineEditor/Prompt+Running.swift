public import CommandLanguage
import TerminalText

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Prompt {
  /// Runs until the person leaves, the session ends or a signal says so. The terminal is as it was then.
  public func run() -> PromptEnding {
    guard let signals = Signals() else { return .unavailable }
    // The signals are given back last: until the terminal is restored none may end the process.
    defer { signals.restore() }
    guard let editor = Readline.claim(name: applicationName) else { return .unavailable }
    defer { editor.release() }
    let formerQuestion = session.isInterrupted
    session.isInterrupted = { Signals.isStopRequested }
    defer { session.isInterrupted = formerQuestion }

    editor.completer = { [self] line, cursor in completion(of: line, at: cursor) }
    editor.lister = { [self, unowned editor] in list($0, in: editor.size) }
    recall(with: editor)

    while true {
      if !editor.isEditing { editor.edit(prompt: mark(columns: editor.size.columns)) }
      let ready = wait(for: [STDIN_FILENO, signals.descriptor] + sources.all.map(\.descriptor))
      if ready.contains(signals.descriptor) {
        if let ending = obey(signals, editor) { return ending }
        // Ctrl-C has emptied the keyboard's buffer: what was ready may be no more, and nothing may wait.
        continue
      }
      if ready.contains(STDIN_FILENO), let input = editor.feed(),
        let ending = handle(input, editor, signals)
      {
        return ending
      }
      hear(ready, editor)
    }
  }

  // MARK: The loop's parts

  /// Waits until at least one of the descriptors has something to say, if only that it is closed.
  private func wait(for descriptors: [Int32]) -> [Int32] {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // What interrupts the wait is a signal, and that is in the pipe by now.
    while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    return requests.filter { $0.revents != 0 }.map(\.fd)
  }

  private func hear(_ ready: [Int32], _ editor: Readline) {
    var output: [UInt8] = []
    for source in sources.all where ready.contains(source.descriptor) {
      if source.receive(&output) == .remove { sources.remove(descriptor: source.descriptor) }
    }
    editor.show(painter.paint(output))
  }

  /// Deals with the signals that came while a line was edited.
  private func obey(_ signals: Signals, _ editor: Readline) -> PromptEnding? {
    var pending = signals.take()[...]
    while let signal = pending.popFirst() {
      switch signal {
      case SIGINT:
        Signals.forgetStopRequest()
        editor.abandon(mark: "^C")
        open.drop()
        // The next line begins here, so that a second Ctrl-C in the same moment finds one.
        editor.edit(prompt: mark(columns: editor.size.columns))
      case SIGWINCH:
        editor.resize()
      case SIGTSTP:
        editor.pause()
        Signals.perform(SIGTSTP)
        editor.resume()
        // That the process goes on is a signal too, and has just been dealt with.
        pending += signals.take().filter { $0 != SIGCONT }
      case SIGCONT:
        editor.resume()
      default:
        editor.abandon(mark: "")
        return .signal(signal)
      }
    }
    return nil
  }

  private func handle(_ input: Readline.Input, _ editor: Readline, _ signals: Signals) -> PromptEnding? {
    switch input {
    case .line(let text):
      // A paste or a recalled block is several lines, and each is a command unless a block is open.
      for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        let command = open.add(line, to: session)
        guard let command else { continue }
        switch run(command, editor, signals) {
        case .goOn: continue
        case .dropRest: return nil
        case .end(let ending): return ending
        }
      }
      return nil
    case .end:
      editor.finishLineAtEnd()
      // A block that is broken off runs as it stands: the session says what is missing.
      guard let command = open.end() else { return .endOfInput }
      if case .end(let ending) = run(command, editor, signals) { return ending }
      return nil
    }
  }

  private enum Next {
    case goOn
    /// The person broke the command off; what was pasted behind it is no longer wanted.
    case dropRest
    case end(PromptEnding)
  }

  private func run(_ command: [UInt8], _ editor: Readline, _ signals: Signals) -> Next {
    remember(command, editor)
    var output: [UInt8] = []
    let outcome = Signals.stoppable { session.run(command.span, into: &output) }

    // What came meanwhile concerned the command, but for the size of the window and the end.
    let pending = signals.take()
    // The terminal itself has shown a `^C`, which is no beginning of a line.
    if pending.contains(SIGINT) { output.insert(UInt8(ascii: "\n"), at: 0) }
    editor.show(painter.paint(output))
    if outcome == .quit { return .end(.quit) }
    var next = Next.goOn
    for signal in pending {
      switch signal {
      case SIGINT:
        Signals.forgetStopRequest()
        next = .dropRest
      case SIGWINCH: editor.resize()
      case let ending where Signals.endings.contains(ending): return .end(.signal(ending))
      default: break
      }
    }
    return next
  }

  // MARK: What the editor asks

  private func completion(of line: [UInt8], at cursor: Int) -> LineCompletion? {
    let before = open.before
    let text = before + line
    let completions = session.completions(of: text.span, at: before.count + cursor)
    return LineCompletion(completions, line: line, cursor: cursor, before: before.count)
  }

  private func list(_ candidates: [Completions.Candidate], in size: (columns: Int, rows: Int)) -> [String] {
    CandidateList(
      columns: size.columns, rows: size.rows, remark: painter.remark
    ).lines(of: candidates)
  }

  /// The prompt's mark, or none in a window where it would leave no room to type.
  private func mark(columns: Int) -> String {
    let text = open.isOpen ? marks.continuation : marks.command
    return TextWidth.columns(of: text) * 2 < columns ? painter.prompt(text) : ""
  }

  // MARK: History

  private func recall(with editor: Readline) {
    let (entries, remark) = history.load()
    editor.limitHistory(to: history.limit)
    entries.forEach(editor.remember)
    say(remark, editor)
  }

  private func remember(_ command: [UInt8], _ editor: Readline) {
    let (isNew, remark) = history.append(command)
    if isNew { editor.remember(command) }
    say(remark, editor)
  }

  private func say(_ remark: String?, _ editor: Readline) {
    guard let remark else { return }
    editor.show(Array(painter.remark("note: " + remark).utf8))
  }
}
