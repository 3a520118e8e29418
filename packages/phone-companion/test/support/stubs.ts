// Builds an Android of one API level from the stubs: splits them into files and omits what that level lacks.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, sources } from '../../dex/build.ts';
import { makeOnce } from '../../dex/make-once.ts';

const CACHE = fileURLToPath(new URL('../../../../.cache/companion', import.meta.url));
const STUBS = fileURLToPath(new URL('../stubs', import.meta.url));
const COMPILER = fileURLToPath(new URL('CompileLevels.java', import.meta.url));
const MARK = /^\s*\/\/@ (.*)$/;

/** The levels at which the platform's signatures change. */
export const levels = [21, 23, 24, 28, 29, 30, 31, 33, 34, 36];

/** The class path of the companion and of an Android of that level, built once per version of the sources. */
export function classPath(level: number): string {
  const home = join(CACHE, hashOfSources());
  makeOnce(home, () => {
    compileAll(home);
  });
  return [join(home, String(level)), join(home, 'companion')].join(delimiter);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const stubs = readdirSync(STUBS).sort();
  const self = fileURLToPath(import.meta.url);
  for (const file of [self, ...sources(), ...stubs.map((name) => join(STUBS, name))])
    hash.update(readFileSync(file));
  return `classes-${hash.digest('hex').slice(0, 16)}`;
}

/** Builds in a temporary folder, so that an interrupted run leaves no part of it. */
function compileAll(home: string): void {
  const work = mkdtempSync(join(CACHE, 'compile-'));
  const companion = join(work, 'companion');
  compile(companion);
  const runs = levels.map((level) => {
    const files = writeSources(join(work, 'src', String(level)), level);
    return ['-nowarn', '-cp', companion, '-d', join(work, String(level)), ...files].join('\n');
  });
  execFileSync('java', [COMPILER, ...runs], { stdio: ['ignore', 'ignore', 'pipe'] });
  renameSync(work, home);
}

function writeSources(folder: string, level: number): string[] {
  const written: string[] = [];
  for (const bundle of readdirSync(STUBS).sort()) {
    for (const [name, lines] of filesOf(readFileSync(join(STUBS, bundle), 'utf8'), level)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, lines.join('\n'));
      written.push(path);
    }
  }
  return written;
}

/** `//@ file NAME [LEVELS]` begins a file, `//@ LEVELS` a part for only those levels, `//@ all` ends it. */
function filesOf(text: string, level: number): Map<string, string[]> {
  const files = new Map<string, string[]>();
  let lines: string[] = [];
  let isThere = true;
  for (const line of text.split('\n')) {
    const mark = MARK.exec(line)?.[1];
    if (mark === undefined) {
      if (isThere) lines.push(line);
      continue;
    }
    const [, file, levels = 'all'] = /^file (\S+) ?(.*)$/.exec(mark) ?? [];
    isThere = isWithin(level, file === undefined ? mark : levels || 'all');
    if (file === undefined) continue;
    lines = [];
    if (isThere) files.set(file, lines);
    else isThere = false;
  }
  return files;
}

function isWithin(level: number, levels: string): boolean {
  if (levels === 'all') return true;
  const [first = '', last = ''] = levels.split('-');
  return level >= Number(first) && (last === '' || level <= Number(last));
}
