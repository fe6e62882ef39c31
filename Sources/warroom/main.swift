import Glibc
import Scenarios

StandardDescriptors.prepare()
exit(PosixThreads.withStack { Program.run(ProgramArguments.words) }.rawValue)
