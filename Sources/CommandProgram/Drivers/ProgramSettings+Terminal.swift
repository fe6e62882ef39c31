import Posix
import TerminalText

extension ProgramSettings {
  /// A Boolean value that indicates whether standard output is coloured.
  var usesColour: Bool { usesColour(onTerminal: ProgramStreams.isOutputTerminal) }

  /// Returns whether a stream's text is coloured.
  func usesColour(onTerminal isTerminal: Bool) -> Bool {
    switch colour {
    case .always: true
    case .never: false
    case .auto:
      TerminalAbility.wantsColour(isTerminal: isTerminal, ProcessState.variable)
    }
  }
}
