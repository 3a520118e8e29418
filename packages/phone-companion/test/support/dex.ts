/** The tables of a dex file: https://source.android.com/docs/core/runtime/dex-format */
export interface References {
  /** Descriptors such as Ljava/lang/String; */
  readonly types: readonly string[];
  /** Each as Lclass;->name */
  readonly methods: readonly string[];
}

/** Offsets of the header's fields with a table's length and, four bytes later, its offset. */
const STRINGS = 0x38;
const TYPES = 0x40;
const METHODS = 0x58;

export function referencesOf(dex: Buffer): References {
  const strings = table(dex, STRINGS, 4, (at) => stringAt(dex, dex.readUInt32LE(at)));
  const types = table(dex, TYPES, 4, (at) => strings[dex.readUInt32LE(at)] ?? '');
  const methods = table(dex, METHODS, 8, (at) => {
    const owner = types[dex.readUInt16LE(at)] ?? '';
    return `${owner}->${strings[dex.readUInt32LE(at + 4)] ?? ''}`;
  });
  return { types, methods };
}

function table(dex: Buffer, header: number, width: number, read: (at: number) => string): string[] {
  const length = dex.readUInt32LE(header);
  const start = dex.readUInt32LE(header + 4);
  return Array.from({ length }, (_, i) => read(start + i * width));
}

/** Its length in LEB128, then the bytes up to a zero. */
function stringAt(dex: Buffer, offset: number): string {
  let start = offset;
  while (dex.readUInt8(start) >= 0x80) start++;
  return dex.toString('utf8', start + 1, dex.indexOf(0, start + 1));
}
