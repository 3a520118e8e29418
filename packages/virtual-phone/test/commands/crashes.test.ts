import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { AndroidRelease } from '../../src/kernel/release.ts';
import { JavaException } from '../../src/framework/crashes/java-exception.ts';
import { NativeCrash } from '../../src/framework/crashes/tombstone.ts';
import { phoneShell } from './phone-shell.ts';

const LOGIN = 'com.example.login';

async function failingPhone(t: TestContext, release: AndroidRelease) {
  const { phone, run } = await phoneShell(t, { release });
  await run(`am start -n ${LOGIN}/.LoginActivity`);
  const out = async (line: string) => (await run(line)).out;
  return { phone, run, out, framework: phone.framework };
}

const boom = new JavaException('java.lang.IllegalStateException', 'boom', [
  'com.example.login.Session.of(Session.java:31)',
]);

for (const release of [5, 9, 12, 14] as const) {
  test(`Android ${release}: a crash is in the crash buffer and in the drop box`, async (t) => {
    const { framework, out } = await failingPhone(t, release);
    framework.crash(LOGIN, boom);
    const log = await out('logcat -d -b crash -v raw');
    assert.match(
      log,
      /^FATAL EXCEPTION: main\nProcess: com\.example\.login, PID: \d+\njava\.lang\.IllegalStateException: boom\n\tat com\.example\.login\.Session\.of/m,
    );
    const list = await out('dumpsys dropbox');
    assert.match(list, /^Drop box contents: 1 entries\n/);
    assert.equal(list.includes('Max entries: 1000\n'), release >= 9);
    assert.equal(list.includes('Low priority tags: '), release >= 12);
    assert.match(list, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d data_app_crash \(text, \d+ bytes\)$/m);
    assert.equal(/^ {4}Process: com\.example\.login\//m.test(list), release < 14);
    assert.match(list, /\n\nUsage: dumpsys dropbox /);
    const printed = await out('dumpsys dropbox --print data_app_crash');
    assert.match(printed, /^={40}\n.* data_app_crash \(text/m);
    assert.equal(/^PID: \d+$/m.test(printed), release >= 9);
    assert.equal(/^UID: \d+$/m.test(printed), release >= 12);
    assert.match(printed, /^Package: com\.example\.login v\d+ \(/m);
    assert.match(printed, /\n\njava\.lang\.IllegalStateException: boom\n\tat /);
  });
}

test('the drop box is searched by dates and tags, which all have to match', async (t) => {
  const { framework, out } = await failingPhone(t, 14);
  framework.crash(LOGIN, boom);
  const today = new Date(framework.clock.now()).toISOString().slice(0, 10);
  assert.match(
    await out(`dumpsys dropbox ${today} data_app_crash`),
    /Searching for: .* data_app_crash\n\n\d/,
  );
  assert.match(await out('dumpsys dropbox data_app_anr'), /\n\n\(No entries found\.\)\n$/);
  assert.match(await out('dumpsys dropbox 1999-01-01'), /\(No entries found\.\)/);
  assert.match(
    await out('dumpsys dropbox --file'),
    /^ {4}\/data\/system\/dropbox\/data_app_crash@\d+\.txt$/m,
  );
});

for (const release of [5, 14] as const) {
  test(`Android ${release}: a signal leaves a tombstone in the log and twice in the drop box`, async (t) => {
    const { framework, out } = await failingPhone(t, release);
    framework.crash(LOGIN, new NativeCrash());
    const log = await out('logcat -d -b crash -v tag');
    assert.match(log, /^F\/DEBUG {3}: \*\*\* \*\*\*/m);
    assert.match(log, /^F\/DEBUG {3}: pid: \d+, tid: \d+, name: .*>>> com\.example\.login <<<$/m);
    assert.match(log, /^F\/DEBUG {3}: signal 11 \(SIGSEGV\)/m);
    for (const tag of ['data_app_native_crash', 'SYSTEM_TOMBSTONE']) {
      assert.match(await out(`dumpsys dropbox --print ${tag}`), / {6}#00 pc [0-9a-f]+ {2}\/data\/app\//);
    }
  });
}

test('the drop box survives a reboot; the log does not', async (t) => {
  const { phone, framework, run, out } = await failingPhone(t, 12);
  framework.crash(LOGIN, boom);
  await run('reboot');
  assert.notEqual(phone.framework, framework);
  assert.equal(await out('logcat -d -b crash'), '');
  assert.match(await out('dumpsys dropbox'), /data_app_crash/);
});

test('am crash ends a running app, by name or by pid, since Android 7', async (t) => {
  const { framework, run, out } = await failingPhone(t, 12);
  assert.equal((await run('am crash no.such.app')).code, 0);
  assert.equal(framework.crashReports.dropBox.entries.length, 0);
  const pid = framework.processes.pidOf(LOGIN);
  await run(`am crash ${pid}`);
  assert.match(
    await out('dumpsys dropbox --print'),
    /RemoteServiceException\$CrashedByAdbException: shell-induced/,
  );
  const old = await failingPhone(t, 5);
  assert.match((await old.run(`am crash ${LOGIN}`)).err, /Error: unknown command 'crash'/);
  assert.notEqual(old.framework.processes.pidOf(LOGIN), undefined);
});

for (const release of [5, 9, 12, 14] as const) {
  test(`Android ${release}: a hanging app is recorded with its stack`, async (t) => {
    const { framework, out } = await failingPhone(t, release);
    framework.crashReports.hangs(LOGIN, ['com.example.login.Session.waitForKey(Session.java:52)']);
    framework.crashReports.notResponding(LOGIN);
    const printed = await out('dumpsys dropbox --print data_app_anr');
    assert.match(
      printed,
      /^Activity: com\.example\.login\/\.LoginActivity\nSubject: Input dispatching timed out/m,
    );
    assert.match(printed, /^"main" prio=5 [^]*? at com\.example\.login\.Session\.waitForKey/m);
    assert.match(
      await out('logcat -d -v raw'),
      /^ANR in com\.example\.login \(com\.example\.login\/\.LoginActivity\)$/m,
    );
    framework.forceStop(LOGIN);
    assert.ok(!framework.faults.notResponding.has(LOGIN), 'a new process does not hang');
  });
}

test('signing in as crash, hang or native-crash triggers it', async (t) => {
  const { framework, run } = await failingPhone(t, 14);
  const tags = () => framework.crashReports.dropBox.entries.map(({ tag }) => tag);
  const signIn = async (user: string) => {
    await run(`am start -n ${LOGIN}/.LoginActivity`);
    for (const [id, text] of [
      ['username', user],
      ['password', 'secret123'],
    ] as const) {
      const { bounds } = nodeOf(framework, id);
      await run(`input tap ${(bounds.left + bounds.right) >> 1} ${(bounds.top + bounds.bottom) >> 1}`);
      await run(`input text ${text}`);
    }
    await run('input keyevent 66');
  };
  await signIn('hang');
  await until(() => framework.faults.notResponding.has(LOGIN));
  framework.forceStop(LOGIN);
  await signIn('crash');
  await until(() => tags().includes('data_app_crash'));
  await signIn('native-crash');
  await until(() => tags().includes('SYSTEM_TOMBSTONE'));
});

function nodeOf(framework: Awaited<ReturnType<typeof failingPhone>>['framework'], id: string) {
  const all = framework.windows().flatMap((window) => flat(window.root()));
  const node = all.find(({ resourceId }) => resourceId.endsWith(`/${id}`));
  assert.ok(node, `${id} is not on the screen`);
  return node;
}

type Node = NonNullable<
  ReturnType<ReturnType<Awaited<ReturnType<typeof failingPhone>>['framework']['windows']>[number]['root']>
>;

function flat(node: Node | null): Node[] {
  return node === null ? [] : [node, ...node.children.flatMap(flat)];
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds()) {
    assert.ok(Date.now() < end, 'it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
