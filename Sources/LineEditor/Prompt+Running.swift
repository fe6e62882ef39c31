import CommandLanguage
public import Prompting
import TerminalText
import Glibc

extension Prompt {
  /// Runs the prompt until the user leaves it, the session ends, or a signal arrives, and restores the terminal.
  public func run() -> PromptEnding {
    guard let signals = Signals() else { return .unavailable }
    let ending = run(signals)
    // Signal handlers are restored last, so that no signal ends the process before the terminal is restored.
    signals.restore(after: ending)
    return ending
  }

  private func run(_ signals: Signals) -> PromptEnding {
    guard let editor = Readline.claim(name: applicationName) else { return .unavailable }
    defer { editor.release() }
    let formerQuestion = session.isInterrupted
    session.isInterrupted = { Signals.isStopRequested }
    defer { session.isInterrupted = formerQuestion }

    defer { editor.closeWindow() }

    host.canSuggest = editor.drawsItself
    connect(editor)
    recall(with: editor)
    editor.show(painter.paint(host.greeting()))
    waiting = host.takeStartCommands().map { WaitingText(text: $0, isTyped: false) }[...]
    return listen(with: editor, signals)
  }

  private func listen(with editor: Readline, _ signals: Signals) -> PromptEnding {
    while true {
      if let ending = runWaiting(editor, signals) { return ending }
      if !editor.isEditing { begin(editor) }
      let ready = wait(for: [STDIN_FILENO, signals.descriptor] + sources.all.map(\.descriptor))
      if ready.contains(signals.descriptor) {
        if let ending = obey(signals, editor) { return ending }
        // A key that causes a signal empties the keyboard's buffer, so there may be no input, and reading must not
        // block.
        continue
      }
      if ready.contains(STDIN_FILENO), let input = editor.feed(), let ending = handle(input, editor, signals)
      {
        return ending
      }
      if sources.all.contains(where: { ready.contains($0.descriptor) }) {
        editor.show(painter.paint(received(from: ready)))
        refresh(editor)
      }
    }
  }

  func begin(_ editor: Readline) {
    let mark = mark(columns: editor.size.columns)
    editor.edit(prompt: mark, painted: painter.prompt(mark))
  }

  // MARK: The loop's parts

  /// Waits until at least one of the descriptors is readable or closed, and returns all that are.
  func wait(for descriptors: [Int32]) -> [Int32] {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // If a signal interrupts the wait, its byte is already in the pipe.
    while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    // The source of a closed descriptor is removed, since the descriptor would always be ready.
    for request in requests where request.revents & Int16(POLLNVAL) != 0 {
      sources.remove(descriptor: request.fd)
    }
    return requests.filter { request in
      request.revents != 0 && (request.revents & Int16(POLLNVAL) == 0 || request.fd == STDIN_FILENO)
    }.map(\.fd)
  }

  func received(from ready: [Int32]) -> [UInt8] {
    var output: [UInt8] = []
    for source in sources.all where ready.contains(source.descriptor) {
      if source.receive(&output) == .remove { sources.remove(descriptor: source.descriptor) }
    }
    return output
  }

  private func obey(_ signals: Signals, _ editor: Readline) -> PromptEnding? {
    var pending = signals.take()[...]
    while let signal = pending.popFirst() {
      switch signal {
      case SIGINT:
        Signals.clearStopRequest()
        dropLine(editor)
      case SIGWINCH:
        resize(editor)
      case SIGTSTP:
        editor.pause()
        Signals.perform(SIGTSTP)
        resume(editor)
        // Continuing the process sends SIGCONT, which `resume` has handled.
        pending += signals.take().filter { $0 != SIGCONT }
      case SIGCONT:
        resume(editor)
      default:
        editor.abandon(mark: "")
        return .signal(signal)
      }
    }
    return nil
  }

  private func resume(_ editor: Readline) {
    editor.resume()
    // A stopped program is not notified of a new window size.
    if editor.window != nil { resize(editor) }
  }

  private func dropLine(_ editor: Readline) {
    editor.abandon(mark: "^C")
    editor.closeWindow()
    open.drop()
    // The next line begins immediately, so that a second Ctrl-C applies to a line.
    begin(editor)
  }

  // MARK: Entered text

  private func handle(_ input: Readline.Input, _ editor: Readline, _ signals: Signals) -> PromptEnding? {
    // If the terminal is closed, readline reports Ctrl-D, or Return after a line that was not entered.
    if Terminal.isGone { return .signal(SIGHUP) }
    switch input {
    case .line(let text):
      let texts = open.isOpen ? [text] : PastedText.commands(in: text)
      waiting += texts.map { WaitingText(text: $0, isTyped: true) }
      return nil
    case .back:
      editor.closeWindow()
      return nil
    case .interruption:
      dropLine(editor)
      return nil
    case .end:
      editor.finishLineAtEnd()
      if editor.window != nil {
        editor.closeWindow()
        return nil
      }
      // An incomplete block also runs, and the session reports the missing part.
      if let command = open.end(in: session) {
        addToHistory(command.text, editor)
        let (ending, _) = run(command, isTyped: true, editor, signals)
        return ending
      }
      return mayLeave(editor) ? .endOfInput : nil
    }
  }

