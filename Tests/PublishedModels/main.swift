// A program over published models: the variable MODEL of the environment says which.

import CommandProgram
import Glibc
import Simulator

let model = getenv("MODEL").map { String(cString: $0) } ?? "two-phase-commit-3"

switch model {
case "two-phase-commit-3": CommandProgram(twoPhaseCommit(managers: 3)).main()
case "two-phase-commit-5": CommandProgram(twoPhaseCommit(managers: 5)).main()
case "two-phase-commit-7": CommandProgram(twoPhaseCommit(managers: 7)).main()
case "early-commit": CommandProgram(twoPhaseCommit(managers: 3, commitsEarly: true)).main()
case "water-jugs": CommandProgram(waterJugs()).main()
case "spilling-jugs": CommandProgram(waterJugs(spills: true)).main()
case "philosophers": CommandProgram(diningPhilosophers(3, isMended: false)).main()
case "mended-philosophers": CommandProgram(diningPhilosophers(3, isMended: true)).main()
case "peterson": CommandProgram(mutualExclusion(isFair: true)).main()
case "unfair-lock": CommandProgram(mutualExclusion(isFair: false)).main()
case "tic-tac-toe": CommandProgram(ticTacToe()).main()
case "endless-tic-tac-toe": CommandProgram(ticTacToe(continues: true)).main()
default:
  print("there is no model \(model)")
  exit(2)
}
