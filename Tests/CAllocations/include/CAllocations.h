#pragma once
#include <stdint.h>

/// The number of allocations of this program so far; always zero where they cannot be counted.
uint64_t allocations_so_far(void);
