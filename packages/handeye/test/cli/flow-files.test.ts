import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { run } from './run.ts';

const LOGIN = `appId: org.example
name: Log in
tags: [smoke]
description: As Anna
---
- launchApp
- tapOn:
    id: ok
    role: button
    expect: {appears: Hello}
- inputText: \${USER}
`;

/** A folder to run commands in. */
function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(tmpdir(), 'handeye-flow-'));
  t.after(() => {
    rmSync(cwd, { recursive: true });
  });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  return cwd;
}

const broken = {
  'flows/a.yaml': 'appId: a\n---\n- bakc\n- eraseText: [x]',
  'flows/b.yaml': 'appId: a\n---\n- bakc',
};

test('flow check says what is wrong with each file, or that it is fine and what it needs', async (t) => {
  const cwd = folderWith(t, { ...broken, 'flows/sub/login.flow.yaml': LOGIN });
  assert.deepEqual(await run(t, ['flow', 'check', 'flows', 'flows/a.yaml'], { cwd }), {
    code: 2,
    out: `flows/a.yaml:3:3: unknown command bakc; did you mean back?
flows/a.yaml:4:14: needs a whole number, at least 0, or a map of charactersToErase, label, optional, expect, by, not a list
flows/b.yaml:3:3: unknown command bakc; did you mean back?
flows/sub/login.flow.yaml: fine, 3 commands; needs --env USER=…
`,
    err: '',
  });
  const fine = await run(t, ['flow', 'check', 'flows/**/*.flow.yaml'], { cwd });
  assert.deepEqual([fine.code, fine.err], [0, '']);
});

test('flow check --summary counts the files and the reasons', async (t) => {
  const cwd = folderWith(t, {
    ...broken,
    'flows/c.yaml': LOGIN,
    'flows/d.yaml': 'appId: a\n---\n- runFlow: gone.yaml',
  });
  const { code, out } = await run(t, ['flow', 'check', 'flows', '--summary'], { cwd });
  assert.equal(code, 2);
  assert.equal(
    out,
    `4 files: 1 read, 3 refused
  2  unknown command bakc                 flows/a.yaml:3:3
  1  a file that it names does not exist  flows/d.yaml:3:12
`,
  );
});

test('flow check needs files', async (t) => {
  const cwd = folderWith(t, { 'empty/x.txt': '' });
  assert.deepEqual((await run(t, ['flow', 'check'], { cwd })).code, 2);
  assert.match(
    (await run(t, ['flow', 'check', 'empty'], { cwd })).err,
    /^There is no \.yaml or \.yml file in empty\./,
  );
  assert.match(
    (await run(t, ['flow', 'check', 'gone.yaml'], { cwd })).out,
    /^gone\.yaml:1:1: does not exist/,
  );
});

test('flow list and flow show name the flows of the folder and the steps of one', async (t) => {
  const cwd = folderWith(t, {
    'flows/login.flow.yaml': LOGIN,
    'flows/b.yaml': broken['flows/b.yaml'],
    'mine/x.yaml': LOGIN,
  });
  assert.equal(
    (await run(t, ['flow', 'list'], { cwd })).out,
    `b.yaml           cannot be read: unknown command bakc; did you mean back?
login.flow.yaml  Log in                                                    smoke  As Anna
`,
  );
  for (const name of ['login', 'Log in', 'login.flow.yaml', 'flows/login.flow.yaml'])
    assert.equal(
      (await run(t, ['flow', 'show', name], { cwd })).out,
      `name: Log in
description: As Anna
appId: org.example
needs: USER
1  line 6   launchApp
2  line 7   tapOn: id: ok role: button expect: {appears: Hello}
3  line 11  inputText: \${USER}
`,
    );
  assert.match((await run(t, ['flow', 'list', '--flows', 'mine'], { cwd })).out, /^x\.yaml /);
  assert.match(
    (await run(t, ['flow', 'list', '--flows', 'gone'], { cwd })).err,
    /^gone: there is no such folder/,
  );
  assert.match(
    (await run(t, ['flow', 'show', 'gone'], { cwd })).err,
    /^There is no flow 'gone' in flows; handeye flow list/,
  );
});

test('flow export prints Maestro and says what is lost', async (t) => {
  const cwd = folderWith(t, { 'flows/login.flow.yaml': LOGIN });
  const { code, out, err } = await run(t, ['flow', 'export', 'login', '--to', 'maestro'], { cwd });
  assert.equal(code, 0);
  assert.match(
    out,
    /^name: Log in\n[^]*\n---\n- launchApp\n- tapOn:\n {4}id: ok\n- assertVisible: Hello\n- inputText: \$\{USER\}\n$/,
  );
  assert.match(err, /^lost: .*login\.flow\.yaml:7: role: button\n$/);
});

test('flow schema prints the schema', async (t) => {
  const { out } = await run(t, ['flow', 'schema']);
  assert.match(out, /^\{"\$schema":"http:\/\/json-schema.org\/draft-07\/schema#"/);
  assert.doesNotThrow(() => JSON.parse(out));
});
