// CoreGraphics: windows, displays and events. Posted events are logged for the test.
#include "fake.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef uint32_t CGDirectDisplayID;

#define CONSTANT(name) \
  static const UniChar name##Units[] = u"" #name; \
  static const Object name##Object = { \
      ALIVE, KIND_STRING, -1, .as.string = {sizeof name##Units / sizeof(UniChar) - 1, (UniChar *)name##Units}}; \
  const void *name = &name##Object;
CONSTANT(kCGWindowOwnerPID)
CONSTANT(kCGWindowOwnerName)
CONSTANT(kCGWindowName)
CONSTANT(kCGWindowBounds)
CONSTANT(kCGWindowLayer)
CONSTANT(kCGWindowIsOnscreen)
CONSTANT(kCGWindowNumber)

bool CGPreflightScreenCaptureAccess(void) { return world()->recording; }

static Ref dictionary(int count, Ref *items) {
  Object *made = (Object *)createArray(count, items);
  made->kind = KIND_DICTIONARY;
  return made;
}

static Ref describeWindow(char **field) {
  Ref *items = malloc(14 * sizeof *items), *bounds = malloc(8 * sizeof *bounds);
  int count = 0;
  const char *sides[] = {"X", "Y", "Width", "Height"};
  for (int i = 0; i < 4; i++) {
    bounds[2 * i] = createString(sides[i]);
    bounds[2 * i + 1] = createNumber(atof(field[4 + i]), true);
  }
#define PUT(key, value) items[count++] = key, items[count++] = value
  PUT(kCGWindowNumber, createNumber(atoi(field[0]), false));
  PUT(kCGWindowOwnerPID, createNumber(atoi(field[1]), false));
  PUT(kCGWindowLayer, createNumber(atoi(field[2]), false));
  if (*field[3] == '1') { PUT(kCGWindowIsOnscreen, &trueObject); }
  PUT(kCGWindowBounds, dictionary(8, bounds));
  if (*field[8]) { PUT(kCGWindowOwnerName, createString(field[8])); }
  if (field[9] && world()->recording) { PUT(kCGWindowName, createString(field[9])); }
  return dictionary(count, items);
}

Ref CGWindowListCopyWindowInfo(uint32_t option, uint32_t relativeTo) {
  World *now = world();
  if (now->headless) return NULL;
  bool onlyOnScreen = option & 1;
  if (relativeTo != 0) complain("windows beside another");
  Ref *items = malloc((size_t)now->windowCount * sizeof *items + 1);
  int count = 0;
  for (int i = 0; i < now->windowCount; i++)
    if (!onlyOnScreen || *now->windows[i].fields[3] == '1') items[count++] = describeWindow(now->windows[i].fields);
  return createArray(count, items);
}

Ref CFDictionaryGetValue(Ref dictionary, Ref key);

bool CGRectMakeWithDictionaryRepresentation(Ref bounds, CGRect *rect) {
  const char *sides[] = {"X", "Y", "Width", "Height"};
  double *numbers = (double *)rect;
  for (int i = 0; i < 4; i++) {
    Ref key = createString(sides[i]), number = CFDictionaryGetValue(bounds, key);
    release(key);
    if (!number) return false;
    numbers[i] = checked(number, KIND_NUMBER)->as.number.value;
  }
  return true;
}

int32_t CGGetActiveDisplayList(uint32_t most, CGDirectDisplayID *displays, uint32_t *count) {
  World *now = world();
  for (*count = 0; *count < most && *count < (uint32_t)now->displayCount; (*count)++)
    displays[*count] = (CGDirectDisplayID)atoi(now->displays[*count].fields[0]);
  return 0;
}

static char **display(CGDirectDisplayID id) {
  World *now = world();
  for (int i = 0; i < now->displayCount; i++)
    if ((CGDirectDisplayID)atoi(now->displays[i].fields[0]) == id) return now->displays[i].fields;
  complain("an unknown display");
}

CGRect CGDisplayBounds(CGDirectDisplayID id) {
  char **field = display(id);
  return (CGRect){{atof(field[1]), atof(field[2])}, {atof(field[3]), atof(field[4])}};
}

Ref CGDisplayCopyDisplayMode(CGDirectDisplayID id) {
  if (world()->headless) return NULL;
  Object *mode = createObject(KIND_MODE);
  mode->as.display = (int)id;
  return mode;
}

static size_t modeNumber(Ref mode, int field) {
  return (size_t)atoi(display((CGDirectDisplayID)checked(mode, KIND_MODE)->as.display)[field]);
}

size_t CGDisplayModeGetWidth(Ref mode) { return modeNumber(mode, 3); }
size_t CGDisplayModeGetPixelWidth(Ref mode) { return modeNumber(mode, 5); }

Ref CGEventSourceCreate(int32_t state) {
  if (state != -1) complain("a source that knows the keys held down by the user");
  if (world()->headless) return NULL;
  return createObject(KIND_SOURCE);
}

static Object *createEvent(Ref source, uint32_t type) {
  checked(source, KIND_SOURCE);
  Object *event = createObject(KIND_EVENT);
  event->as.event = calloc(1, sizeof *event->as.event);
  event->as.event->type = type;
  return event;
}

Ref CGEventCreateMouseEvent(Ref source, uint32_t type, CGPoint at, uint32_t button) {
  Object *event = createEvent(source, type);
  event->as.event->at = at;
  event->as.event->detail = button;
  return event;
}

Ref CGEventCreateKeyboardEvent(Ref source, uint16_t code, bool down) {
  Object *event = createEvent(source, down ? 10 : 11);
  event->as.event->detail = code;
  event->as.event->flags = code >= 123 && code <= 126 ? 0xa00000 : 0; // arrows carry NumericPad and SecondaryFn
  return event;
}

Ref CGEventCreateScrollWheelEvent2(
    Ref source, uint32_t units, uint32_t wheels, int32_t first, int32_t second, int32_t third) {
  if (units != 1 || wheels != 2 || third != 0) complain("not two wheels by lines");
  Object *event = createEvent(source, 22);
  event->as.event->turns[0] = first;
  event->as.event->turns[1] = second;
  return event;
}

void CGEventSetLocation(Ref event, CGPoint at) { checked(event, KIND_EVENT)->as.event->at = at; }
uint64_t CGEventGetFlags(Ref event) { return checked(event, KIND_EVENT)->as.event->flags; }
void CGEventSetFlags(Ref event, uint64_t flags) { checked(event, KIND_EVENT)->as.event->flags = flags; }
void CGEventSetIntegerValueField(Ref event, uint32_t field, int64_t value) {
  checked(event, KIND_EVENT)->as.event->fields[field] = value;
}

void CGEventKeyboardSetUnicodeString(Ref event, UniCharCount length, const UniChar *text) {
  checked(event, KIND_EVENT);
  if (length > 20) complain("more than 20 units in one key event");
  event->as.event->length = (int)length;
  memcpy(event->as.event->text, text, length * sizeof *text);
}

/** The focused field gets what is typed; some keys lead to another world. */
static void react(uint32_t code, const char *text) {
  World *now = world();
  for (int i = 0; i < now->keyCount; i++)
    if ((uint32_t)atoi(now->keys[i].fields[0]) == code) {
      replaceWorld(now->keys[i].fields[1]);
      return;
    }
  Process *front = findProcess(now->frontmost);
  Element *field = front && *text ? findElement(front->focus) : NULL;
  for (int i = 0; field && i < field->attributeCount; i++)
    if (strcmp(field->attributes[i].name, "AXValue") == 0)
      changeWorld("attribute\t%d\tAXValue\ts\t%s%s\n", front->focus, field->attributes[i].text, text);
}

void CGEventPost(uint32_t tap, Ref event) {
  checked(event, KIND_EVENT);
  if (tap != 0) complain("an event posted elsewhere than as hardware's");
  const Event *it = event->as.event;
  char text[200] = "", *end = text;
  for (int i = 0; i < it->length; i++) end += sprintf(end, "\\u%04x", it->text[i]);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  double time = (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
  record("post\t%.3f\t%u\t%g\t%g\t%u\t%ld\t%lu\t%d\t%d\t%s\n", time, it->type, it->at.x, it->at.y, it->detail, (long)it->fields[1],
         (unsigned long)it->flags, it->turns[0], it->turns[1], text);
  if (it->type == 10) react(it->detail, text);
}
