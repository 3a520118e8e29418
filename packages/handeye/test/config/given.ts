import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { loadConfig, type Loaded } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/check.ts';
import { readCommandLine } from '../../src/config/flags.ts';
import { settings } from '../../src/config/settings.ts';

/** A temporary home folder that is removed with the test. */
export function emptyHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'handeye-home-'));
  t.after(() => {
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}

export interface Given {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The content of config.json in the config folder. */
  readonly file?: unknown;
}

/** Loads the settings as a user on Linux would give them. */
export function load(t: TestContext, { flags = [], env = {}, file }: Given): Loaded {
  const home = emptyHome(t);
  if (file !== undefined) {
    mkdirSync(join(home, '.config', 'handeye'), { recursive: true });
    const content = typeof file === 'string' ? file : JSON.stringify(file);
    writeFileSync(join(home, '.config', 'handeye', 'config.json'), content);
  }
  const { given, problems } = readCommandLine(flags, settings);
  if (problems.length > 0) throw new ConfigError(problems);
  return loadConfig(given, { env, platform: 'linux', home });
}
