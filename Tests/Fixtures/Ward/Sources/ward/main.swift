import CommandProgram

CommandProgram(hospital).main()
