// Logs the name of each exported function when it is called for the first time (gcc -finstrument-functions),
// so that a test can check that every prototype of the bridge is used.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define QUIET __attribute__((no_instrument_function))

enum { SLOTS = 1024 };
static const void *seen[SLOTS];

QUIET static int isNew(const void *function) {
  uintptr_t slot = ((uintptr_t)function >> 4) % SLOTS;
  while (seen[slot] && seen[slot] != function) slot = (slot + 1) % SLOTS;
  if (seen[slot]) return 0;
  seen[slot] = function;
  return 1;
}

QUIET void __cyg_profile_func_enter(void *function, void *site) {
  (void)site;
  Dl_info info;
  if (!isNew(function) || !dladdr(function, &info) || !info.dli_sname || info.dli_saddr != function) return;
  char path[4096], name[200];
  snprintf(path, sizeof path, "%s.called", getenv("FAKE_MAC"));
  int length = snprintf(name, sizeof name, "%s\n", info.dli_sname);
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (file < 0 || write(file, name, (size_t)length) != length) abort();
  close(file);
}

QUIET void __cyg_profile_func_exit(void *function, void *site) { (void)function, (void)site; }
