import Simulator

/// The server of a scenario: it does what commands have told it, and is a model like all else.
struct ScriptedServer: Model {
  let id = 0
  /// The game as the server reports it.
  var game = Game()
  /// The error that it answers with instead; `nil` for none.
  var failure: String?
  /// A Boolean value that indicates whether it does not answer at all.
  var isHolding = false

  /// The actions of `server`.
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
