// A file system for SQLite in which selected writes and syncs fail.
#pragma once

// Makes this the default file system of SQLite. Only files with “faulty” in their names can fail.
int faulty_vfs_install(void);

// The kinds of failures. `faulty_torn` is like `faulty_io`, but half of the first failing write reaches the disk.
enum { faulty_nothing = 0, faulty_io = 1, faulty_full = 2, faulty_torn = 3 };

// Makes `count` writes and syncs of this thread fail, starting with the `first` one (from 1).
void faulty_vfs_fail(int kind, int first, int count);

// Sets whether the disk has no space for an index of SQLite's log.
void faulty_vfs_fill_index(int is_full);

// Sets a function that is called before this thread sleeps in SQLite, for example while it waits for a lock; NULL for
// none.
void faulty_vfs_on_sleep(void (*body)(void *), void *context);

// Returns the number of writes and syncs since the last call of faulty_vfs_fail.
int faulty_vfs_calls(void);
// Returns how many of them were syncs.
int faulty_vfs_syncs(void);
