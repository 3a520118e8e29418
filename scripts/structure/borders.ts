import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { modulesIn } from './modules.ts';

/**
 * The borders between packages. TypeScript and Node refuse a path that a package does not export, and project references a
 * package that another one may not use. Two things are left to check: a border is as narrow as its use, and no relative import
 * goes around it.
 */
export function borderProblems(root: string): string[] {
  const homes = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'test/support'];
  const imports = homes.flatMap((home) => importsOf(root, home));
  const used = new Set(imports.map(({ specifier }) => specifier));
  const unused = homes.flatMap((home) =>
    exportsOf(root, home)
      .filter((specifier) => !used.has(specifier))
      .map((specifier) => `${home}/package.json exports ${specifier}, which no other package imports`),
  );
  const leaving = imports
    .filter(({ leaves }) => leaves)
    .map(({ place, specifier }) => `${place} imports ${specifier} of another package: use its name`);
  return [...unused, ...leaving];
}

interface PackageImport {
  readonly place: string;
  readonly specifier: string;
  readonly leaves: boolean;
}

/** The folders of a package that hold TypeScript; test/support has none below it. */
const folders = ['src', 'test', 'dex'];

function importsOf(root: string, home: string): PackageImport[] {
  const places = home === 'test/support' ? [home] : folders.map((folder) => `${home}/${folder}`);
  return places
    .filter((place) => existsSync(join(root, place)))
    .flatMap((place) =>
      modulesIn(join(root, place)).flatMap(({ file, imports }) =>
        imports.map(({ specifier, line, file: target }) => ({
          place: `${place}/${file}:${line}`,
          specifier,
          leaves: target !== undefined && !posix.join(place, target).startsWith(`${home}/`),
        })),
      ),
    );
}

/** The paths that a private package offers to the others, as they write them. A published one may offer more than we use. */
function exportsOf(root: string, home: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, home, 'package.json'), 'utf8'));
  const {
    name,
    exports = {},
    private: isPrivate,
  } = manifest as {
    readonly name: string;
    readonly exports?: Record<string, unknown>;
    readonly private?: boolean;
  };
  if (isPrivate !== true) return [];
  return Object.keys(exports)
    .filter((path) => path !== '.')
    .map((path) => name + path.slice(1));
}
