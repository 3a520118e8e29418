import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Call } from '@handeye/core/call/call';
import { linuxFacts } from '../src/state.ts';

const during = <T>(work: (call: Call) => Promise<T>) =>
  withinLimit({ clock: realClock, limit: 60_000 }, work);

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-state-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('a laptop reports its battery, a desktop without one reports none', async (t) => {
  const folder = await folderOf(t);
  assert.equal(await during(linuxFacts({}, folder).battery), undefined);
  for (const name of ['AC', 'BAT1']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'BAT1', 'capacity'), '64\n');
  await writeFile(join(folder, 'BAT1', 'status'), 'Discharging\n');
  assert.equal(await during(linuxFacts({}, folder).battery), '64%, discharging');
});

test('the language is that of the session', async () => {
  const locale = (environment: NodeJS.ProcessEnv) => during(linuxFacts(environment).locale);
  assert.equal(await locale({ LANG: 'en_US.UTF-8' }), 'en-US');
  assert.equal(await locale({ LANG: 'en_US.UTF-8', LC_ALL: '', LC_MESSAGES: 'de_AT@euro' }), 'de-AT');
  assert.equal(await locale({}), undefined);
  assert.equal(await locale({ LANG: 'C.UTF-8' }), undefined);
});

test('the dark theme is what GNOME prefers, or the theme with that name', async (t) => {
  const folder = await folderOf(t);
  const program = join(folder, 'gsettings');
  const dark = async (scheme: string, theme: string) => {
    const script = `#!/bin/sh\ncase $3 in color-scheme) echo "${scheme}";; *) echo "${theme}";; esac\n`;
    await writeFile(program, script);
    await chmod(program, 0o755);
    return during(linuxFacts({ PATH: folder }).darkTheme);
  };
  assert.equal(await dark("'prefer-dark'", "'Adwaita'"), true);
  assert.equal(await dark("'prefer-light'", "'Adwaita-dark'"), false);
  assert.equal(await dark("'default'", "'Adwaita-dark'"), true);
  assert.equal(await dark("'default'", "'Adwaita'"), false);
});
