import TerminalText

extension ProgramSettings {
  /// Whether what goes to standard output is painted.
  var usesColour: Bool {
    switch colour {
    case .always: true
    case .never: false
    case .auto:
      TerminalAbility.wantsColour(isTerminal: ProgramStreams.isOutputTerminal, ProcessState.variable)
    }
  }
}
