import CommandProgram
import LineEditor
import WarGame

CommandProgram(warRoom, prompt: .readline).main()
