// A program over a world that is no game, without a prompt.

import CommandProgram

CommandProgram(TallyWorld()).main()
