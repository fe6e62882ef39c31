// Starts a program that does not outlive its parent, which posix_spawn cannot.
#pragma once

// Starts a program in a process group of its own, with the usual signals and an empty standard input. When the
// thread that calls this ends, be it by SIGKILL to its process, the system kills the program.
//
// `name` is looked for as a shell looks for it, then as the path `beside`, which may be NULL; `words` begins with
// the name and ends with NULL. Standard output and standard error go to the descriptors `output` and `errors`, both
// above 2. Gives 0 and the process's number in `child`, or the errno that says why nothing was started.
int cspawn_tethered(const char *name, const char *beside, char *const words[], int output, int errors, int *child);
