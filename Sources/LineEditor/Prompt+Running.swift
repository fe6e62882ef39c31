import CommandLanguage
public import Prompting
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
    let ending = run(signals)
    // The signals are given back last: until the terminal is restored none may end the process.
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
        // A key that signals has emptied the keyboard's buffer: what was ready may be no more, and nothing may wait.
        continue
      }
      if ready.contains(STDIN_FILENO), let input = editor.feed(), let ending = handle(input, editor, signals)
      {
        return ending
      }
      if sources.all.contains(where: { ready.contains($0.descriptor) }) {
        editor.show(painter.paint(heard(ready)))
        refresh(editor)
      }
    }
  }

  /// Begins a line.
  func begin(_ editor: Readline) {
    let mark = mark(columns: editor.size.columns)
    editor.edit(prompt: mark, painted: painter.prompt(mark))
  }

  // MARK: The loop's parts

  /// Waits until at least one of the descriptors has something to say, if only that it is closed.
  func wait(for descriptors: [Int32]) -> [Int32] {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // What interrupts the wait is a signal, and that is in the pipe by now.
    while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    // A source that is closed would be ready for ever, and its owner cannot say so any more.
    for request in requests where request.revents & Int16(POLLNVAL) != 0 {
      sources.remove(descriptor: request.fd)
    }
    return requests.filter { request in
      request.revents != 0 && (request.revents & Int16(POLLNVAL) == 0 || request.fd == STDIN_FILENO)
    }.map(\.fd)
  }

  /// Returns the output of the sources that are ready.
  func heard(_ ready: [Int32]) -> [UInt8] {
    var output: [UInt8] = []
    for source in sources.all where ready.contains(source.descriptor) {
      if source.receive(&output) == .remove { sources.remove(descriptor: source.descriptor) }
    }
    return output
  }

  /// Deals with the signals that came while a line was edited.
  private func obey(_ signals: Signals, _ editor: Readline) -> PromptEnding? {
    var pending = signals.take()[...]
    while let signal = pending.popFirst() {
      switch signal {
      case SIGINT:
        Signals.forgetStopRequest()
        dropLine(editor)
      case SIGWINCH:
        resize(editor)
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

  /// Drops what is being typed, and a block that is open.
  private func dropLine(_ editor: Readline) {
    editor.abandon(mark: "^C")
    editor.closeWindow()
    open.drop()
    // The next line begins here, so that a second Ctrl-C in the same moment finds one.
    begin(editor)
  }

  // MARK: What was entered

  private func handle(_ input: Readline.Input, _ editor: Readline, _ signals: Signals) -> PromptEnding? {
    // readline takes the end of a closed terminal for Ctrl-D, or for Return after a line that was not entered.
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
      // A block that is broken off runs as it stands: the session says what is missing.
      if let command = open.end(in: session) {
        remember(command.text, editor)
        let (ending, _) = run(command, isTyped: true, editor, signals)
        return ending
      }
      return mayLeave(editor) ? .endOfInput : nil
    }
  }

  /// Runs what was entered. Several lines are made durable together, so that a long paste does not wait for the disk
  /// line by line.
  private func runWaiting(_ editor: Readline, _ signals: Signals) -> PromptEnding? {
    guard let first = waiting.first else { return nil }
    let areSeveral = waiting.count > 1 || first.text.contains(UInt8(ascii: "\n"))
    if areSeveral, editor.window == nil { host.beginBatch() }
    defer { endBatch(editor) }
    return runInTurn(editor, signals)
  }

  /// Runs what was entered, line by line: each is a command unless a block is open.
  private func runInTurn(_ editor: Readline, _ signals: Signals) -> PromptEnding? {
    while let next = waiting.popFirst() {
      if !next.isTyped { echo(next.text, editor) }
      for line in next.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        guard let command = open.add(line, to: session) else { continue }
        if next.isTyped { remember(command.text, editor) }
        let (ending, goesOn) = run(command, isTyped: next.isTyped, editor, signals)
        if let ending { return ending }
        if !goesOn {
          waiting = []
          break
        }
      }
      // A block that is edited as a whole is entered as a whole.
      if editor.drawsItself || !next.isTyped, let command = open.end(in: session) {
        if next.isTyped { remember(command.text, editor) }
        let (ending, _) = run(command, isTyped: next.isTyped, editor, signals)
        if let ending { return ending }
      }
    }
    return nil
  }

  /// Shows a command that was not typed as if it had been.
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

  /// Runs a command and shows what it printed.
  ///
  /// - Returns: why the prompt ends, if it does, and whether what was pasted behind the command is still wanted.
  private func run(_ command: PreparedLine, isTyped: Bool, _ editor: Readline, _ signals: Signals) -> (
    ending: PromptEnding?, goesOn: Bool
  ) {
    host.willRun(command, isTyped: isTyped)
    var output: [UInt8] = []
    session.width = editor.size.columns
    let display = makeDisplay(editor)
    session.observer = display.map { display in { display.update($0) } }
    let outcome =
      editor.window == nil
      ? Signals.stoppable { session.run(command, into: &output, hooks: hooks) }
      // Who stops the process should not stand before a window that is not theirs.
      : session.run(command, into: &output, hooks: hooks)

    // What came meanwhile concerned the command, but for the size of the window and the end.
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
    refresh(editor, isWhole: true)
    if outcome == .quit, mayLeave(editor) { return (.quit, false) }
    var goesOn = true
    for signal in pending {
      switch signal {
      case SIGINT:
        Signals.forgetStopRequest()
        goesOn = false
      case SIGWINCH: resize(editor)
      case let ending where Signals.endings.contains(ending): return (.signal(ending), false)
      default: break
      }
    }
    switch host.takeRequest() {
    case .live?:
      endBatch(editor)
      showLive(editor)
    case .run(let commands)?: waiting = commands.map { WaitingText(text: $0, isTyped: false) } + waiting
    case nil: break
    }
    return (nil, goesOn)
  }

  /// The most bytes that are held back until they are durable.
  private static let heldByteCountMax = 1 << 20

  private func mayLeave(_ editor: Readline) -> Bool {
    guard let question = host.farewell() else { return true }
    editor.show(Array((painter.remark(question) + "\n").utf8))
    return false
  }
}
