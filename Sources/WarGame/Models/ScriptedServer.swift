import Simulator

/// A server whose responses are set by commands. It is a model like all others.
struct ScriptedServer: Model {
  let id = 0
  var game = Game()
  /// The error with which the server responds instead; `nil` if it responds with the game.
  var failure: String?
  /// A Boolean value that indicates whether the server does not respond.
  var isHolding = false

  enum Action: String, FieldWord { case match, start, end, reset, fail, hold, ok }

  static let the = Reference<ScriptedServer>(0)

  static let schema = Schema<ScriptedServer>(
    "server", plural: "", label: { _ in "server" }, restoring: Restoring { _ in ScriptedServer() }
  ) {
    Field("phase", \.game.phase)
    Field("opponent", \.game.opponent, refusing: { $0.flatMap(NameText.problem) })
    Field("result", \.game.result)
    Field("failure", \.failure)
    Field("holding", \.isHolding)
  }
}
