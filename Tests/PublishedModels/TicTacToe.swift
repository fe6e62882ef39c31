import CommandLanguage
import Simulator

// Noughts and crosses: games come to 5,478 positions, the empty board among them.

enum Mark: String, FieldWord { case empty, cross, nought }

struct Square: Model {
  let id: Int
  var name: String
  var mark = Mark.empty
  static let schema = Schema<Square>(
    "square", plural: "squares", named: \.name, new: { Square(id: $0, name: $1) }, access: .commandsOnly()
  ) {
    Field("name", \.name)
    Field("mark", \.mark)
  }
}

/// - Parameter continues: the classic fault: to play on when somebody has won.
func ticTacToe(continues: Bool = false) -> World {
  @Sendable func hasWon(_ mark: Mark, _ squares: [Square]) -> Bool {
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]].contains {
      line in
      line.allSatisfy { squares[$0].mark == mark }
    }
  }
  return World("tic-tac-toe", Square.schema) {
    Start { world in
      for name in ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] {
        try world.add(Square.self, named: name)
      }
    }
    Invariant("one of the two wins", over: Square.self) { world, _ in
      let squares = world.all(Square.self)
      return !hasWon(.cross, squares) || !hasWon(.nought, squares)
    }
    Command("play", "Mark a square", .one(Square.self)) { world, square in
      let squares = world.all(Square.self)
      if !continues, hasWon(.cross, squares) || hasWon(.nought, squares) {
        throw Explanation("the game is over")
      }
      let count = squares.count { $0.mark != .empty }
      try world.change(square) { square in
        if square.mark != .empty { throw Explanation("the square is taken") }
        square.mark = count % 2 == 0 ? .cross : .nought
      }
    }
  }
}
