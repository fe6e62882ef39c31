// SQLite for Swift. Its functions are imported unchanged. Macros and variadic functions, which Swift does not import,
// are wrapped in the small functions below.
#pragma once
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/vfs.h>

// Binds a text, which SQLite copies.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Returns whether an error code means that the file was removed, or replaced by another one.
static inline int csqlite_is_moved(int code) { return code == SQLITE_READONLY_DBMOVED; }

// Returns the type of the file system of a file; 0 if it is unknown.
static inline long csqlite_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : 0;
}

// Prevents the declarations in a damaged or malicious file from running code or changing the schema.
static inline void csqlite_defend(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

// Waits for a lock in short sleeps of equal length, so that a program that has waited long is not at a disadvantage.
static inline int csqlite_wait(void *most, int count) {
  if (count >= *(int *)most) return 0;
  sqlite3_sleep(1);
  return 1;
}
static inline void csqlite_set_wait(sqlite3 *database, int *most) {
  sqlite3_busy_handler(database, csqlite_wait, most);
}

// Marks: locks on two bytes far after the end of SQLite's log, where SQLite has no locks. A program that waits to write
// holds one, and a program that listens for writes the other. A lock belongs to a descriptor, which does not find its
// own locks. The commands are defined here, since their names require _GNU_SOURCE.
enum { csqlite_waiting = 1, csqlite_listening = 2 };
#define CSQLITE_OFD_GETLK 36
#define CSQLITE_OFD_SETLK 37
static inline struct flock csqlite_lock(short type, int marks) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET};
  lock.l_start = ((off_t)1 << 60) + (marks == csqlite_listening);
  lock.l_len = marks == (csqlite_waiting | csqlite_listening) ? 2 : 1;
  return lock;
}
static inline void csqlite_set_mark(int log, int mark, int is_set) {
  struct flock lock = csqlite_lock(is_set ? F_RDLCK : F_UNLCK, mark);
  fcntl(log, CSQLITE_OFD_SETLK, &lock);
}
static inline int csqlite_is_marked(int log, int marks) {
  struct flock lock = csqlite_lock(F_WRLCK, marks);
  return fcntl(log, CSQLITE_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
