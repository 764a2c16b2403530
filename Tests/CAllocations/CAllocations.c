// A program that links this has its own `malloc`, which counts and passes on to that of the C library.
#include "CAllocations.h"
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic uint64_t count;

uint64_t allocations_so_far(void) {
  return atomic_load_explicit(&count, memory_order_relaxed);
}

#ifdef __GLIBC__
extern void *__libc_malloc(size_t size);

void *malloc(size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_malloc(size);
}
#endif
