import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('fixtures/android-5.1/', import.meta.url);

/** A screen of ApiDemos as `uiautomator dump` wrote it on Android 5.1. */
export function recordedDump(name: string): string {
  return readFileSync(new URL(`dumps/${name}.xml`, folder), 'utf8');
}

export function recordedDumpNames(): string[] {
  return readdirSync(new URL('dumps/', folder)).map((name) => name.replace(/\.xml$/, ''));
}

/** The output of a command on Android 5.1: the whole file, or the part of the command that begins like this. */
export function recordedOutput(name: string, command = ''): string {
  const text = readFileSync(new URL(`outputs/${name}.txt`, folder), 'utf8');
  const part = text
    .split(/^\$ /m)
    .slice(1)
    .find((candidate) => candidate.startsWith(command));
  if (part === undefined) throw new Error(`${name} has no output of '${command}'`);
  return part.slice(part.indexOf('\n') + 1).replace(/\[rc=\d+\]\s*$/, '');
}
