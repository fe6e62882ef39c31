// A file system for SQLite whose n-th write or sync fails, and those behind it.
#pragma once

// Makes it the one that files are opened through from now on. Files with “faulty” in their names alone can fail.
int faulty_vfs_install(void);

// The kinds of failures. `faulty_torn` is `faulty_io` whose first write reaches the disk by half.
enum { faulty_nothing = 0, faulty_io = 1, faulty_full = 2, faulty_torn = 3 };

// From the `first`-th call on (from 1) `count` writes and syncs of this thread fail.
void faulty_vfs_fail(int kind, int first, int count);

// Whether the disk has no room for an index of SQLite's log.
void faulty_vfs_fill_index(int is_full);

// What runs before this thread sleeps in SQLite, as it does while it waits for a lock; NULL for nothing any more.
void faulty_vfs_on_sleep(void (*body)(void *), void *context);

// How many writes and syncs there were since the last call of faulty_vfs_fail.
int faulty_vfs_calls(void);
// How many of them were syncs.
int faulty_vfs_syncs(void);
