import CommandLanguage

/// The graph of a search: its states, which are distinguished by the values of some expressions, and the steps between
/// them.
final class StateGraph {
  private let expressions: [String]
  private var present = ""
  private(set) var edges: Set<StateEdge> = []

  init(_ expressions: [String]) { self.expressions = expressions }

  /// Returns the values of the expressions as they are printed. The value of an expression that cannot be computed is
  /// its error message.
  private func label(in session: CommandSession) -> String {
    let interpreter = session.interpreter
    let values = expressions.map { text in
      do {
        return interpreter.show(try interpreter.evaluate(try interpreter.expression(text)))
      } catch {
        return Explanation(of: error).message
      }
    }
    return values.joined(separator: ", ")
  }

  func begin(in session: CommandSession) {
    edges.insert(StateEdge(from: nil, to: label(in: session), command: ""))
  }

  /// Sets the state from which the next steps begin.
  func stand(in session: CommandSession) { present = label(in: session) }

  func add(_ command: String, in session: CommandSession) {
    edges.insert(StateEdge(from: present, to: label(in: session), command: command))
  }
}
