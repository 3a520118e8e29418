// CoreFoundation, as far as the bridge uses it.
#include "fake.h"
#include <string.h>

const void *kCFBooleanTrue = &trueObject;
const void *kCFBooleanFalse = &falseObject;
const struct { CFIndex version; void *functions[4]; } kCFTypeArrayCallBacks = {0, {0}};

void CFRelease(Ref object) { release(object); }
CFTypeID CFGetTypeID(Ref object) { return (CFTypeID)checked(object, 0)->kind; }
CFTypeID CFStringGetTypeID(void) { return KIND_STRING; }
CFTypeID CFNumberGetTypeID(void) { return KIND_NUMBER; }
CFTypeID CFBooleanGetTypeID(void) { return KIND_BOOLEAN; }
CFTypeID CFArrayGetTypeID(void) { return KIND_ARRAY; }
CFTypeID CFDictionaryGetTypeID(void) { return KIND_DICTIONARY; }
CFTypeID CFURLGetTypeID(void) { return KIND_URL; }
CFTypeID CFAttributedStringGetTypeID(void) { return KIND_ATTRIBUTED; }

Boolean CFEqual(Ref one, Ref other) {
  checked(one, 0);
  checked(other, 0);
  if (one == other) return true;
  if (one->kind != KIND_ELEMENT || other->kind != KIND_ELEMENT) return false;
  return one->as.element.pid == other->as.element.pid && one->as.element.id == other->as.element.id;
}

CFIndex CFStringGetLength(Ref string) { return checked(string, KIND_STRING)->as.string.length; }

void CFStringGetCharacters(Ref string, CFRange range, UniChar *buffer) {
  checked(string, KIND_STRING);
  if (range.location < 0 || range.location + range.length > string->as.string.length) complain("characters out of range");
  memcpy(buffer, string->as.string.units + range.location, (size_t)range.length * sizeof *buffer);
}

Ref CFStringCreateWithCharacters(const void *allocator, const UniChar *characters, CFIndex length) {
  if (allocator) complain("an allocator");
  Object *string = createObject(KIND_STRING);
  string->as.string.length = length;
  string->as.string.units = malloc((size_t)length * sizeof *characters + 1);
  memcpy(string->as.string.units, characters, (size_t)length * sizeof *characters);
  return string;
}

enum { NUMBER_SINT64 = 4, NUMBER_DOUBLE = 13 };

Boolean CFNumberGetValue(Ref number, CFIndex type, void *value) {
  if (type != NUMBER_DOUBLE) complain("a number read as another type than double");
  *(double *)value = checked(number, KIND_NUMBER)->as.number.value;
  return true;
}

Ref CFNumberCreate(const void *allocator, CFIndex type, const void *value) {
  if (allocator) complain("an allocator");
  if (type == NUMBER_SINT64) return createNumber((double)*(const int64_t *)value, false);
  if (type == NUMBER_DOUBLE) return createNumber(*(const double *)value, true);
  complain("a number made of another type");
}

Boolean CFBooleanGetValue(Ref boolean) { return checked(boolean, KIND_BOOLEAN) == &trueObject; }

CFIndex CFArrayGetCount(Ref array) { return checked(array, KIND_ARRAY)->as.array.count; }

Ref CFArrayGetValueAtIndex(Ref array, CFIndex index) {
  checked(array, KIND_ARRAY);
  if (index < 0 || index >= array->as.array.count) complain("an index outside of its array");
  return array->as.array.items[index];
}

Ref CFArrayCreate(const void *allocator, const void **values, CFIndex count, const void *callbacks) {
  if (allocator) complain("an allocator");
  if (callbacks != &kCFTypeArrayCallBacks) complain("an array that does not retain");
  Ref *items = malloc((size_t)count * sizeof *items + 1);
  for (CFIndex i = 0; i < count; i++) items[i] = retain(values[i]);
  return createArray(count, items);
}

Ref CFDictionaryGetValue(Ref dictionary, Ref key) {
  checked(dictionary, KIND_DICTIONARY);
  checked(key, KIND_STRING);
  for (CFIndex i = 0; i < dictionary->as.array.count; i += 2) {
    Ref candidate = dictionary->as.array.items[i];
    if (candidate->as.string.length == key->as.string.length &&
        memcmp(candidate->as.string.units, key->as.string.units, (size_t)key->as.string.length * sizeof(UniChar)) == 0)
      return dictionary->as.array.items[i + 1];
  }
  return NULL;
}

static Ref around(Kind kind, Ref owned) {
  Object *object = createObject(kind);
  object->as.inner = owned;
  return object;
}

Ref createUrl(const char *escaped) { return around(KIND_URL, createString(escaped)); }
Ref createAttributed(const char *escaped) { return around(KIND_ATTRIBUTED, createString(escaped)); }
Ref CFURLGetString(Ref url) { return checked(url, KIND_URL)->as.inner; }
Ref CFAttributedStringGetString(Ref string) { return checked(string, KIND_ATTRIBUTED)->as.inner; }

enum { PATH_POSIX = 0 };

Ref CFURLCreateWithFileSystemPath(const void *allocator, Ref path, CFIndex style, Boolean isDirectory) {
  if (allocator || style != PATH_POSIX || !isDirectory) complain("not the path of a folder");
  return around(KIND_URL, retain(checked(path, KIND_STRING)));
}

Ref CFBundleCreate(const void *allocator, Ref url) {
  if (allocator) complain("an allocator");
  Ref path = checked(url, KIND_URL)->as.inner;
  World *now = world();
  for (int i = 0; i < now->bundleCount; i++)
    if (isText(path, now->bundles[i].fields[0])) {
      // The dictionary lives as long as the bundle: its values are borrowed.
      int count = 0;
      Ref *items = malloc((size_t)now->bundleCount * 2 * sizeof *items);
      for (int j = i; j < now->bundleCount; j++) {
        if (!isText(path, now->bundles[j].fields[0])) continue;
        const char *type = now->bundles[j].fields[2], *text = now->bundles[j].fields[3];
        items[count++] = createString(now->bundles[j].fields[1]);
        items[count++] = *type == 'b' ? (*text == '1' ? &trueObject : &falseObject) : createString(text);
      }
      Object *dictionary = (Object *)createArray(count, items);
      dictionary->kind = KIND_DICTIONARY;
      return around(KIND_BUNDLE, dictionary);
    }
  return NULL;
}

Ref CFBundleGetValueForInfoDictionaryKey(Ref bundle, Ref key) {
  return CFDictionaryGetValue(checked(bundle, KIND_BUNDLE)->as.inner, key);
}
