// SQLite as Swift can reach it: its functions as they are, and what they hide in macros or variadic arguments through
// the small functions below.
#pragma once
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/vfs.h>

// A text or blob that is bound is copied.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// SQLITE_READONLY_DBMOVED: somebody removed the file, or gave its name to another one.
static inline int csqlite_is_moved(int code) { return code == SQLITE_READONLY_DBMOVED; }

// The kind of file system that a file is on; 0 when nobody tells.
static inline long csqlite_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : 0;
}

// What a damaged or a stranger's file declares must not run anything, nor reach into the schema.
static inline void csqlite_defend(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

// Waits for a lock in short sleeps of equal length, so that nobody who waits long is passed over by who came later.
static inline int csqlite_wait(void *most, int count) {
  if (count >= *(int *)most) return 0;
  sqlite3_sleep(1);
  return 1;
}
static inline void csqlite_set_wait(sqlite3 *database, int *most) {
  sqlite3_busy_handler(database, csqlite_wait, most);
}

// Locks on two bytes far behind the end of SQLite's log, on which SQLite keeps none: held by whoever waits to write, and
// by whoever listens. They belong to a descriptor, whose own are not found. The commands have no names without
// _GNU_SOURCE.
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
