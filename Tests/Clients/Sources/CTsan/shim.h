#ifndef CLIENTS_TSAN_H
#define CLIENTS_TSAN_H

// What the toolchain offers to tell its sanitizer of locks that it cannot see into.
#include <sanitizer/tsan_interface.h>

#endif
