/** NotificationRecordProto.State. */
const POSTED = 1n;

/**
 * The keys of the posted notifications in a `dumpsys notification --proto` (Android 8 and later), in the order of the text
 * dump. Every field has its length, so that no text of an application can pass for a record, as it can in the text dump.
 * Undefined if the bytes are no such dump.
 */
export function postedKeys(dump: Uint8Array): readonly string[] | undefined {
  const records = fieldsOf(dump)?.filter(({ number }) => number === 1);
  const keys: string[] = [];
  for (const { bytes } of records ?? []) {
    const fields = bytes && fieldsOf(bytes);
    const key = fields?.find(({ number }) => number === 1)?.bytes;
    const state = fields?.find(({ number }) => number === 2)?.value ?? 0n;
    if (key === undefined) return undefined;
    if (state === POSTED) keys.push(Buffer.from(key).toString());
  }
  return records && keys;
}

interface Field {
  readonly number: number;
  /** A varint. */
  readonly value?: bigint;
  /** A text or a message. */
  readonly bytes?: Uint8Array;
}

const VARINT = 0;
const FIXED_64 = 1;
const DELIMITED = 2;
const FIXED_32 = 5;

/** The fields of a message; undefined if it is none. */
function fieldsOf(message: Uint8Array): readonly Field[] | undefined {
  const fields: Field[] = [];
  let at = 0;
  while (at < message.length) {
    const tag = varintAt(message, at);
    if (tag === undefined) return undefined;
    at = tag.end;
    const number = Number(tag.value >> 3n);
    const kind = Number(tag.value & 7n);
    if (number === 0) return undefined;
    if (kind === FIXED_32 || kind === FIXED_64) {
      at += kind === FIXED_32 ? 4 : 8;
      continue;
    }
    const value = varintAt(message, at);
    if (value === undefined || (kind !== VARINT && kind !== DELIMITED)) return undefined;
    at = value.end;
    if (kind === VARINT) fields.push({ number, value: value.value });
    else {
      const end = at + Number(value.value);
      if (end > message.length) return undefined;
      fields.push({ number, bytes: message.subarray(at, end) });
      at = end;
    }
  }
  return at === message.length ? fields : undefined;
}

function varintAt(message: Uint8Array, start: number): { value: bigint; end: number } | undefined {
  let value = 0n;
  for (let at = start; at < start + 10; at += 1) {
    const byte = message[at];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start));
    if ((byte & 0x80) === 0) return { value, end: at + 1 };
  }
  return undefined;
}
