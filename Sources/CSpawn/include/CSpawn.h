// Starts programs that do not outlive their parent, which posix_spawn does not support.
#pragma once

// Starts a program in a new process group, with default signal handling. When the calling thread ends, even by SIGKILL
// to its process, the system kills the program.
//
// `name` is looked up in the search path, and then as the path `beside`, which may be NULL. `words` begins with the
// name and ends with NULL. Standard input is read from the descriptor `input`, or is empty if that is -1. Standard
// output and error go to `output` and `errors`. All descriptors must be above 2. Returns 0 and stores the process
// number in `child`, or returns the errno if nothing was started.
int cspawn_tethered(
    const char *name, const char *beside, char *const words[], int input, int output, int errors, int *child);

// Copies this process into a new process group. The copy continues from here too, with `child` set to 0. The process
// must have only one active thread. The copy has the same signal handlers, but a fault (a trap or an abort) ends it
// at once. When the calling thread ends, the system kills the copy. Returns 0, or the errno if there is no copy.
int cspawn_copy(int *child);

// Starts a program with an empty standard input below a keeper. All processes that the program starts and leaves
// behind, in any process group or session, become children of the keeper. The keeper ends when all of them have ended,
// with the status of the program. It writes a byte to the descriptor `ending` when the program itself has ended.
//
// The keeper passes SIGTERM on to the program's group and then to the processes that outlive the program, which are
// killed half a second later. SIGUSR1, or the end of the calling thread, kills the program and all processes that it
// started. Returns 0 and stores the keeper's process number, or returns the errno if nothing was started.
int cspawn_kept(
    const char *name, const char *beside, char *const words[], int output, int errors, int ending, int *keeper);

// Runs a shell command line on this program's terminal like system(), except that this program stops when the command
// is stopped (Ctrl-Z), and both continue together. Otherwise the terminal's shell would not return, since it waits for
// this program. Returns the wait status, or -1 if nothing was started.
int cspawn_shell(const char *line);
