import CommandProgram
import LineEditor

CommandProgram(kanban, prompt: .readline).main()
