// The scripted world: a text file of lines with fields between tabs, that fake.ts writes. What the bridge changes is
// appended to it, so that several bridges live in one world and a test can change it at any time.
#include "fake.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static World current;
static struct stat readAs;

#define ADD(list, count) (list = realloc(list, (size_t)((count) + 1) * sizeof *(list)), &(list)[(count)++])

static Element *elementAt(int id) {
  if (id >= current.elementCount) {
    current.elements = realloc(current.elements, (size_t)(id + 1) * sizeof *current.elements);
    memset(&current.elements[current.elementCount], 0, (size_t)(id + 1 - current.elementCount) * sizeof *current.elements);
    current.elementCount = id + 1;
  }
  return &current.elements[id];
}

static void setAttribute(Element *element, Attribute attribute) {
  for (int i = 0; i < element->attributeCount; i++)
    if (strcmp(element->attributes[i].name, attribute.name) == 0) {
      element->attributes[i] = attribute;
      return;
    }
  *ADD(element->attributes, element->attributeCount) = attribute;
}

static void readLine(char **field, int count) {
  const char *what = field[0];
  int number = count > 1 ? atoi(field[1]) : 0;
#define IS(word, fields) (strcmp(what, word) == 0 && count >= (fields))
  if (IS("trusted", 2)) current.trusted = number;
  else if (IS("recording", 2)) current.recording = number;
  else if (IS("frontmost", 2)) current.frontmost = number;
  else if (IS("then", 3)) current.thenAfter = number, current.thenPath = field[2];
  else if (IS("process", 3))
    *ADD(current.processes, current.processCount) =
        (Process){.pid = number, .path = field[2], .root = NOBODY, .focus = NOBODY};
  else if (IS("root", 3)) findProcess(number)->root = atoi(field[2]);
  else if (IS("focus", 3)) findProcess(number)->focus = atoi(field[2]);
  else if (IS("headless", 2)) current.headless = number;
  else if (IS("shy", 2)) findProcess(number)->shy = true;
  else if (IS("manual", 2)) findProcess(number)->manual = true;
  else if (IS("process-fault", 4)) findProcess(number)->fault = (Fault){field[2], atol(field[3])};
  else if (IS("element", 3)) {
    Element *element = elementAt(number);
    element->exists = true;
    element->pid = atoi(field[2]);
    element->parent = NOBODY;
  } else if (IS("child", 3)) {
    Element *parent = elementAt(number);
    int child = atoi(field[2]);
    *ADD(parent->children, parent->childCount) = child;
    if (child < current.elementCount && current.elements[child].parent == NOBODY) current.elements[child].parent = number;
  } else if (IS("attribute", 4)) setAttribute(elementAt(number), (Attribute){field[2], field[3], count > 4 ? field[4] : ""});
  else if (IS("action", 3)) {
    Element *element = elementAt(number);
    *ADD(element->actions, element->actionCount) = field[2];
  } else if (IS("settable", 3)) {
    Element *element = elementAt(number);
    *ADD(element->settable, element->settableCount) = field[2];
  } else if (IS("refused", 3)) {
    Element *element = elementAt(number);
    *ADD(element->refused, element->refusedCount) = field[2];
  }
  else if (IS("reaction", 4)) {
    Element *element = elementAt(number);
    ADD(element->reactions, element->reactionCount)->action = field[2];
    element->reactions[element->reactionCount - 1].path = field[3];
  } else if (IS("lazy", 2)) elementAt(number)->lazy = true;
  else if (IS("stubborn", 2)) elementAt(number)->stubborn = true;
  else if (IS("fault", 4)) elementAt(number)->fault = (Fault){field[2], atol(field[3])};
  else if (IS("window", 10)) memcpy(ADD(current.windows, current.windowCount)->fields, field + 1, sizeof(Row));
  else if (IS("display", 7)) memcpy(ADD(current.displays, current.displayCount)->fields, field + 1, sizeof(Row));
  else if (IS("key", 3)) memcpy(ADD(current.keys, current.keyCount)->fields, field + 1, 2 * sizeof *field);
  else if (IS("bundle", 5)) memcpy(ADD(current.bundles, current.bundleCount)->fields, field + 1, sizeof(Row));
  else complain(what);
#undef IS
}

static void readScript(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file || fstat(fileno(file), &readAs) != 0) complain("the script cannot be read");
  // The last world is not freed: a test's worlds are few, and its strings may be in use.
  current = (World){.trusted = true, .recording = true, .frontmost = NOBODY};
  current.text = malloc((size_t)readAs.st_size + 1);
  size_t length = fread(current.text, 1, (size_t)readAs.st_size, file);
  fclose(file);
  current.text[length] = 0;
  for (char *line = current.text, *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    char *field[12] = {line};
    int count = 1;
    for (char *tab = line; count < 11 && (tab = strchr(tab, '\t')); field[count++] = tab) *tab++ = 0;
    if (*line) readLine(field, count);
  }
}

World *world(void) {
  const char *path = getenv("FAKE_MAC");
  struct stat now;
  if (stat(path, &now) != 0) complain("the script is gone");
  bool isSame = now.st_ino == readAs.st_ino && now.st_size == readAs.st_size &&
                now.st_mtim.tv_sec == readAs.st_mtim.tv_sec && now.st_mtim.tv_nsec == readAs.st_mtim.tv_nsec;
  if (!isSame) readScript(path);
  return &current;
}

Element *findElement(int id) {
  return id >= 0 && id < current.elementCount && current.elements[id].exists ? &current.elements[id] : NULL;
}

Process *findProcess(int pid) {
  for (int i = 0; i < current.processCount; i++)
    if (current.processes[i].pid == pid) return &current.processes[i];
  return NULL;
}

static void append(const char *path, const char *format, va_list values) {
  static char line[1 << 20];
  int length = vsnprintf(line, sizeof line, format, values);
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (file < 0 || write(file, line, (size_t)length) != length) complain(strerror(errno));
  close(file);
}

void changeWorld(const char *format, ...) {
  va_list values;
  va_start(values, format);
  append(getenv("FAKE_MAC"), format, values);
  va_end(values);
}

void replaceWorld(const char *path) {
  if (rename(path, getenv("FAKE_MAC")) != 0) complain("the next script is not there");
}

void record(const char *format, ...) {
  char path[4096];
  snprintf(path, sizeof path, "%s.log", getenv("FAKE_MAC"));
  va_list values;
  va_start(values, format);
  append(path, format, values);
  va_end(values);
}
