/**
 * npm run release -- 1.2.3: prepares the tree for a release of that version. It sets the version everywhere, dates the
 * changelog's "Unreleased" part, and prints the next steps; it commits and publishes nothing. `--verify 1.2.3` checks that the
 * tree is that release (before publishing), `--notes 1.2.3` prints its part of the changelog.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notesOf, release } from './release/changelog.ts';
import { isHigher, isVersion } from './release/version.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = 'Usage: npm run release -- [--verify | --notes] 1.2.3';

interface Project {
  readonly version: string;
  readonly repository: string;
}

const modes: Readonly<Record<string, (version: string) => void>> = {
  '--prepare': prepare,
  '--verify': verify,
  '--notes': (version) => {
    process.stdout.write(`${notesOf(read('CHANGELOG.md'), version)}\n`);
  },
};

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function main(words: readonly string[]): void {
  const [version = '', mode = '--prepare', ...more] = words.toReversed();
  const act = modes[mode];
  if (act === undefined || !isVersion(version) || more.length > 0) throw new Error(USAGE);
  act(version);
}

function prepare(wanted: string): void {
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`Commit or stash these changes first:\n${changed}`);
  const project = readProject();
  mustHaveAddress(project);
  if (!isHigher(wanted, project.version)) {
    throw new Error(`${wanted} is not higher than ${project.version}, the version of now.`);
  }
  const changelog = release(read('CHANGELOG.md'), wanted, today());
  write('CHANGELOG.md', changelog);
  write('package.json', JSON.stringify({ ...project, version: wanted }, undefined, 2) + '\n');
  npm('run', '--silent', 'metadata');
  console.log(
    [
      `The tree is ready to be released as ${wanted}. Read what changed (git diff), then:`,
      `  git commit --all --message "release: ${wanted}"`,
      `  git tag --annotate v${wanted} --message "Handeye ${wanted}"`,
      `  git push --follow-tags`,
      'The tag starts .github/workflows/release.yml, which publishes.',
    ].join('\n'),
  );
}

function verify(wanted: string): void {
  const project = readProject();
  mustHaveAddress(project);
  if (project.version !== wanted) {
    throw new Error(
      `The tree is version ${project.version}, not ${wanted}: run \`npm run release -- ${wanted}\`.`,
    );
  }
  notesOf(read('CHANGELOG.md'), wanted);
  npm('run', '--silent', 'metadata', '--', '--check');
  console.log(`The tree is release ${wanted}.`);
}

function mustHaveAddress({ repository }: Project): void {
  if (!repository.includes('OWNER')) return;
  throw new Error(
    `The project's public address is not decided: package.json says ${repository}. ` +
      'Put the real one into "repository" there, run `npm run metadata`, and commit.',
  );
}

function readProject(): Project {
  return JSON.parse(read('package.json')) as Project;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

function write(name: string, content: string): void {
  writeFileSync(join(ROOT, name), content);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trimEnd();
}

/** npm is a script of node's; on Windows its command is a batch file, which only a shell can start. */
function npm(...args: string[]): void {
  const self = process.env.npm_execpath;
  const options = { cwd: ROOT, stdio: 'inherit' } as const;
  if (self !== undefined) execFileSync(process.execPath, [self, ...args], options);
  else execFileSync('npm', args, { ...options, shell: process.platform === 'win32' });
}
