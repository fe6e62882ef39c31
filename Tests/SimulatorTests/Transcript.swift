import CommandLanguage
import Simulator

extension CommandSession {
  /// Runs commands, a line each, and returns them with what they print, as a scenario would show it.
  func transcript(_ commands: String) -> String {
    commands.split(separator: "\n").map { "> \($0)\n" + run(String($0)).output }.joined()
  }
}
