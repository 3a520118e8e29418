/** Core protocol requests that we use, by their major opcodes. */
export const opcodes = {
  createWindow: 1,
  changeWindowAttributes: 2,
  getWindowAttributes: 3,
  getGeometry: 14,
  queryTree: 15,
  internAtom: 16,
  changeProperty: 18,
  deleteProperty: 19,
  getProperty: 20,
  setSelectionOwner: 22,
  getSelectionOwner: 23,
  convertSelection: 24,
  sendEvent: 25,
  queryPointer: 38,
  translateCoordinates: 40,
  getInputFocus: 43,
  freePixmap: 54,
  getImage: 73,
  queryExtension: 98,
  changeKeyboardMapping: 100,
  getKeyboardMapping: 101,
} as const;

/** Event codes. */
export const events = {
  propertyNotify: 28,
  selectionClear: 29,
  selectionRequest: 30,
  selectionNotify: 31,
  clientMessage: 33,
  genericEvent: 35,
} as const;

/** CreateWindow and ChangeWindowAttributes: the value that holds the event mask. */
export const CW_EVENT_MASK = 0x800;
export const PROPERTY_CHANGE_MASK = 0x40_0000;

/** A position of the pointer. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/** Encodes 32-bit values, which is what most request bodies consist of. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32LE(value >>> 0, 4 * index));
  return bytes;
}

/** Encodes a name with its length before it. */
export function encodeName(name: string): Buffer {
  const bytes = Buffer.from(name, 'latin1');
  const body = Buffer.alloc(4 + bytes.length);
  body.writeUInt16LE(bytes.length, 0);
  bytes.copy(body, 4);
  return body;
}

/** Length rounded up to a multiple of four: everything in X is padded to that. */
export function padded(length: number): number {
  return (length + 3) & -4;
}

/** The code of an event, reply (1) or error (0). The top bit only says that another client sent it. */
export function packetCode(packet: Buffer): number {
  return (packet[0] ?? 0) & 0x7f;
}
