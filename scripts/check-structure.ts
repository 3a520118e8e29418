/**
 * npm run check:structure: the shape of the house. Imports walk one way (scripts/structure/rooms.ts) and through the borders
 * of packages (scripts/structure/borders.ts), nothing imports in a circle, no folder has an index file, and no two files hold
 * the same ten lines.
 */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join, posix } from 'node:path';
import { borderProblems } from './structure/borders.ts';
import { cycles } from './structure/cycles.ts';
import { modulesIn, type Module } from './structure/modules.ts';
import { repeats } from './structure/repeats.ts';
import { packages, type Rooms } from './structure/rooms.ts';

const ROOT = join(import.meta.dirname, '..');
const problems = [
  ...packages.flatMap(({ src, rooms }) => {
    const modules = modulesIn(src);
    return [...wrongImports(modules, rooms), ...circles(modules), ...indexFiles(modules)].map(
      (problem) => `${src}/${problem}`,
    );
  }),
  ...borderProblems(ROOT),
  ...repeats(trackedSources()),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function wrongImports(modules: readonly Module[], rooms: Rooms['rooms']): string[] {
  return modules.flatMap(({ file, imports }) =>
    imports.flatMap(({ file: target, line }) => {
      if (target === undefined) return [];
      if (target.startsWith('..')) return [];
      const [from, to] = [roomOf(file, rooms), roomOf(target, rooms)];
      const allowed = rooms[from] ?? [];
      const fits = allowed === '*' || isWithin(to, from) || allowed.some((room) => isWithin(to, room));
      return fits ? [] : [`${file}:${line} imports ${target}: ${from || 'src'} may not use ${to || 'src'}`];
    }),
  );
}

/** The longest room that the file lies in. */
function roomOf(file: string, rooms: Rooms['rooms']): string {
  const fitting = Object.keys(rooms).filter((room) => room === '' || file.startsWith(`${room}/`));
  return fitting.reduce((longest, room) => (room.length > longest.length ? room : longest), '');
}

function isWithin(room: string, outer: string): boolean {
  return room === outer || (outer !== '' && room.startsWith(`${outer}/`));
}

function circles(modules: readonly Module[]): string[] {
  const byValue = cycles(modules, (one) => !one.typeOnly);
  const acrossFolders = cycles(modules, () => true).filter(
    (files) => new Set(files.map((file) => posix.dirname(file))).size > 1,
  );
  return [
    ...byValue.map((files) => `: files import each other in a circle: ${files.join(', ')}`),
    ...acrossFolders.map((files) => `: types go in a circle between folders: ${files.join(', ')}`),
  ];
}

/** A package's entry may be called index.ts. A folder has none: an import names the file that it needs. */
function indexFiles(modules: readonly Module[]): string[] {
  return modules.flatMap(({ file }) =>
    file.endsWith('/index.ts') ? [`${file}: folders have no index file`] : [],
  );
}

function trackedSources(): { file: string; lines: string[] }[] {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
    {
      encoding: 'utf8',
    },
  );
  return files
    .split('\n')
    .filter((file) => file !== '')
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }));
}
