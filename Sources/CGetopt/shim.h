// glibc's getopt_long, which the Glibc module leaves out, and its globals behind functions: Swift 6
// rightly refuses to touch a C global.
#pragma once
#include <getopt.h>

// Begins a new command line, and keeps getopt's own messages to itself.
static inline void cgetopt_restart(void) {
#ifdef __GLIBC__
  optind = 0;
#else
  optind = 1;
#endif
  opterr = 0;
}

// The index of the next word to be read.
static inline int cgetopt_next(void) { return optind; }

// The value of the option just read, or NULL.
static inline const char *cgetopt_value(void) { return optarg; }

// The option that was refused: its `val`, or 0 for an unknown long one.
static inline int cgetopt_refused(void) { return optopt; }
