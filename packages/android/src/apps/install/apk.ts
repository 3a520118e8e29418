import { xmlStarts, type XmlStart } from './compiled-xml.ts';
import { type ZipEntry, zipEntries } from './zip.ts';

/** The facts of an APK: an application, or a part of one. */
export interface Apk {
  /** Its name at its source. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly id: string;
  readonly version: string | undefined;
  readonly versionCode: number;
  /** The first Android (API level) that it runs on. */
  readonly minSdk: number;
  /** The name of the part; undefined for the application itself, or its base. */
  readonly split: string | undefined;
  /** A part that is not installed with the application: it is fetched when it is needed. */
  readonly onDemand: boolean;
  /** ABIs of the libraries in it. */
  readonly abis: readonly string[];
}

/** The names that Android allows. */
const PACKAGE_NAME = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;

/** No real manifest is larger. */
const MOST_MANIFEST_BYTES = 16 * 1024 * 1024;

/** Reads an APK; undefined if it is none: no archive, or one without a readable manifest. */
export function readApk(name: string, bytes: Buffer): Apk | undefined {
  try {
    const entries = zipEntries(bytes);
    const manifest = entries.find((entry) => entry.name === 'AndroidManifest.xml');
    return manifest && apkOf({ name, bytes, entries }, xmlStarts(manifest.read(MOST_MANIFEST_BYTES)));
  } catch (error) {
    // Offsets that lead out of the file, and other damage.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function apkOf(
  { name, bytes, entries }: { name: string; bytes: Buffer; entries: readonly ZipEntry[] },
  starts: readonly XmlStart[],
): Apk | undefined {
  const [root] = starts;
  const id = root?.attributes.get('package');
  if (root?.name !== 'manifest' || typeof id !== 'string' || !PACKAGE_NAME.test(id)) return undefined;
  const split = root.attributes.get('split');
  const version = root.attributes.get('versionName');
  const sdk = starts.find((start) => start.name === 'uses-sdk');
  return {
    name,
    bytes,
    id,
    version: version === undefined ? undefined : String(version),
    versionCode: numberOf(root, 'versionCode') ?? 0,
    minSdk: (sdk && numberOf(sdk, 'minSdkVersion')) ?? 1,
    split: typeof split === 'string' && split !== '' ? split : undefined,
    onDemand: isOnDemand(starts),
    abis: [...new Set(entries.flatMap((entry) => /^lib\/([^/]+)\/[^/]+\.so$/.exec(entry.name)?.[1] ?? []))],
  };
}

/** A module of an app bundle declares its delivery: `<dist:delivery><dist:on-demand/>`, or formerly `dist:onDemand`. */
function isOnDemand(starts: readonly XmlStart[]): boolean {
  const has = (name: string) => starts.some((start) => start.name === name);
  const module = starts.find((start) => start.name === 'module');
  const isOldForm = module !== undefined && (numberOf(module, 'onDemand') ?? 0) !== 0;
  return isOldForm || (has('on-demand') && !has('install-time'));
}

function numberOf({ attributes }: XmlStart, name: string): number | undefined {
  const value = attributes.get(name);
  return typeof value === 'number' ? value : undefined;
}
