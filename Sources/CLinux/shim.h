// System calls of Linux that the Glibc module does not include. They return the result of the call: if it fails, a
// negative number, and the error in `errno`.
#pragma once
#include <asm/unistd.h>
#include <stdint.h>

// Declared here instead of included, because the types of those headers belong to the Glibc module.
extern long syscall(long number, ...);
extern int fcntl(int file, int command, ...);
extern int *__errno_location(void);

// O_PATH: opens a file only as a reference.
static const int clinux_o_path = 010000000;

// Opens a path relative to a folder, so that no part of it, neither `..` nor a link, leads out of that folder. Fails
// with ENOSYS on kernels without openat2 (before 5.6).
static inline int clinux_open_beneath(int folder, const char *path, int flags) {
#ifdef __NR_openat2
  struct { uint64_t flags, mode, resolve; } how = {(uint64_t)flags, 0, 0x08 /* RESOLVE_BENEATH */ | 0x02 /* RESOLVE_NO_MAGICLINKS */};
  return (int)syscall(__NR_openat2, folder, path, &how, sizeof how);
#else
  *__errno_location() = 38 /* ENOSYS */;
  return -1;
#endif
}

// Renames within a folder: to an unused name, or in exchange with another file.
static inline int clinux_rename_new(int folder, const char *from, const char *to) {
  return (int)syscall(__NR_renameat2, folder, from, folder, to, 1u /* RENAME_NOREPLACE */);
}
static inline int clinux_rename_exchange(int folder, const char *from, const char *to) {
  return (int)syscall(__NR_renameat2, folder, from, folder, to, 2u /* RENAME_EXCHANGE */);
}

// Returns 1 if any program has the file open for writing. Here it must be open for reading.
static inline int clinux_is_written(int file) {
  enum { set_lease = 1024 /* F_SETLEASE */ };
  if (fcntl(file, set_lease, 0 /* F_RDLCK */) == 0) {
    fcntl(file, set_lease, 2 /* F_UNLCK */);
    return 0;
  }
  return *__errno_location() == 11 /* EAGAIN */;
}
