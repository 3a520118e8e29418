/** What the QR code of a computer asks for: `WIFI:T:ADB;S:<instance>;P:<password>;;`. */
export interface PairingQrCode {
  /** The name under which the computer looks for the phone. */
  readonly instance: string;
  readonly password: string;
}

const MAX_LABEL_BYTES = 63;

/** Reads the text of a QR code; undefined if it is for something else. A backslash escapes the character after it. */
export function parsePairingQrCode(text: string): PairingQrCode | undefined {
  const [, list] = /^WIFI:(.*)$/is.exec(text) ?? [];
  if (list === undefined) return undefined;
  const fields = new Map(
    [...list.matchAll(/(\w):((?:\\.|[^;\\])*);/gs)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\\(.)/gs, '$1'),
    ]),
  );
  const [instance, password] = [fields.get('S'), fields.get('P')];
  if (fields.get('T') !== 'ADB' || !instance || !password) return undefined;
  // It becomes one label of a DNS name.
  if (instance.includes('.') || Buffer.byteLength(instance) > MAX_LABEL_BYTES) return undefined;
  return { instance, password };
}
