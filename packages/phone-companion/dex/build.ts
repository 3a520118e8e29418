// Compiles the companion and packs it. The same source gives the same dex, byte for byte.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipEntries } from '@handeye/android/apps/install/zip';
import { fetchToolchain } from './toolchain.ts';

const HOME = fileURLToPath(new URL('..', import.meta.url));
const DEX_NAME = 'classes.dex';
const MOST_DEX_BYTES = 1_000_000;

/** The committed file, which is pushed to phones and put on app_process's CLASSPATH. */
export const JAR = join(HOME, 'handeye-companion.jar');

export function sources(): string[] {
  const folder = join(HOME, 'src', 'handeye', 'companion');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(folder, name));
}

/** Class files in a folder: Java 8, without debug information, against Android's API 23. */
export function compile(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { androidJar } = fetchToolchain();
  const flags = ['--release', '8', '-Xlint:-options', '-g:none', '-encoding', 'UTF-8'];
  execFileSync('javac', [...flags, '-cp', androidJar, '-d', folder, ...sources()], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export function buildDex(): Buffer {
  const work = mkdtempSync(join(tmpdir(), 'handeye-companion-'));
  try {
    const classes = join(work, 'classes');
    compile(classes);
    for (const name of readdirSync(classes, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.class')) stripAttributes(join(classes, name));
    }
    const dex = join(work, DEX_NAME);
    const { dx } = fetchToolchain();
    const flags = ['--dex', '--no-locals', '--positions=none', `--output=${dex}`];
    execFileSync('java', ['-cp', dx, 'com.android.dx.command.Main', ...flags, classes], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return readFileSync(dex);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * dx turns these attributes into annotations of dalvik.annotation, which only a debugger or reflection on the companion
 * itself would read. It skips attributes that it does not know, so they get another name of the same length.
 */
function stripAttributes(file: string): void {
  let bytes = readFileSync(file).toString('latin1');
  for (const name of ['Signature', 'InnerClasses', 'EnclosingMethod', 'Exceptions']) {
    // An entry of the constant pool: its tag, its length, its text.
    const head = `\x01\0${String.fromCharCode(name.length)}`;
    bytes = bytes.replace(head + name, `${head}-${name.slice(1)}`);
  }
  writeFileSync(file, bytes, 'latin1');
}

/** The dex inside of the committed jar. zlib's versions pack differently, so jars are compared by this. */
export function committedDex(jar = readFileSync(JAR)): Buffer {
  const dex = zipEntries(jar).find(({ name }) => name === DEX_NAME);
  if (!dex) throw new Error(`${JAR} holds no ${DEX_NAME}`);
  return dex.read(MOST_DEX_BYTES);
}
