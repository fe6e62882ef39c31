// System calls of Linux that the Glibc module leaves out. Each gives what the call gives: a negative number and
// `errno` where it fails.
#pragma once
#include <asm/unistd.h>
#include <stdint.h>

// Declared here and not included: the types of those headers belong to the Glibc module.
extern long syscall(long number, ...);
extern int fcntl(int file, int command, ...);
extern int *__errno_location(void);

// O_PATH: opens only to say what is meant.
static const int clinux_o_path = 010000000;

// Opens a path from a folder's descriptor on so that no part of it, neither `..` nor a link, leads above that
// folder; ENOSYS where the kernel has no openat2 (before 5.6).
static inline int clinux_open_beneath(int folder, const char *path, int flags) {
#ifdef __NR_openat2
  struct { uint64_t flags, mode, resolve; } how = {(uint64_t)flags, 0, 0x08 /* RESOLVE_BENEATH */ | 0x02 /* RESOLVE_NO_MAGICLINKS */};
  return (int)syscall(__NR_openat2, folder, path, &how, sizeof how);
#else
  *__errno_location() = 38 /* ENOSYS */;
  return -1;
#endif
}

// Renames within a folder: to a name that is free, or in exchange for the file that has it.
static inline int clinux_rename_new(int folder, const char *from, const char *to) {
  return (int)syscall(__NR_renameat2, folder, from, folder, to, 1u /* RENAME_NOREPLACE */);
}
static inline int clinux_rename_exchange(int folder, const char *from, const char *to) {
  return (int)syscall(__NR_renameat2, folder, from, folder, to, 2u /* RENAME_EXCHANGE */);
}

// Whether some program has the file, which is open for reading here, open for writing.
static inline int clinux_is_written(int file) {
  enum { set_lease = 1024 /* F_SETLEASE */ };
  if (fcntl(file, set_lease, 0 /* F_RDLCK */) == 0) {
    fcntl(file, set_lease, 2 /* F_UNLCK */);
    return 0;
  }
  return *__errno_location() == 11 /* EAGAIN */;
}
