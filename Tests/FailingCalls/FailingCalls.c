#define _GNU_SOURCE
#include "include/FailingCalls.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// What is done about a call.
enum { LET_THROUGH = -1, SHORTEN = 0 };

static atomic_int calls_of_that_name;

// Tells whether a call on a path, or on a descriptor, counts.
static int counts(const char *path, int descriptor) {
  const char *under = getenv("FAILING_UNDER");
  if (under == NULL) return 0;
  if (strncmp(under, "fd:", 3) == 0) return path == NULL && atoi(under + 3) == descriptor;
  char name[PATH_MAX] = "", link[64];
  if (path == NULL) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlink, link, name, sizeof name - 1);
    if (length < 0) return 0;
    name[length] = 0;
    path = name;
  }
  return strncmp(path, under, strlen(under)) == 0;
}

// Takes note of a call, and returns the error that it fails with, or what else is done about it.
static int fate(const char *call, const char *path, int descriptor) {
  int before = errno, error = LET_THROUGH;
  if (counts(path, descriptor)) {
    const char *log = getenv("FAILING_LOG"), *wanted = getenv("FAILING_CALL");
    if (log != NULL) {
      char line[64];
      int length = snprintf(line, sizeof line, "%s\n", call);
      int file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
      syscall(SYS_write, file, line, length);
      syscall(SYS_close, file);
    }
    if (wanted != NULL && strcmp(wanted, call) == 0) {
      int number = atomic_fetch_add(&calls_of_that_name, 1) + 1;
      int first = atoi(getenv("FAILING_NUMBER"));
      if (number == first) error = atoi(getenv("FAILING_ERROR"));
      const char *then = getenv("FAILING_THEN");
      if (number == first + 1 && then != NULL) error = atoi(then);
    }
  }
  errno = before;
  return error;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Defines a call that fails or is made.
#define CALL(result, name, path, descriptor, parameters, ...)   \
  result name parameters {                                      \
    int error = fate(#name, path, descriptor);                  \
    if (error > 0) return errno = error, (result)-1;            \
    return REAL(name)(__VA_ARGS__);                             \
  }

// Defines a call that also may transfer one byte only.
#define TRANSFER(name, parameters, size, whole, shortened)      \
  ssize_t name parameters {                                     \
    int error = fate(#name, NULL, descriptor);                  \
    if (error > 0) return errno = error, -1;                    \
    if (error == SHORTEN && size > 1) return REAL(name) shortened; \
    return REAL(name) whole;                                    \
  }

TRANSFER(read, (int descriptor, void *bytes, size_t size), size, (descriptor, bytes, size),
         (descriptor, bytes, 1))
TRANSFER(write, (int descriptor, const void *bytes, size_t size), size, (descriptor, bytes, size),
         (descriptor, bytes, 1))
CALL(ssize_t, pread, NULL, descriptor, (int descriptor, void *bytes, size_t size, off_t place),
     descriptor, bytes, size, place)
CALL(int, fsync, NULL, descriptor, (int descriptor), descriptor)
CALL(int, flock, NULL, descriptor, (int descriptor, int operation), descriptor, operation)
CALL(int, fchmod, NULL, descriptor, (int descriptor, mode_t mode), descriptor, mode)
CALL(int, ftruncate, NULL, descriptor, (int descriptor, off_t size), descriptor, size)
CALL(off_t, lseek, NULL, descriptor, (int descriptor, off_t place, int from), descriptor, place,
     from)
CALL(int, fstat, NULL, descriptor, (int descriptor, struct stat *status), descriptor, status)
CALL(int, stat, path, -1, (const char *path, struct stat *status), path, status)
CALL(int, lstat, path, -1, (const char *path, struct stat *status), path, status)
CALL(int, access, path, -1, (const char *path, int mode), path, mode)
CALL(int, mkdir, path, -1, (const char *path, mode_t mode), path, mode)
CALL(int, unlink, path, -1, (const char *path), path)
CALL(int, rename, to, -1, (const char *from, const char *to), from, to)
CALL(int, link, to, -1, (const char *from, const char *to), from, to)

char *realpath(const char *path, char *resolved) {
  int error = fate("realpath", path, -1);
  if (error > 0) return errno = error, NULL;
  return REAL(realpath)(path, resolved);
}

DIR *opendir(const char *path) {
  int error = fate("opendir", path, -1);
  if (error > 0) return errno = error, NULL;
  return REAL(opendir)(path);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  int error = fate("open", path, -1);
  if (error > 0) return errno = error, -1;
  return REAL(open)(path, flags, mode);
}
