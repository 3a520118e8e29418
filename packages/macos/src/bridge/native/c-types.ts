// C types and their TypeScript counterparts.
import koffi from 'koffi';

declare const cf: unique symbol;

/** Address of a CoreFoundation object. Results of Create and Copy functions must be released: see `scoped`. */
export type CFRef = bigint & { readonly [cf]: true };

export interface CGPoint {
  x: number;
  y: number;
}

export interface CGRect {
  origin: CGPoint;
  size: { width: number; height: number };
}

/** An out parameter, which the call fills in. */
export type OutParam<T> = [T];

/** The TypeScript type for each C type. */
export interface CTypes {
  void: undefined;
  /** An argument that is always NULL. */
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
  /** An autorelease pool. */
  Pool: bigint;
  'CFTypeRef *': OutParam<CFRef | null>;
  'CFTypeRef[]': readonly CFRef[];
  'CFArrayCallBacks *': bigint;
  'UniChar *': Uint16Array;
  'int *': OutParam<number>;
  'uint32_t *': OutParam<number>;
  'Boolean *': OutParam<boolean>;
  /** A buffer of the caller. */
  'void *': NodeJS.TypedArray | null;
}

// CFIndex and CFTypeID are long, and CGFloat is double, on every 64-bit Mac.
const point = koffi.struct({ x: 'double', y: 'double' });
const rect = koffi.struct({ origin: point, size: koffi.struct({ width: 'double', height: 'double' }) });

/** The same types for koffi. */
export const koffiTypes: Readonly<Record<keyof CTypes, Parameters<typeof koffi.out>[0]>> = {
  void: 'void',
  NULL: 'void *',
  // An unsigned char that is 0 or 1; passed and returned like a bool.
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
};
