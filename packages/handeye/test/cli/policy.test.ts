import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { services } from '../../src/cli/wiring.ts';
import { profiles } from '@handeye/core/guard/profiles';
import { NO_ADB } from '@handeye/testing/attached';
import { run } from './run.ts';

// The real services look for phones: they must find none and start no adb server.
Object.assign(process.env, NO_ADB);

function file(t: TestContext, content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-policy-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'policy.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const bluetooth = {
  rules: [{ when: { app: '*launcher*', label: 'Sett*' }, then: 'deny', why: 'Leave the settings alone.' }],
};

test('policy check says that a file is fine, or every problem with its key', async (t) => {
  const fine = file(t, bluetooth);
  assert.deepEqual(await run(t, ['policy', 'check', fine]), {
    code: 0,
    out: `${fine}: fine, 1 rule\n`,
    err: '',
  });
  const more = file(t, { profile: 'careful', ...bluetooth });
  assert.equal(
    (await run(t, ['policy', 'check', more])).out,
    `${more}: fine, 1 rule, then the ${profiles.careful.rules.length} of the profile careful\n`,
  );
  assert.match((await run(t, ['policy', 'check', 'careful'])).out, /^careful is a profile, not a file: fine/);
  const wrong = file(t, { rules: [{ when: { tool: 'tab' }, then: 'deny' }] });
  assert.deepEqual(await run(t, ['policy', 'check', wrong]), {
    code: 1,
    out: "policy.json: rules[0].when.tool: no tool or class of tools is called 'tab'; did you mean tap?\n",
    err: '',
  });
});

test('policy explain shows which rule applies on the current screen, and does nothing', async (t) => {
  const explain = (...words: string[]) =>
    run(t, ['policy', 'explain', ...words, '--device', 'virtual'], { services });
  const click = ['click_element', '{"element_id": "text:Settings"}'];
  assert.deepEqual(await explain(...click), {
    code: 0,
    out: "allow: no rule says otherwise\nwould reach: 'Settings' com.android.launcher3\n",
    err: '',
  });
  assert.equal(
    (await explain(...click, '--policy', file(t, bluetooth))).out,
    'deny: rule 1 {"app":"*launcher*","label":"Sett*"}: Leave the settings alone.\nwould reach: \'Settings\' com.android.launcher3\n',
  );
  const allowing = { profile: 'careful', rules: [{ when: { app: '*launcher*' }, then: 'allow' }] };
  assert.equal(
    (await explain(...click, '--policy', file(t, allowing))).out,
    'allow: rule 1 {"app":"*launcher*"}\nwould reach: \'Settings\' com.android.launcher3\n',
  );
  assert.equal((await explain('press_home', '--policy', 'read-only')).out, 'deny: read-only\n');
  assert.equal((await explain('get_screen_state')).out, 'allow: no rule says otherwise\n');
  assert.equal(
    (await explain('uninstall_app', '{"app": "Notes"}', '--policy', 'careful')).out,
    'ask: profile careful: delete {"kind":"delete"}: It may delete something.\nwould reach: Notes (com.example.notes)\n',
    'a tool that is not served unless asked for',
  );
  const gone = await explain('click_element', '{"element_id": "text:Nowhere"}');
  assert.equal(gone.code, 1);
  assert.match(gone.out, /^The call would fail before any rule is asked: /);
});

test('a policy that cannot be read means no start', async (t) => {
  const start = (policy: string) => run(t, ['serve', '--port', '1', '--policy', policy], { services });
  assert.match(
    (await start('/nowhere/policy.json')).err,
    /^--policy: \/nowhere\/policy\.json cannot be read \(ENOENT\); profiles are/,
  );
  assert.match((await start('carefull')).err, /; did you mean careful\?$/m);
  const wrong = await start(file(t, { rules: [{ when: {}, then: 'perhaps' }] }));
  assert.match(wrong.err, /^policy\.json: rules\[0\]\.then: must be one of: allow, ask, deny/);
  assert.equal(wrong.code, 2);
});
