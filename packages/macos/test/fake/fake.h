// A fake Mac: the C functions that the bridge calls, over a scripted world.
// Types and prototypes are written from Apple's headers (CFBase.h, AXUIElement.h, CGEvent.h, CGWindow.h, libproc.h),
// not from the bridge's table, so that a wrong prototype there fails against the right function here.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef signed long CFIndex;
typedef unsigned long CFTypeID;
typedef unsigned long CFHashCode;
typedef unsigned char Boolean;
typedef uint16_t UniChar;
typedef unsigned long UniCharCount;
typedef double CGFloat;
typedef int pid_type;
typedef struct { CFIndex location, length; } CFRange;
typedef struct { CGFloat x, y; } CGPoint;
typedef struct { CGFloat width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
typedef int32_t AXError;
typedef uint32_t AXValueType;

typedef enum {
  KIND_STRING = 7, KIND_NUMBER = 22, KIND_BOOLEAN = 21, KIND_ARRAY = 19, KIND_DICTIONARY = 18, KIND_URL = 29,
  KIND_ATTRIBUTED = 30, KIND_BUNDLE = 31, KIND_VALUE = 250, KIND_ELEMENT = 251, KIND_EVENT = 252, KIND_SOURCE = 253,
  KIND_MODE = 254, KIND_POOL = 255, KIND_DATA = 20
} Kind;

typedef struct Event {
  uint32_t type, detail; // detail: the mouse button or the key
  CGPoint at;
  int64_t fields[200];
  uint64_t flags;
  int32_t turns[2];
  int length;
  UniChar text[20];
} Event;

// The fields of `as` that belong to an object's kind are the ones in use.
typedef struct Object {
  uint32_t magic;
  Kind kind;
  long references; // below zero: a constant that nobody counts
  union {
    struct { CFIndex length; UniChar *units; } string;
    struct { double value; bool isFloat; } number;
    struct { CFIndex count; const struct Object **items; } array; // a dictionary: keys and values by turns
    const struct Object *inner;                                    // of a URL, an attributed string, a bundle
    struct { AXValueType type; double numbers[4]; } value;
    struct { int pid, id; float timeout; } element;                // id below zero: the system-wide element
    struct Event *event;
    int display;
  } as;
} Object;
typedef const Object *Ref;
enum { ALIVE = 0xA11CE000 }; // the magic of an object that may be used

enum { ERROR_FAILURE = -25200, ERROR_CANNOT_COMPLETE = -25204, ERROR_INVALID = -25202, ERROR_ATTRIBUTE = -25205, ERROR_ACTION = -25206,
       ERROR_DISABLED = -25211, ERROR_NO_VALUE = -25212 };
enum { NOBODY = -1, SYSTEM_WIDE = -2 };

// objects.c: reference counts
Object *createObject(Kind kind);
Ref checked(Ref object, Kind kind); // aborts for an object that is freed, was never one, or is of another kind
Ref retain(Ref object);
void release(Ref object);
Ref createString(const char *escaped);
Ref createNumber(double value, bool isFloat);
Ref createArray(CFIndex count, Ref *owned);
Ref createValue(AXValueType type, const double *numbers);
Ref createElement(int pid, int id);
bool isText(Ref string, const char *escaped);
void escapeText(Ref string, char *into, size_t size);
extern const Object trueObject, falseObject;
_Noreturn void complain(const char *what);

// world.c: the script
typedef struct { char *name, *type, *text; } Attribute;
typedef struct { char *kind; long number; } Fault;
typedef struct Element {
  bool exists, lazy, stubborn;
  int pid, parent, attributeCount, childCount, actionCount, settableCount, refusedCount, reactionCount;
  Attribute *attributes;
  int *children;
  char **actions, **settable, **refused;
  struct { char *action, *path; } *reactions;
  Fault fault;
} Element;
typedef struct { int pid; char *path; int root, focus; bool manual, shy; Fault fault; } Process;
typedef struct { char *fields[10]; } Row;
typedef struct {
  bool trusted, recording, headless;
  int frontmost, elementCount, processCount, windowCount, displayCount, bundleCount, keyCount;
  long thenAfter, messages;
  char *thenPath, *text;
  Element *elements;
  Process *processes;
  Row *windows, *displays, *bundles, *keys; // their lines, field by field
} World;
World *world(void);                       // read again when its file has changed
Element *findElement(int id);
Process *findProcess(int pid);
void changeWorld(const char *format, ...);  // a line more in the script, for every bridge to see
void replaceWorld(const char *path);        // another script in its place
void record(const char *format, ...);       // a line in the log, for the test to read
