import CommandProgram
import LineEditor
import WarGame

CommandProgram(warRoom, prompt: .readline, lesson: demo).main()
