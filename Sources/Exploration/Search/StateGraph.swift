/// The states of a search as some expressions tell them apart, and the steps between them.
final class StateGraph {
  private let expressions: [String]
  private var present = ""
  private(set) var edges: Set<StateEdge> = []

  init(_ expressions: [String]) { self.expressions = expressions }

  private func label(in explored: any ExploredSession) -> String {
    explored.values(of: expressions).joined(separator: ", ")
  }

  /// Notes the first state.
  func begin(in explored: any ExploredSession) {
    edges.insert(StateEdge(from: nil, to: label(in: explored), command: ""))
  }

  /// Notes the state from which the next steps go.
  func stand(in explored: any ExploredSession) { present = label(in: explored) }

  /// Notes a step of a command to the present state.
  func add(_ command: String, in explored: any ExploredSession) {
    edges.insert(StateEdge(from: present, to: label(in: explored), command: command))
  }
}
