#include "faulty_vfs.h"
#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

static sqlite3_vfs *base;
static sqlite3_vfs faulty;

// SQLite has different methods for each kind of file.
struct methods {
  sqlite3_io_methods own;
  const sqlite3_io_methods *base;
};
static struct methods known[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// Thread-local, because several threads may explore at the same time.
static _Thread_local int kind, first, count, calls, syncs, is_index_full;

// Returns the result of the next write or sync: SQLITE_OK to perform it, or the requested failure.
static int failing(int is_sync) {
  int number = ++calls;
  syncs += is_sync;
  if (kind == faulty_nothing || number < first || number - first >= count) return SQLITE_OK;
  if (kind == faulty_full) return is_sync ? SQLITE_IOERR_FSYNC : SQLITE_FULL;
  return is_sync ? SQLITE_IOERR_FSYNC : SQLITE_IOERR_WRITE;
}

// Only files whose names contain this text fail. The names of their folders are ignored.
static const char *mark = "faulty";

static int is_marked(const char *path) {
  const char *slash = strrchr(path, '/');
  return strstr(slash ? slash + 1 : path, mark) != NULL;
}

static const sqlite3_io_methods *base_of(sqlite3_file *file) {
  return ((const struct methods *)file->pMethods)->base;
}

static int write_bytes(sqlite3_file *file, const void *bytes, int amount, sqlite3_int64 offset) {
  int code = failing(0);
  if (code != SQLITE_OK && kind == faulty_torn && calls == first)
    base_of(file)->xWrite(file, bytes, amount / 2, offset);
  return code == SQLITE_OK ? base_of(file)->xWrite(file, bytes, amount, offset) : code;
}

static int sync_file(sqlite3_file *file, int flags) {
  int code = failing(1);
  return code == SQLITE_OK ? base_of(file)->xSync(file, flags) : code;
}

static int map_index(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
  if (is_index_full && extends) {
    errno = ENOSPC;
    return SQLITE_IOERR_SHMSIZE;
  }
  return base_of(file)->xShmMap(file, page, size, extends, memory);
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  int code = base->xOpen(base, name, file, flags, out);
  if (code == SQLITE_OK && file->pMethods && name && is_marked(name)) {
    pthread_mutex_lock(&lock);
    struct methods *place = known;
    while (place->base && place->base != file->pMethods && place < known + 7) place++;
    if (!place->base) {
      place->own = *file->pMethods;
      place->own.xWrite = write_bytes;
      place->own.xSync = sync_file;
      place->own.xShmMap = map_index;
      place->base = file->pMethods;
    }
    file->pMethods = &place->own;
    pthread_mutex_unlock(&lock);
  }
  return code;
}

static _Thread_local void (*on_sleep)(void *);
static _Thread_local void *sleeping;

static int sleep_on(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  if (on_sleep) on_sleep(sleeping);
  return base->xSleep(base, microseconds);
}

void faulty_vfs_on_sleep(void (*body)(void *), void *context) {
  on_sleep = body;
  sleeping = context;
}

static int install(void) {
  if (base) return SQLITE_OK;
  base = sqlite3_vfs_find(NULL);
  if (!base) return SQLITE_ERROR;
  faulty = *base;
  faulty.zName = "faulty";
  faulty.xOpen = open_file;
  faulty.xSleep = sleep_on;
  faulty.pNext = NULL;
  return sqlite3_vfs_register(&faulty, 1);
}

int faulty_vfs_install(void) {
  pthread_mutex_lock(&lock);
  int code = install();
  pthread_mutex_unlock(&lock);
  return code;
}

void faulty_vfs_fail(int new_kind, int new_first, int new_count) {
  kind = new_kind;
  first = new_first;
  count = new_count;
  calls = syncs = 0;
}

void faulty_vfs_fill_index(int is_full) { is_index_full = is_full; }

int faulty_vfs_calls(void) { return calls; }

int faulty_vfs_syncs(void) { return syncs; }