  /// Runs the entered texts. Several lines are made durable together, so that a long paste does not wait for the disk
  /// after each line.
  private func runWaiting(_ editor: Readline, _ signals: Signals) -> PromptEnding? {
    guard let first = waiting.first else { return nil }
    let areSeveral = waiting.count > 1 || first.text.contains(UInt8(ascii: "\n"))
    if areSeveral, editor.window == nil { host.beginBatch() }
    defer { endBatch(editor) }
    return runInTurn(editor, signals)
  }

  /// Runs the entered texts line by line. Each line is a command of its own, unless a block is open.
  private func runInTurn(_ editor: Readline, _ signals: Signals) -> PromptEnding? {
    while let next = waiting.popFirst() {
      if !next.isTyped { echo(next.text, editor) }
      for line in next.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        guard let command = open.add(line, to: session) else { continue }
        if next.isTyped { addToHistory(command.text, editor) }
        let (ending, continues) = run(command, isTyped: next.isTyped, editor, signals)
        if let ending { return ending }
        if !continues {
          waiting = []
          break
        }
      }
      // A block that is edited as a whole ends at the end of its text, even if it is incomplete.
      if editor.drawsItself || !next.isTyped, let command = open.end(in: session) {
        if next.isTyped { addToHistory(command.text, editor) }
        let (ending, _) = run(command, isTyped: next.isTyped, editor, signals)
        if let ending { return ending }
      }
    }
    return nil
  }

  /// Shows a command that was not typed in the same way as a typed one.
  private func echo(_ command: [UInt8], _ editor: Readline) {
    let lines = command.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let shown = lines.enumerated().map { index, line in
      (index == 0 ? marks.command : marks.continuation)
        + Escaping.escaped(String(decoding: line, as: UTF8.self)) + "\n"
    }
    let text = Array(shown.joined().utf8)
    if host.holdsOutput {
      held.append(OutputPiece(text, 0..<text.count, plain: [0..<text.count], errors: []))
    } else {
      editor.show(text)
    }
  }

  /// Runs a command and shows its output.
  ///
  /// - Returns: the ending of the prompt, if it ends, and whether the commands that were pasted after this one still
  ///   run.
  private func run(_ command: PreparedLine, isTyped: Bool, _ editor: Readline, _ signals: Signals) -> (
    ending: PromptEnding?, continues: Bool
  ) {
    host.willRun(command, isTyped: isTyped)
    var output: [UInt8] = []
    session.width = editor.size.columns
    let display = makeDisplay(editor)
    session.observer = { display.update($0) }
    let outcome =
      editor.window == nil
      ? Signals.stoppable { session.run(command, into: &output, hooks: hooks) }
      // In full-window mode, Ctrl-Z does not stop the process, since the window would have to be restored first.
      : session.run(command, into: &output, hooks: hooks)

    // Signals that arrived while the command ran applied to it, except for those that resize the window or end the
    // prompt.
    session.observer = nil
    var pending = signals.take()
    showRest(of: output, display, isInterrupted: pending.contains(SIGINT), editor)
    pending += signals.take()
    if outcome == .quit {
      endBatch(editor)
    } else if held.byteCount > Self.heldByteCountMax {
      endBatch(editor)
      host.beginBatch()
    }
    let continues = !pending.contains(SIGINT)
    // The same Ctrl-C must not also interrupt the drawing of the screens.
    if !continues { Signals.clearStopRequest() }
    refresh(editor, isWhole: true)
    if outcome == .quit, mayLeave(editor) { return (.quit, false) }
    for signal in pending {
      switch signal {
      case SIGWINCH: resize(editor)
      case let ending where Signals.endings.contains(ending): return (.signal(ending), false)
      default: break
      }
    }
    switch host.takeRequest() {
    case .live?:
      endBatch(editor)
      showLive(editor)
    case .run(let commands)?:
      waiting = commands.map { WaitingText(text: $0, isTyped: false) } + waiting
      if waiting.count > 1, editor.window == nil { host.beginBatch() }
    case nil: break
    }
    return (nil, continues)
  }

  /// The maximum number of bytes that are held back until their commands are durable.
  private static let heldByteCountMax = 1 << 20

  private func mayLeave(_ editor: Readline) -> Bool {
    guard let question = host.farewell() else { return true }
    editor.show(Array((painter.remark(question) + "\n").utf8))
    return false
  }
}
