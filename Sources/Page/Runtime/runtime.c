// What the engine needs of a system: lines in and out by the interface of WASI, and what Embedded Swift asks of a C
// library under names of its own.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

/// Answers a line with a request; returns whether more may follow.
int32_t page_answer(const char *line, int32_t count);

/// Whether a response could not be written.
static int is_lost = 0;

static void put(const char *bytes, size_t count) {
  while (count > 0) {
    const __wasi_ciovec_t part = {(const uint8_t *)bytes, count};
    __wasi_size_t written = 0;
    if (__wasi_fd_write(1, &part, 1, &written) != 0 || written == 0) {
      is_lost = 1;
      return;
    }
    bytes += written;
    count -= written;
  }
}

/// Writes a line with a response.
void page_send(const char *line, int32_t count) {
  put(line, (size_t)count);
  put("\n", 1);
}

/// Makes room for a request.
__attribute__((export_name("page_allocate"))) void *page_allocate(size_t count) {
  return malloc(count > 0 ? count : 1);
}

__attribute__((export_name("page_free"))) void page_free(void *memory) { free(memory); }

/// As a command, the engine answers each line of its input.
int main(void) {
  char *line = NULL;
  size_t count = 0, room = 0;
  for (;;) {
    if (room - count < 4096) {
      room = 2 * room + 8192;
      char *larger = realloc(line, room);
      if (larger == NULL) return 1;
      line = larger;
    }
    const __wasi_iovec_t part = {(uint8_t *)line + count, room - count};
    __wasi_size_t got = 0;
    if (__wasi_fd_read(0, &part, 1, &got) != 0 || got == 0) break;
    count += got;
    char *begin = line, *end;
    while ((end = memchr(begin, '\n', count - (size_t)(begin - line))) != NULL) {
      const int32_t goes_on = page_answer(begin, (int32_t)(end - begin));
      if (is_lost) return 74;
      if (!goes_on) return 0;
      begin = end + 1;
    }
    count -= (size_t)(begin - line);
    memmove(line, begin, count);
  }
  if (count > 0) page_answer(line, (int32_t)count);
  return is_lost ? 74 : 0;
}

const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}

/// Seeds the hashes, on which nothing that is shown depends. The engine draws everything else from its own seeds.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x5A, count); }

/// The mark at the end of a frame, and what follows when it is overwritten.
uintptr_t __stack_chk_guard = 0x5AC3A55A;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
