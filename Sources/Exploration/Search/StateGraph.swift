/// The graph of a search: its states, which are distinguished by the values of some expressions, and the steps between
/// them.
final class StateGraph {
  private let expressions: [String]
  private var present = ""
  private(set) var edges: Set<StateEdge> = []

  init(_ expressions: [String]) { self.expressions = expressions }

  private func label(in explored: any ExploredSession) -> String {
    explored.values(of: expressions).joined(separator: ", ")
  }

  /// Adds the initial state.
  func begin(in explored: any ExploredSession) {
    edges.insert(StateEdge(from: nil, to: label(in: explored), command: ""))
  }

  /// Sets the state from which the next steps begin.
  func stand(in explored: any ExploredSession) { present = label(in: explored) }

  /// Adds a step of a command to the present state.
  func add(_ command: String, in explored: any ExploredSession) {
    edges.insert(StateEdge(from: present, to: label(in: explored), command: command))
  }
}
