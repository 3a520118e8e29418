// All C functions and constants that the bridge uses, as in Apple's headers: result type first, then the parameters.
import type { CFRef, CTypes } from './c-types.ts';
import type { Libraries } from '../protocol.ts';

type Prototype = readonly [result: keyof CTypes, ...parameters: (keyof CTypes)[]];

export const prototypes = {
  coreFoundation: {
    CFRelease: ['void', 'CFTypeRef'],
    CFEqual: ['Boolean', 'CFTypeRef', 'CFTypeRef'],
    CFGetTypeID: ['CFTypeID', 'CFTypeRef'],
    CFStringGetTypeID: ['CFTypeID'],
    CFNumberGetTypeID: ['CFTypeID'],
    CFBooleanGetTypeID: ['CFTypeID'],
    CFArrayGetTypeID: ['CFTypeID'],
    CFDictionaryGetTypeID: ['CFTypeID'],
    CFURLGetTypeID: ['CFTypeID'],
    CFAttributedStringGetTypeID: ['CFTypeID'],
    CFStringCreateWithCharacters: ['CFTypeRef', 'NULL', 'UniChar *', 'CFIndex'],
    CFStringGetLength: ['CFIndex', 'CFTypeRef'],
    CFStringGetCharacters: ['void', 'CFTypeRef', 'CFRange', 'UniChar *'],
    CFAttributedStringGetString: ['CFTypeRef', 'CFTypeRef'],
    CFNumberCreate: ['CFTypeRef', 'NULL', 'CFIndex', 'void *'],
    CFNumberGetValue: ['Boolean', 'CFTypeRef', 'CFIndex', 'void *'],
    CFBooleanGetValue: ['Boolean', 'CFTypeRef'],
    CFArrayCreate: ['CFTypeRef', 'NULL', 'CFTypeRef[]', 'CFIndex', 'CFArrayCallBacks *'],
    CFArrayGetCount: ['CFIndex', 'CFTypeRef'],
    CFArrayGetValueAtIndex: ['CFTypeRef', 'CFTypeRef', 'CFIndex'],
    CFDictionaryGetValue: ['CFTypeRef', 'CFTypeRef', 'CFTypeRef'],
    CFURLGetString: ['CFTypeRef', 'CFTypeRef'],
    CFURLCreateWithFileSystemPath: ['CFTypeRef', 'NULL', 'CFTypeRef', 'CFIndex', 'Boolean'],
    CFBundleCreate: ['CFTypeRef', 'NULL', 'CFTypeRef'],
    CFBundleGetValueForInfoDictionaryKey: ['CFTypeRef', 'CFTypeRef', 'CFTypeRef'],
  },
  applicationServices: {
    AXIsProcessTrusted: ['Boolean'],
    AXUIElementGetTypeID: ['CFTypeID'],
    AXUIElementCreateApplication: ['CFTypeRef', 'int'],
    AXUIElementCreateSystemWide: ['CFTypeRef'],
    // Unlike everywhere else, the coordinates are floats.
    AXUIElementCopyElementAtPosition: ['AXError', 'CFTypeRef', 'float', 'float', 'CFTypeRef *'],
    AXUIElementGetPid: ['AXError', 'CFTypeRef', 'int *'],
    AXUIElementSetMessagingTimeout: ['AXError', 'CFTypeRef', 'float'],
    AXUIElementCopyAttributeValue: ['AXError', 'CFTypeRef', 'CFTypeRef', 'CFTypeRef *'],
    AXUIElementCopyMultipleAttributeValues: ['AXError', 'CFTypeRef', 'CFTypeRef', 'uint32_t', 'CFTypeRef *'],
    AXUIElementCopyActionNames: ['AXError', 'CFTypeRef', 'CFTypeRef *'],
    AXUIElementIsAttributeSettable: ['AXError', 'CFTypeRef', 'CFTypeRef', 'Boolean *'],
    AXUIElementSetAttributeValue: ['AXError', 'CFTypeRef', 'CFTypeRef', 'CFTypeRef'],
    AXUIElementPerformAction: ['AXError', 'CFTypeRef', 'CFTypeRef'],
    AXValueCreate: ['CFTypeRef', 'uint32_t', 'void *'],
    AXValueGetTypeID: ['CFTypeID'],
    AXValueGetType: ['uint32_t', 'CFTypeRef'],
    AXValueGetValue: ['Boolean', 'CFTypeRef', 'uint32_t', 'void *'],
  },
  coreGraphics: {
    CGPreflightScreenCaptureAccess: ['bool'],
    CGWindowListCopyWindowInfo: ['CFTypeRef', 'uint32_t', 'uint32_t'],
    CGRectMakeWithDictionaryRepresentation: ['bool', 'CFTypeRef', 'void *'],
    CGGetActiveDisplayList: ['int32_t', 'uint32_t', 'void *', 'uint32_t *'],
    CGDisplayBounds: ['CGRect', 'uint32_t'],
    CGDisplayCopyDisplayMode: ['CFTypeRef', 'uint32_t'],
    CGDisplayModeGetWidth: ['size_t', 'CFTypeRef'],
    CGDisplayModeGetPixelWidth: ['size_t', 'CFTypeRef'],
    CGEventSourceCreate: ['CFTypeRef', 'int32_t'],
    CGEventCreateMouseEvent: ['CFTypeRef', 'CFTypeRef', 'uint32_t', 'CGPoint', 'uint32_t'],
    CGEventCreateKeyboardEvent: ['CFTypeRef', 'CFTypeRef', 'uint16_t', 'bool'],
    // CGEventCreateScrollWheelEvent is variadic, which has another calling convention on Apple silicon.
    CGEventCreateScrollWheelEvent2: [
      'CFTypeRef',
      'CFTypeRef',
      'uint32_t',
      'uint32_t',
      'int32_t',
      'int32_t',
      'int32_t',
    ],
    CGEventSetLocation: ['void', 'CFTypeRef', 'CGPoint'],
    CGEventGetFlags: ['uint64_t', 'CFTypeRef'],
    CGEventSetFlags: ['void', 'CFTypeRef', 'uint64_t'],
    CGEventSetIntegerValueField: ['void', 'CFTypeRef', 'uint32_t', 'int64_t'],
    CGEventKeyboardSetUnicodeString: ['void', 'CFTypeRef', 'size_t', 'UniChar *'],
    CGEventPost: ['void', 'uint32_t', 'CFTypeRef'],
  },
  // Not in a header, but @autoreleasepool compiles to these (clang's AutomaticReferenceCounting, runtime support).
  objectiveC: {
    objc_autoreleasePoolPush: ['Pool'],
    objc_autoreleasePoolPop: ['void', 'Pool'],
  },
  system: {
    proc_listallpids: ['int', 'void *', 'int'],
    proc_pidpath: ['int', 'int', 'void *', 'uint32_t'],
  },
} as const satisfies Record<keyof Libraries, Record<string, Prototype>>;

