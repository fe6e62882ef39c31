// Counts the bytes that the process holds by replacing the functions of the allocator. glibc allows that, and keeps its own
// under the names that begin with __libc.
#include "allocations.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static long now, peak;

long allocations_now(void) { return now; }
long allocations_peak(void) { return peak; }
void allocations_begin(void) { peak = now; }

static void *counted(void *block) {
  if (block != NULL) {
    now += (long)malloc_usable_size(block);
    if (now > peak) peak = now;
  }
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *old, size_t size) {
  long former = old == NULL ? 0 : (long)malloc_usable_size(old);
  void *block = __libc_realloc(old, size);
  if (block != NULL || size == 0) now -= former;
  return counted(block);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block == NULL && size > 0 ? ENOMEM : 0;
}

void free(void *block) {
  if (block != NULL) now -= (long)malloc_usable_size(block);
  __libc_free(block);
}
