// The C types of the calls, each with the type its values have here.
import koffi from 'koffi';

declare const cf: unique symbol;

/** A CoreFoundation object, by its address. Whoever got it from a Create or Copy function must release it: see Scope. */
export type CFRef = bigint & { readonly [cf]: true };

export interface CGPoint {
  x: number;
  y: number;
}

export interface CGRect {
  origin: CGPoint;
  size: { width: number; height: number };
}

/** A place in memory that a call fills. */
export type Filled<T> = [T];

/** What a value of each C type is in TypeScript. */
export interface CTypes {
  void: undefined;
  /** An argument that is never given. */
  NULL: null;
  Boolean: boolean;
  bool: boolean;
  float: number;
  int: number;
  int32_t: number;
  int64_t: number;
  uint16_t: number;
  uint32_t: number;
  uint64_t: number;
  size_t: number;
  CFIndex: number;
  CFTypeID: number;
  AXError: number;
  CGPoint: CGPoint;
  CGRect: CGRect;
  CFRange: { location: number; length: number };
  CFTypeRef: CFRef;
  /** Of objects to be released later. */
  Pool: bigint;
  'CFTypeRef *': Filled<CFRef | null>;
  'CFTypeRef[]': readonly CFRef[];
  'CFArrayCallBacks *': bigint;
  'UniChar *': Uint16Array;
  'int *': Filled<number>;
  'uint32_t *': Filled<number>;
  'Boolean *': Filled<boolean>;
  /** Bytes that the caller gives and reads. */
  'void *': NodeJS.TypedArray | null;
}

// CFIndex and CFTypeID are long: 64 bits on every Mac that still runs. CGFloat is a double there.
const point = koffi.struct({ x: 'double', y: 'double' });
const rect = koffi.struct({ origin: point, size: koffi.struct({ width: 'double', height: 'double' }) });

/** The same types as koffi wants them. */
export const koffiTypes = {
  void: 'void',
  NULL: 'void *',
  // An unsigned char that is 0 or 1: passed and returned as a bool is.
  Boolean: 'bool',
  bool: 'bool',
  float: 'float',
  int: 'int',
  int32_t: 'int32_t',
  int64_t: 'int64_t',
  uint16_t: 'uint16_t',
  uint32_t: 'uint32_t',
  uint64_t: 'uint64_t',
  size_t: 'size_t',
  CFIndex: 'int64_t',
  CFTypeID: 'uint64_t',
  AXError: 'int32_t',
  CGPoint: point,
  CGRect: rect,
  CFRange: koffi.struct({ location: 'int64_t', length: 'int64_t' }),
  CFTypeRef: 'void *',
  Pool: 'void *',
  'CFTypeRef *': koffi.out(koffi.pointer('void *')),
  'CFTypeRef[]': koffi.pointer('void *'),
  'CFArrayCallBacks *': 'void *',
  'UniChar *': koffi.pointer('uint16_t'),
  'int *': koffi.out(koffi.pointer('int')),
  'uint32_t *': koffi.out(koffi.pointer('uint32_t')),
  'Boolean *': koffi.out(koffi.pointer('bool')),
  'void *': 'void *',
} satisfies Record<keyof CTypes, unknown>;