/** Constants that hold an object. It belongs to the library and is never released. */
export const objectConstants = {
  coreFoundation: ['kCFBooleanTrue', 'kCFBooleanFalse'],
  coreGraphics: [
    'kCGWindowBounds',
    'kCGWindowIsOnscreen',
    'kCGWindowLayer',
    'kCGWindowName',
    'kCGWindowNumber',
    'kCGWindowOwnerName',
    'kCGWindowOwnerPID',
  ],
} as const satisfies Partial<Record<keyof Libraries, readonly string[]>>;

/** A returned object may be NULL. */
type Result<Name extends keyof CTypes> = CTypes[Name] extends CFRef ? CFRef | null : CTypes[Name];

type Call<P extends Prototype> = P extends readonly [
  infer R extends keyof CTypes,
  ...infer Parameters extends (keyof CTypes)[],
]
  ? (...given: { [Index in keyof Parameters]: CTypes[Parameters[Index]] }) => Result<R>
  : never;

type Functions<Library extends keyof Libraries> = {
  readonly [Name in keyof (typeof prototypes)[Library]]: (typeof prototypes)[Library][Name] extends Prototype
    ? Call<(typeof prototypes)[Library][Name]>
    : never;
};

type ObjectConstants = Readonly<
  Record<(typeof objectConstants)[keyof typeof objectConstants][number], CFRef>
>;

/** The functions and constants of the libraries, typed from the tables above. */
export type Native = Functions<'coreFoundation'> &
  Functions<'applicationServices'> &
  Functions<'coreGraphics'> &
  Functions<'objectiveC'> &
  Functions<'system'> &
  ObjectConstants & { readonly kCFTypeArrayCallBacks: bigint };
