// The accessibility part of ApplicationServices. Every message to an element goes through one function, which injects faults.
#include "fake.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

Ref createUrl(const char *escaped);
Ref createAttributed(const char *escaped);

static float globalTimeout = 0;
static const float defaultTimeout = 6;

Boolean AXIsProcessTrusted(void) { return world()->trusted; }
CFTypeID AXUIElementGetTypeID(void) { return KIND_ELEMENT; }
CFTypeID AXValueGetTypeID(void) { return KIND_VALUE; }

Ref AXUIElementCreateSystemWide(void) { return createElement(0, SYSTEM_WIDE); }

Ref AXUIElementCreateApplication(pid_type pid) {
  world();
  Process *process = findProcess(pid);
  return createElement(pid, process ? process->root : NOBODY);
}

AXError AXUIElementGetPid(Ref element, pid_type *pid) {
  *pid = checked(element, KIND_ELEMENT)->as.element.pid;
  return 0;
}

AXError AXUIElementSetMessagingTimeout(Ref element, float seconds) {
  checked(element, KIND_ELEMENT);
  if (!(seconds >= 0) || seconds > 600) complain("a messaging timeout that makes no sense");
  if (element->as.element.id == SYSTEM_WIDE) globalTimeout = seconds;
  else ((Object *)element)->as.element.timeout = seconds;
  return 0;
}

static void sleepFor(double seconds) {
  struct timespec time = {(time_t)seconds, (long)(fmod(seconds, 1) * 1e9)};
  nanosleep(&time, NULL);
}

static AXError suffer(Fault fault, double patience) {
  if (!fault.kind) return 0;
  if (strcmp(fault.kind, "abort") == 0) complain("told to abort");
  if (strcmp(fault.kind, "freeze") == 0) for (;;) pause();
  if (strcmp(fault.kind, "error") == 0) return (AXError)fault.number;
  double seconds = strcmp(fault.kind, "slow") == 0 ? (double)fault.number / 1000 : INFINITY; // else it hangs
  sleepFor(seconds < patience ? seconds : patience);
  return seconds < patience ? 0 : ERROR_CANNOT_COMPLETE;
}

/** Checks the permission, the process and the element of a message, and applies their faults. */
static AXError send(Ref object, Element **receiver) {
  checked(object, KIND_ELEMENT);
  World *now = world();
  if (now->thenPath && now->messages++ >= now->thenAfter) {
    replaceWorld(now->thenPath);
    now = world();
  }
  if (!now->trusted) return ERROR_DISABLED;
  *receiver = NULL;
  if (object->as.element.id == SYSTEM_WIDE) return 0;
  double patience = object->as.element.timeout > 0 ? object->as.element.timeout
                    : globalTimeout > 0            ? globalTimeout
                                                   : defaultTimeout;
  Process *process = findProcess(object->as.element.pid);
  if (!process) return ERROR_CANNOT_COMPLETE;
  AXError error = suffer(process->fault, patience);
  if (error) return error;
  *receiver = findElement(object->as.element.id);
  if (!*receiver || (*receiver)->pid != process->pid) return ERROR_INVALID;
  return suffer((*receiver)->fault, patience);
}

static const char *attributeText(Element *element, const char *name) {
  for (int i = 0; i < element->attributeCount; i++)
    if (strcmp(element->attributes[i].name, name) == 0) return element->attributes[i].text;
  return "";
}

static Ref elementRef(int id) { return createElement(findElement(id)->pid, id); }

static Ref childArray(Element *element, const char *role) {
  Ref *items = malloc((size_t)element->childCount * sizeof *items + 1);
  CFIndex count = 0;
  bool asleep = element->lazy && !findProcess(element->pid)->manual;
  for (int i = 0; i < element->childCount && !asleep; i++) {
    Element *child = findElement(element->children[i]);
    if (!child || (role && strcmp(attributeText(child, "AXRole"), role) != 0)) continue;
    items[count++] = elementRef(element->children[i]);
  }
  return createArray(count, items);
}

static AXError scriptedValue(const Attribute *attribute, Ref *value) {
  double numbers[4] = {0};
  const char *text = attribute->text;
  sscanf(text, "%lf %lf %lf %lf", &numbers[0], &numbers[1], &numbers[2], &numbers[3]);
  switch (*attribute->type) {
    case 's': *value = createString(text); break;
    case 'i': *value = createNumber(numbers[0], false); break;
    case 'f': *value = createNumber(numbers[0], true); break;
    case 'b': *value = *text == '1' ? &trueObject : &falseObject; break;
    case 'u': *value = createUrl(text); break;
    case 't': *value = createAttributed(text); break;
    case 'p': *value = createValue(1, numbers); break;
    case 'z': *value = createValue(2, numbers); break;
    case 'r': *value = createValue(3, numbers); break;
    case 'g': *value = createValue(4, numbers); break;
    case 'd': *value = createObject(KIND_DATA); break;
    case 'x':
      if (!findElement((int)numbers[0])) return ERROR_INVALID;
      *value = elementRef((int)numbers[0]);
      break;
    case 'e': return (AXError)numbers[0];
    default: complain("an attribute of an unknown type");
  }
  return 0;
}

