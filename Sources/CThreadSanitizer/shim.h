#ifndef RETRYLAB_THREAD_SANITIZER_H
#define RETRYLAB_THREAD_SANITIZER_H

// What the toolchain offers to tell its sanitizer of locks that it cannot see into.
#include <sanitizer/tsan_interface.h>

#endif
