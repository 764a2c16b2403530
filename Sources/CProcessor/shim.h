#ifndef RETRYLAB_PROCESSOR_H
#define RETRYLAB_PROCESSOR_H

#include <stdbool.h>

/// Tells whether the processor has vectors of four words, for which `WideLanes` is compiled.
static inline bool processor_has_wide_lanes(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("x86-64-v3");
#else
  return true;
#endif
}

/// Tells whether the processor has vectors of eight words, for which `WidestLanes` is compiled.
static inline bool processor_has_widest_lanes(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("x86-64-v4");
#else
  return false;
#endif
}

#endif
