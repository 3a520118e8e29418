import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isHigher } from '../scripts/release/version.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The files that a release reads and writes. The list of tools comes from packages/core, through node_modules. */
const PARTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  '.prettierrc.json',
  '.gitignore',
  'CHANGELOG.md',
  'server.json',
  'scripts',
  'packages/handeye/package.json',
  'packages/handeye/manifest.json',
  'packages/virtual-phone/package.json',
  'packages/farm/package.json',
];

interface Dependent extends Record<string, unknown> {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const ADDRESS = 'https://github.com/someone/handeye';

class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'handeye-release-'));

  /** A repository of the tree as it is, whose address is decided. */
  constructor(
    t: TestContext,
    changelog = '# Changelog\n\n## Unreleased\n\n- It flies.\n\n## 0.0.9 (2026-01-01)\n\n- It walks.\n',
  ) {
    t.after(() => {
      rmSync(this.#folder, { recursive: true, force: true });
    });
    for (const part of PARTS) cpSync(join(ROOT, part), join(this.#folder, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'), 'junction');
    this.write('CHANGELOG.md', changelog);
    this.write('.gitignore', 'node_modules\n');
    this.#git('init', '--quiet');
    this.decide(ADDRESS);
  }

  decide(address: string): void {
    this.write(
      'package.json',
      JSON.stringify({ ...this.json('package.json'), version: '0.1.0', repository: address }),
    );
    this.run('scripts/metadata.ts');
    this.commit();
  }

  commit(): void {
    this.#git('add', '--all');
    this.#git('-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '--quiet', '--message', 'all');
  }

  read(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8');
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.#folder, name), content);
  }

  json(name: string): Record<string, unknown> {
    return JSON.parse(this.read(name)) as Record<string, unknown>;
  }

  run(script: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
    const tsx = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href;
    const options = { cwd: this.#folder, encoding: 'utf8' } as const;
    return spawnSync(process.execPath, ['--import', tsx, script, ...args], options);
  }

  /** Asks for a release that is refused; returns why. */
  refused(...args: string[]): string {
    const before = this.#git('status', '--porcelain');
    const { status, stderr } = this.run('scripts/release.ts', ...args);
    assert.equal(status, 1);
    assert.equal(this.#git('status', '--porcelain'), before, 'nothing was changed');
    return stderr;
  }

  #git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.#folder, encoding: 'utf8' });
  }
}

test('A release sets the version everywhere, dates the changelog and says what to do next.', (t) => {
  const copy = new Copy(t);
  const { status, stdout, stderr } = copy.run('scripts/release.ts', '0.2.0');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /git commit --all[^]*git tag --annotate v0\.2\.0[^]*git push --follow-tags/);
  for (const file of [
    'package.json',
    'server.json',
    'packages/handeye/package.json',
    'packages/virtual-phone/package.json',
    'packages/farm/package.json',
  ]) {
    assert.equal(copy.json(file).version, '0.2.0', file);
  }
  const { packages } = copy.json('package-lock.json') as {
    packages: Record<string, Record<string, unknown>>;
  };
  for (const name of ['handeye', 'virtual-phone', 'farm']) {
    const own = copy.json(`packages/${name}/package.json`);
    for (const field of ['version', 'dependencies', 'peerDependencies'])
      assert.deepEqual(packages[`packages/${name}`]?.[field], own[field], `${name}: ${field}`);
  }
  const handeye = copy.json('packages/handeye/package.json') as Dependent;
  assert.equal(handeye.dependencies['@handeye/virtual-phone'], '0.2.0');
  assert.equal(handeye.peerDependencies['@handeye/farm'], '0.2.0');
  const farm = copy.json('packages/farm/package.json') as Dependent;
  assert.equal(farm.peerDependencies.handeye, '0.2.0');
  assert.equal(copy.json('packages/handeye/package.json').mcpName, 'io.github.someone/handeye');
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(
    copy.read('CHANGELOG.md'),
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 (${today})\n\n- It flies.\n\n## 0.0.9 (2026-01-01)\n\n- It walks.\n`,
  );

  assert.match(copy.refused('0.3.0'), /^Commit or stash these changes first:\n/);
  copy.commit();
  assert.equal(copy.run('scripts/release.ts', '--verify', '0.2.0').status, 0);
  assert.equal(copy.run('scripts/release.ts', '--notes', '0.2.0').stdout, '- It flies.\n');
  assert.match(copy.refused('--verify', '0.3.0'), /The tree is version 0\.2\.0, not 0\.3\.0/);
  assert.match(copy.refused('--notes', '0.3.0'), /CHANGELOG\.md says nothing of 0\.3\.0/);
  assert.match(copy.refused('0.3.0'), /nothing under "Unreleased"/);
});

test('A release is refused while something is missing, and says what.', (t) => {
  const copy = new Copy(t);
  assert.match(copy.refused('0.1.0'), /0\.1\.0 is not higher than 0\.1\.0/);
  assert.match(copy.refused('1.2'), /^Usage:/);
  assert.match(copy.refused(), /^Usage:/);
  copy.decide('https://github.com/OWNER/handeye');
  assert.match(copy.refused('0.2.0'), /address is not decided.*package\.json.*npm run metadata/);
  assert.match(copy.refused('--verify', '0.1.0'), /address is not decided/);
});

test('Versions are compared by their numbers, and a preview comes before its release.', () => {
  for (const [higher, lower] of [
    ['0.10.0', '0.9.0'],
    ['1.0.0', '0.99.99'],
    ['1.0.0', '1.0.0-beta.1'],
    ['1.0.0-beta.10', '1.0.0-beta.9'],
    ['1.0.1-alpha', '1.0.0'],
  ] as const) {
    assert.equal(isHigher(higher, lower), true, `${higher} > ${lower}`);
    assert.equal(isHigher(lower, higher), false, `${lower} < ${higher}`);
    assert.equal(isHigher(higher, higher), false);
  }
});
