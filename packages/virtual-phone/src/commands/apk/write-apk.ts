import { randomBytes } from 'node:crypto';
import { words, writeZip } from './zip.ts';

/** The contents of a written manifest. */
export interface ApkFacts {
  readonly package: string;
  readonly versionName?: string;
  readonly versionCode?: number;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  readonly label?: string | undefined;
  /** The launcher activity; '' for none. */
  readonly launcher?: string;
  readonly permissions?: readonly string[];
  /** The name of the split, for a split of an app. */
  readonly split?: string | undefined;
  readonly isDebuggable?: boolean;
  readonly isTestOnly?: boolean;
  /** The owner of the signing key, as any text. Default: unsigned. */
  readonly signer?: string | undefined;
  /** ABIs that it has a library for. */
  readonly abis?: readonly string[];
  /** The number of incompressible bytes to add, for a file that takes long to transfer. */
  readonly ballast?: number;
}

/** An APK with a manifest in Android's compiled XML, and without code. */
export function writeApk(facts: ApkFacts): Buffer {
  const { signer, abis = [], ballast = 0 } = facts;
  return writeZip([
    ['AndroidManifest.xml', compile(manifest(facts))],
    ...abis.map((abi) => [`lib/${abi}/libmain.so`, Buffer.from('\u007fELF')] as const),
    ...(ballast > 0 ? [['assets/ballast', randomBytes(ballast)] as const] : []),
    ...(signer === undefined ? [] : [['META-INF/CERT.RSA', Buffer.from(signer)] as const]),
  ]);
}

type Attribute = readonly [name: string, value: string | number | boolean];

interface Element {
  readonly name: string;
  readonly attributes?: readonly Attribute[];
  readonly children?: readonly Element[];
}

function manifest(facts: ApkFacts): Element {
  const { minSdk = 21, targetSdk = minSdk, split, permissions = [] } = facts;
  return {
    name: 'manifest',
    attributes: [
      ['package', facts.package],
      ['versionCode', facts.versionCode ?? 1],
      ['versionName', facts.versionName ?? '1.0'],
      ...(split === undefined ? [] : [['split', split] as const]),
    ],
    children: [
      {
        name: 'uses-sdk',
        attributes: [
          ['minSdkVersion', minSdk],
          ['targetSdkVersion', targetSdk],
        ],
      },
      ...permissions.map((name) => named('uses-permission', name)),
      ...(split === undefined ? [application(facts)] : []),
    ],
  };
}

function application({ label, launcher = '', isDebuggable, isTestOnly }: ApkFacts): Element {
  const attributes: readonly Attribute[] = [
    ...(label === undefined ? [] : [['label', label] as const]),
    ...(isDebuggable === true ? [['debuggable', true] as const] : []),
    ...(isTestOnly === true ? [['testOnly', true] as const] : []),
  ];
  if (launcher === '') return { name: 'application', attributes };
  const filter = {
    name: 'intent-filter',
    children: [
      named('action', 'android.intent.action.MAIN'),
      named('category', 'android.intent.category.LAUNCHER'),
    ],
  };
  return {
    name: 'application',
    attributes,
    children: [{ ...named('activity', launcher), children: [filter] }],
  };
}

function named(name: string, value: string): Element {
  return { name, attributes: [['name', value]] };
}

const NONE = 0xffffffff;

/** ResXMLTree: a string pool, then the elements as a sequence of starts and ends. */
function compile(root: Element): Buffer {
  const strings: string[] = [];
  const index = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const elements = Buffer.concat([...walk(root, index)]);
  return chunk(0x0003, Buffer.alloc(0), Buffer.concat([stringPool(strings), elements]));
}

function* walk(
  { name, attributes = [], children = [] }: Element,
  index: (text: string) => number,
): Generator<Buffer> {
  const node = words(1, NONE);
  const list = attributes.map(([key, value]) =>
    typeof value === 'string'
      ? Buffer.concat([words(NONE, index(key), index(value)), typed(0x03), words(index(value))])
      : typeof value === 'boolean'
        ? Buffer.concat([words(NONE, index(key), NONE), typed(0x12), words(value ? NONE : 0)])
        : Buffer.concat([words(NONE, index(key), NONE), typed(0x10), words(value)]),
  );
  const shape = Buffer.alloc(12);
  for (const [place, value] of [20, 20, attributes.length].entries()) shape.writeUInt16LE(value, place * 2);
  yield chunk(0x0102, node, Buffer.concat([words(NONE, index(name)), shape, ...list]));
  for (const child of children) yield* walk(child, index);
  yield chunk(0x0103, node, words(NONE, index(name)));
}

function typed(type: number): Buffer {
  return Buffer.from([8, 0, 0, type]);
}

function stringPool(strings: readonly string[]): Buffer {
  const texts = strings.map((text) => {
    const body = Buffer.from(`${text}\0`, 'utf16le');
    const length = Buffer.alloc(2);
    length.writeUInt16LE(text.length);
    return Buffer.concat([length, body]);
  });
  const offsets = texts.map((_, place) => texts.slice(0, place).reduce((sum, text) => sum + text.length, 0));
  const body = Buffer.concat(texts);
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  const header = words(strings.length, 0, 0, 28 + strings.length * 4, 0);
  return chunk(0x0001, header, Buffer.concat([words(...offsets), padded]));
}

function chunk(type: number, header: Buffer, body: Buffer): Buffer {
  const start = Buffer.alloc(8);
  start.writeUInt16LE(type, 0);
  start.writeUInt16LE(8 + header.length, 2);
  start.writeUInt32LE(8 + header.length + body.length, 4);
  return Buffer.concat([start, header, body]);
}
