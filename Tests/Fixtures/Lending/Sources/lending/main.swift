import CommandProgram

CommandProgram(library).main()
