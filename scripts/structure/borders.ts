import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modulesIn } from './modules.ts';

/**
 * The borders between packages. TypeScript and Node refuse a path that a package does not export, and project references a
 * package that another one may not use. Two things are left to check: a border is as narrow as its use, and no relative import
 * goes around it.
 */
export function borderProblems(root: string): string[] {
  const names = readdirSync(join(root, 'packages'));
  const imports = names.flatMap((name) => importsOf(root, name));
  const used = new Set(imports.map(({ specifier }) => specifier));
  const unused = names.flatMap((name) =>
    exportsOf(root, name)
      .filter((specifier) => !used.has(specifier))
      .map(
        (specifier) => `packages/${name}/package.json exports ${specifier}, which no other package imports`,
      ),
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

function importsOf(root: string, name: string): PackageImport[] {
  return ['src', 'test', 'dex'].flatMap((folder) => {
    const home = `packages/${name}/${folder}`;
    if (!existsSync(join(root, home))) return [];
    return modulesIn(join(root, home)).flatMap(({ file, imports }) =>
      imports.map(({ specifier, line, file: target }) => ({
        place: `${home}/${file}:${line}`,
        specifier,
        leaves: target?.startsWith('../../') ?? false,
      })),
    );
  });
}

/** What a private package offers to the others, as they write it. A published one may offer more than we use. */
function exportsOf(root: string, name: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
  const { exports = {}, private: isPrivate } = manifest as {
    readonly exports?: Record<string, unknown>;
    readonly private?: boolean;
  };
  if (isPrivate !== true || name === 'phone-companion') return [];
  return Object.keys(exports).map((path) => `@handeye/${name}${path.slice(1)}`);
}
