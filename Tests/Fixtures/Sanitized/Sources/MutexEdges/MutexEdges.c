// Tells the thread sanitizer what a contended Synchronization.Mutex orders.
//
// The mutex's fast path is compiled into who uses it, where the sanitizer sees its atomic exchange. Its slow path stands
// in the standard library, which is built without the sanitizer, so that whatever a contended lock guards would be
// reported as a race. The two functions of the slow path are therefore defined here, in the test executable, which the
// loader asks first: they call the library's own, and say what the lock orders. Nothing is suppressed: a race beside
// a lock is reported as any other.

#include "MutexEdges.h"

#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

// Swift's own convention: what a method is called on comes in a register of its own.
#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t thread, CONTEXT void *handle);
typedef SWIFT void (*Unlock)(CONTEXT void *handle);

SWIFT void lockSlow(uint32_t thread, CONTEXT void *handle) __asm__(LOCK);
SWIFT void unlockSlow(CONTEXT void *handle) __asm__(UNLOCK);

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

SWIFT void lockSlow(uint32_t thread, CONTEXT void *handle) {
  ((Lock)next(LOCK))(thread, handle);
  __tsan_acquire(handle);
}

SWIFT void unlockSlow(CONTEXT void *handle) {
  __tsan_release(handle);
  ((Unlock)next(UNLOCK))(handle);
}

int mutex_edges_are_told(void) { return 1; }

#else

int mutex_edges_are_told(void) { return 0; }

#endif
