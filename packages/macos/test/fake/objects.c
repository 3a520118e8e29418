// Objects with real reference counts. Freed objects stay recognisable and their memory is never reused.
#include "fake.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FREED = 0xDEADF00D };

const Object trueObject = {ALIVE, KIND_BOOLEAN, -1, {}};
const Object falseObject = {ALIVE, KIND_BOOLEAN, -1, {}};

/** Counters that a test reads while the bridge runs: objects alive now, and created in total. */
static struct { int64_t alive, made; } *counts;

__attribute__((constructor)) static void shareCounts(void) {
  char path[4096];
  const char *script = getenv("FAKE_MAC");
  if (!script) complain("FAKE_MAC does not name a script");
  snprintf(path, sizeof path, "%s.counts.%d", script, getpid());
  int file = open(path, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, sizeof *counts) != 0) complain("no file for the counts");
  counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (counts == MAP_FAILED) complain("no memory for the counts");
  close(file);
}

_Noreturn void complain(const char *what) {
  fprintf(stderr, "fake Mac: %s\n", what);
  abort();
}

Object *createObject(Kind kind) {
  Object *object = calloc(1, sizeof *object);
  object->magic = ALIVE;
  object->kind = kind;
  object->references = 1;
  counts->alive++;
  counts->made++;
  return object;
}

/** On a real Mac small numbers are tagged pointers: the value with the highest bit set. Ours look the same. */
static const uintptr_t tag = (uintptr_t)1 << 63;

Ref checked(Ref object, Kind kind) {
  object = (Ref)((uintptr_t)object & ~tag);
  if (!object) complain("NULL where an object is needed");
  if (object->magic == FREED) complain("use of an object that was released");
  if (object->magic != ALIVE) complain("not an object");
  if (kind && object->kind != kind) complain("an object of another type");
  return object;
}

Ref retain(Ref object) {
  Object *mine = (Object *)checked(object, 0);
  if (mine->references >= 0) mine->references++;
  return object;
}

/** Keeps its memory, so that a later use is always detected. */
void release(Ref object) {
  Object *mine = (Object *)checked(object, 0);
  if (mine->references < 0 || --mine->references > 0) return;
  switch (mine->kind) {
    case KIND_STRING: free(mine->as.string.units); break;
    case KIND_URL: case KIND_ATTRIBUTED: case KIND_BUNDLE: release(mine->as.inner); break;
    case KIND_EVENT: free(mine->as.event); break;
    case KIND_ARRAY: case KIND_DICTIONARY:
      for (CFIndex i = 0; i < mine->as.array.count; i++) release(mine->as.array.items[i]);
      free(mine->as.array.items);
      break;
    default: break;
  }
  mine->magic = FREED;
  counts->alive--;
}

/** The next UTF-16 unit of a text in ASCII where \uXXXX is one unit, be it half of a pair. */
static UniChar nextUnit(const char **at) {
  if ((*at)[0] != '\\') return (unsigned char)*(*at)++;
  char digits[5] = {(*at)[2], (*at)[3], (*at)[4], (*at)[5], 0};
  *at += 6;
  return (UniChar)strtol(digits, NULL, 16);
}

Ref createString(const char *escaped) {
  Object *string = createObject(KIND_STRING);
  UniChar *units = malloc((strlen(escaped) + 1) * sizeof *units);
  CFIndex length = 0;
  while (*escaped) units[length++] = nextUnit(&escaped);
  string->as.string.length = length;
  string->as.string.units = units;
  return string;
}

Ref createNumber(double value, bool isFloat) {
  Object *number = createObject(KIND_NUMBER);
  number->as.number.value = value;
  number->as.number.isFloat = isFloat;
  return (Ref)((uintptr_t)number | tag);
}

Ref createArray(CFIndex count, Ref *owned) {
  Object *array = createObject(KIND_ARRAY);
  array->as.array.count = count;
  array->as.array.items = owned;
  return array;
}

Ref createValue(AXValueType type, const double *numbers) {
  Object *value = createObject(KIND_VALUE);
  value->as.value.type = type;
  memcpy(value->as.value.numbers, numbers, sizeof value->as.value.numbers);
  return value;
}

Ref createElement(int pid, int id) {
  Object *element = createObject(KIND_ELEMENT);
  element->as.element.pid = pid;
  element->as.element.id = id;
  return element;
}

bool isText(Ref string, const char *escaped) {
  checked(string, KIND_STRING);
  for (CFIndex i = 0; i < string->as.string.length; i++)
    if (!*escaped || string->as.string.units[i] != nextUnit(&escaped)) return false;
  return !*escaped;
}

void escapeText(Ref string, char *into, size_t size) {
  checked(string, KIND_STRING);
  if ((size_t)string->as.string.length * 6 >= size) complain("a text too long for its line");
  for (CFIndex i = 0; i < string->as.string.length; i++) {
    UniChar unit = string->as.string.units[i];
    into += unit >= ' ' && unit < 127 && unit != '\\' ? sprintf(into, "%c", unit) : sprintf(into, "\\u%04x", unit);
  }
  *into = 0;
}

/** A pool counts as an object that is alive until it is popped. Nothing here is put into it. */
void *objc_autoreleasePoolPush(void) { return createObject(KIND_POOL); }
void objc_autoreleasePoolPop(void *pool) { release(checked(pool, KIND_POOL)); }