static AXError ofApplication(Process *process, Ref name, Ref *value) {
  Element *root = findElement(process->root);
  if (isText(name, "AXWindows")) *value = childArray(root, "AXWindow");
  else if (isText(name, "AXFrontmost")) *value = world()->frontmost == process->pid ? &trueObject : &falseObject;
  else if (isText(name, "AXFocusedUIElement")) {
    if (!findElement(process->focus)) return ERROR_NO_VALUE;
    *value = elementRef(process->focus);
  } else return ERROR_ATTRIBUTE;
  return 0;
}

static AXError derived(Element *element, Ref name, Ref *value) {
  int id = (int)(element - world()->elements);
  Process *process = findProcess(element->pid);
  if (isText(name, "AXChildren") && element->childCount > 0) *value = childArray(element, NULL);
  else if (isText(name, "AXParent") && findElement(element->parent)) *value = elementRef(element->parent);
  else if (isText(name, "AXFocused") && process->focus == id) *value = &trueObject;
  else if (isText(name, "AXWindow")) {
    while (id != NOBODY && strcmp(attributeText(findElement(id), "AXRole"), "AXWindow") != 0) id = findElement(id)->parent;
    if (id == NOBODY) return ERROR_NO_VALUE;
    *value = elementRef(id);
  } else if (process->root == id) return ofApplication(process, name, value);
  else return ERROR_ATTRIBUTE;
  return 0;
}

static AXError valueOf(Element *element, Ref name, Ref *value) {
  for (int i = 0; i < element->attributeCount; i++)
    if (isText(name, element->attributes[i].name)) return scriptedValue(&element->attributes[i], value);
  return derived(element, name, value);
}

AXError AXUIElementCopyAttributeValue(Ref object, Ref name, Ref *value) {
  Element *element;
  AXError error = send(object, &element);
  if (error) return error;
  if (element) return valueOf(element, name, value);
  Process *front = findProcess(world()->frontmost);
  if (!isText(name, "AXFocusedApplication")) return ERROR_ATTRIBUTE;
  if (!front) return ERROR_CANNOT_COMPLETE;
  *value = createElement(front->pid, front->root);
  return 0;
}

AXError AXUIElementCopyMultipleAttributeValues(Ref object, Ref names, uint32_t options, Ref *values) {
  if (options != 0) complain("options that stop at the first missing value");
  checked(names, KIND_ARRAY);
  Element *element;
  AXError error = send(object, &element);
  if (error) return error;
  if (!element) return ERROR_ATTRIBUTE;
  CFIndex count = names->as.array.count;
  Ref *items = malloc((size_t)count * sizeof *items);
  for (CFIndex i = 0; i < count; i++) {
    AXError missing = valueOf(element, names->as.array.items[i], &items[i]);
    if (missing) items[i] = createValue(5, (double[4]){missing});
  }
  *values = createArray(count, items);
  return 0;
}

AXError AXUIElementCopyActionNames(Ref object, Ref *names) {
  Element *element;
  AXError error = send(object, &element);
  if (error) return error;
  Ref *items = malloc((size_t)element->actionCount * sizeof *items + 1);
  for (int i = 0; i < element->actionCount; i++) items[i] = createString(element->actions[i]);
  *names = createArray(element->actionCount, items);
  return 0;
}

static bool isAmong(char **names, int count, Ref name) {
  for (int i = 0; i < count; i++)
    if (isText(name, names[i])) return true;
  return false;
}

static bool isSettable(Element *element, Ref name) { return isAmong(element->settable, element->settableCount, name); }

AXError AXUIElementIsAttributeSettable(Ref object, Ref name, Boolean *settable) {
  Element *element;
  AXError error = send(object, &element);
  if (!error) *settable = isSettable(element, name);
  return error;
}

static void describe(Ref value, char *into, size_t size) {
  value = checked(value, 0);
  if (value->kind == KIND_STRING) into += sprintf(into, "s\t"), escapeText(value, into, size - 2);
  else if (value->kind == KIND_BOOLEAN) sprintf(into, "b\t%d", value == &trueObject);
  else if (value->kind == KIND_NUMBER)
    sprintf(into, "%c\t%.17g", value->as.number.isFloat ? 'f' : 'i', value->as.number.value);
  else if (value->kind == KIND_VALUE && value->as.value.type == 4)
    sprintf(into, "g\t%.0f %.0f", value->as.value.numbers[0], value->as.value.numbers[1]);
  else complain("a value of a type that nobody sets");
}

