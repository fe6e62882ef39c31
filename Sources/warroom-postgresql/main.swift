import CommandProgram
import LineEditor
import PostgresJournal
import WarGame

CommandProgram(warRoom, prompt: .readline, stores: [.postgresql]).main()
