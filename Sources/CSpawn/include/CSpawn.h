// Starts programs that do not outlive their parent, which posix_spawn cannot.
#pragma once

// Starts a program in a process group of its own, with the usual signals. When the thread that calls this ends, be it
// by SIGKILL to its process, the system kills the program.
//
// `name` is looked for as a shell looks for it, then as the path `beside`, which may be NULL; `words` begins with
// the name and ends with NULL. Standard input comes from the descriptor `input`, or is empty where that is -1;
// standard output and standard error go to `output` and `errors`. Descriptors are above 2. Gives 0 and the process's
// number in `child`, or the errno that says why nothing was started.
int cspawn_tethered(
    const char *name, const char *beside, char *const words[], int input, int output, int errors, int *child);

// Makes a copy of this process, in a process group of its own, that goes on from here as well: there `child` is 0. Only
// for a process of one thread that does anything. The copy has this process's signal handlers, but a fault (a trap, an
// abort) ends it at once. When the thread that calls this ends, the system kills the copy. Gives 0, or the errno that says
// why there is no copy.
int cspawn_copy(int *child);

// Starts a program with an empty standard input below a keeper: a process that all becomes a child of which the program
// starts and leaves behind, whatever group or session that is in. The keeper ends when nothing of it is left, as the
// program ended. It writes a byte to the descriptor `ending` when the program itself has ended.
//
// SIGTERM to the keeper is passed on to the program's group, and then to what outlives the program, which half a second
// later is killed. SIGUSR1 kills the program and all that it started, and so does the end of the thread that calls this.
// Gives 0 and the keeper's number, or the errno that says why nothing was started.
int cspawn_kept(
    const char *name, const char *beside, char *const words[], int output, int errors, int ending, int *keeper);
