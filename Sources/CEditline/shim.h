// What Swift cannot import of libedit and of the C library: variadic functions, and structures whose
// members differ from system to system.
#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

#include <histedit.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <wchar.h>

// MARK: - Making an editor

// Creates an editor on the terminal of the program; what it draws goes to a stream.
static inline EditLine *editline_create(const char *name, FILE *drawing) {
  return el_init_fd(name, stdin, drawing, stderr, 0, 1, 2);
}

// MARK: - Settings of an editor

typedef unsigned char (*editline_function)(EditLine *, int);
typedef int (*editline_reader)(EditLine *, wchar_t *);

static inline int editline_set_editor(EditLine *editor, const char *name) {
  return el_set(editor, EL_EDITOR, name);
}

static inline int editline_is_vi(EditLine *editor) {
  const char *name = NULL;
  return el_get(editor, EL_EDITOR, &name) == 0 && name != NULL && name[0] == 'v';
}

static inline int editline_ignore_signals(EditLine *editor) {
  return el_set(editor, EL_SIGNAL, 0);
}

static inline int editline_set_reader(EditLine *editor, editline_reader reader) {
  return el_wset(editor, EL_GETCFN, reader);
}

static inline int editline_set_client(EditLine *editor, void *client) {
  return el_set(editor, EL_CLIENTDATA, client);
}

static inline void *editline_client(EditLine *editor) {
  void *client = NULL;
  return el_get(editor, EL_CLIENTDATA, &client) == 0 ? client : NULL;
}

static inline int editline_add(
    EditLine *editor, const char *name, const char *help, editline_function function) {
  return el_set(editor, EL_ADDFN, name, help, function);
}

static inline int editline_bind(EditLine *editor, const char *keys, const char *name) {
  return el_set(editor, EL_BIND, keys, name, NULL);
}

static inline int editline_bind_command_map(EditLine *editor, const char *keys, const char *name) {
  return el_set(editor, EL_BIND, "-a", keys, name, NULL);
}

// While a line is edited, the keys that send signals are keys like any other.
static inline int editline_keep_signal_keys(EditLine *editor) {
  return el_set(editor, EL_SETTY, "-d", "-isig", NULL);
}

// libedit damages its memory when its screen becomes shorter than the entry, so the size that it draws for never changes.
static inline int editline_fix_size(EditLine *editor) {
  return el_set(editor, EL_SETTC, "li", "24", NULL) | el_set(editor, EL_SETTC, "co", "80", NULL);
}

static inline int editline_prepare_terminal(EditLine *editor, int is_raw) {
  return el_set(editor, EL_PREP_TERM, is_raw);
}

// MARK: - Streams

typedef ptrdiff_t (*editline_writer)(void *client, const char *bytes, size_t count);

// Part of what GNU adds to the headers, which other modules have read without it.
struct editline_stream_functions {
  ptrdiff_t (*read)(void *, char *, size_t);
  editline_writer write;
  int (*seek)(void *, long *, int);
  int (*close)(void *);
};
extern FILE *fopencookie(void *, const char *, struct editline_stream_functions);

static inline FILE *editline_open(void *client, editline_writer writer) {
  struct editline_stream_functions functions = { NULL, writer, NULL, NULL };
  return fopencookie(client, "w", functions);
}

// MARK: - Signals and the terminal

// Calls a function when a signal comes; calls of the system that wait for something are broken off.
// A signal that is to be passed over, as `nohup` has it, stays so, unless a key sends it.
static inline int editline_catch(int signal, void (*handler)(int), struct sigaction *previous) {
  struct sigaction action;
  int result = sigaction(signal, NULL, previous);
  int is_key = signal == SIGINT || signal == SIGQUIT || signal == SIGTSTP;
  if (result != 0 || (!is_key && previous->sa_handler == SIG_IGN)) return result;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;
  action.sa_handler = handler;
  return sigaction(signal, &action, NULL);
}

// Waits until there is something to read, or a time is over (only that without a descriptor); a mask of signals holds meanwhile.
static inline int editline_wait(
    int descriptor, const struct timespec *limit, const sigset_t *mask) {
  fd_set descriptors;
  FD_ZERO(&descriptors);
  if (descriptor >= 0) FD_SET(descriptor, &descriptors);
  return pselect(descriptor + 1, &descriptors, NULL, NULL, limit, mask);
}

static inline int editline_size(int descriptor, struct winsize *size) {
  return ioctl(descriptor, TIOCGWINSZ, size);
}

#endif
