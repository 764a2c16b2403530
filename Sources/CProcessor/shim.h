#ifndef RETRYLAB_PROCESSOR_H
#define RETRYLAB_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

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

/// Starts to load a line of the cache that will be needed soon.
static inline void processor_prefetch(const void *address) { __builtin_prefetch(address); }

#if defined(__AVX512F__)
#include <immintrin.h>

/// Returns which of eight words are not zero, a bit for each.
static inline uint8_t processor_nonzero_words(const uint64_t *words) {
  const __m512i eight = _mm512_loadu_si512(words);
  return _mm512_test_epi64_mask(eight, eight);
}

/// Writes those of eight words whose bit is set one after the other, and zeros after them up to eight.
static inline void processor_pack_words(uint64_t *to, const uint64_t *from, uint8_t bits) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(bits, _mm512_loadu_si512(from)));
}
#endif

#endif