AXError AXUIElementSetAttributeValue(Ref object, Ref name, Ref value) {
  static char text[1 << 19], attribute[1000];
  Element *element;
  AXError error = send(object, &element);
  if (error) return error;
  int id = object->as.element.id, pid = object->as.element.pid;
  bool isRoot = findProcess(pid)->root == id;
  describe(value, text, sizeof text);
  escapeText(name, attribute, sizeof attribute);
  record("set\t%d\t%s\t%s\n", id, attribute, text);
  if (isRoot && isText(name, "AXFrontmost")) {
    if (!findProcess(pid)->shy) changeWorld("frontmost\t%d\n", pid);
  } else if (isRoot && isText(name, "AXManualAccessibility")) {
    changeWorld("manual\t%d\n", pid);
    return ERROR_ATTRIBUTE; // Electron says so, and does it all the same.
  } else if (!isSettable(element, name)) return ERROR_ATTRIBUTE;
  else if (isAmong(element->refused, element->refusedCount, name)) return ERROR_FAILURE;
  else if (element->stubborn) return 0;
  else if (isText(name, "AXFocused")) changeWorld("focus\t%d\t%d\n", pid, id);
  else changeWorld("attribute\t%d\t%s\t%s\n", id, attribute, text);
  return 0;
}

AXError AXUIElementPerformAction(Ref object, Ref action) {
  Element *element;
  AXError error = send(object, &element);
  if (error) return error;
  for (int i = 0; i < element->actionCount; i++)
    if (isText(action, element->actions[i])) {
      record("perform\t%d\t%s\n", object->as.element.id, element->actions[i]);
      for (int j = 0; j < element->reactionCount; j++)
        if (isText(action, element->reactions[j].action)) {
          replaceWorld(element->reactions[j].path);
          break;
        }
      return 0;
    }
  return ERROR_ACTION;
}

static bool contains(Element *element, float x, float y) {
  double left, top, width, height;
  bool placed = sscanf(attributeText(element, "AXPosition"), "%lf %lf", &left, &top) == 2 &&
                sscanf(attributeText(element, "AXSize"), "%lf %lf", &width, &height) == 2;
  return placed && x >= left && x < left + width && y >= top && y < top + height;
}

static int innermost(int id, float x, float y) {
  Element *element = findElement(id);
  for (int i = element->childCount - 1; i >= 0; i--)
    if (contains(findElement(element->children[i]), x, y)) return innermost(element->children[i], x, y);
  return id;
}

/** The frontmost window at the point gives the application; the application gives the element. */
AXError AXUIElementCopyElementAtPosition(Ref object, float x, float y, Ref *found) {
  Element *nobody;
  if (checked(object, KIND_ELEMENT)->as.element.id != SYSTEM_WIDE) complain("a point asked of somebody else");
  AXError error = send(object, &nobody);
  World *now = world();
  for (int i = 0; !error && i < now->windowCount; i++) {
    char **field = now->windows[i].fields;
    double left = atof(field[4]), top = atof(field[5]), right = left + atof(field[6]), bottom = top + atof(field[7]);
    if (*field[3] != '1' || x < left || x >= right || y < top || y >= bottom) continue;
    Process *process = findProcess(atoi(field[1]));
    if (!process || !findElement(process->root)) return ERROR_NO_VALUE;
    error = suffer(process->fault, globalTimeout);
    if (!error) *found = elementRef(innermost(process->root, x, y));
    return error;
  }
  return error ? error : ERROR_NO_VALUE;
}

Ref AXValueCreate(AXValueType type, const void *from) {
  const CFRange *range = from;
  if (type != 4) complain("a value of a type that nobody creates");
  return createValue(type, (double[4]){(double)range->location, (double)range->length});
}

AXValueType AXValueGetType(Ref value) { return checked(value, KIND_VALUE)->as.value.type; }

Boolean AXValueGetValue(Ref value, AXValueType type, void *into) {
  checked(value, KIND_VALUE);
  if (type != value->as.value.type) return false;
  const double *numbers = value->as.value.numbers;
  if (type == 5) *(AXError *)into = (AXError)numbers[0];
  else if (type == 4) *(CFRange *)into = (CFRange){(CFIndex)numbers[0], (CFIndex)numbers[1]};
  else memcpy(into, numbers, (type == 3 ? 4 : 2) * sizeof(double));
  return true;
}
