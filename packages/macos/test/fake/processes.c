// libproc: which processes run, and from where.
#include "fake.h"
#include <string.h>

/** Without a buffer: about how many there are. With one: how many were written. */
int proc_listallpids(void *buffer, int size) {
  World *now = world();
  if (!buffer) return now->processCount + 20;
  int count = 0;
  for (; count < now->processCount && (count + 1) * (int)sizeof(int) <= size; count++)
    ((int *)buffer)[count] = now->processes[count].pid;
  return count;
}

int proc_pidpath(int pid, void *buffer, uint32_t size) {
  world();
  Process *process = findProcess(pid);
  if (!process) return 0;
  if (size < 4096) complain("too little room for a path");
  strcpy(buffer, process->path);
  return (int)strlen(process->path);
}
