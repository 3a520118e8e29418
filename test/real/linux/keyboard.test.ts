import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { browse } from './browse.ts';
import { PrivateDesktop, until } from './desktop-session.ts';
import { ownTools } from './own-tools.ts';

const run = promisify(execFile);

/** A field that only takes keys: Chromium's fields cannot be set through accessibility. */
async function keyedField(t: TestContext): Promise<{ desktop: PrivateDesktop; field: string }> {
  const desktop = await PrivateDesktop.start(t);
  await browse(desktop, { rows: 1 });
  return { desktop, field: await desktop.find('resource_id', 'notes') };
}

async function holds(desktop: PrivateDesktop, field: string, text: string): Promise<void> {
  await until(`'${text}'`, async () =>
    (await desktop.tools.text('get_element_details', { ids: [field] })).includes(`\t${text}\t`),
  );
}

/** The keysyms of each key, as xmodmap prints them. */
async function layout(desktop: PrivateDesktop): Promise<string> {
  const { stdout } = await run('xkbcomp', ['-xkb', desktop.environment.DISPLAY ?? '', '-'], {
    env: desktop.environment,
  });
  return stdout;
}

async function clipboard(desktop: PrivateDesktop): Promise<string> {
  const { stdout } = await run('xclip', ['-selection', 'clipboard', '-o'], {
    env: desktop.environment,
  }).catch(() => ({ stdout: '' }));
  return stdout;
}

/** Changes the keyboard's state with Xlib, as a user would. */
async function xlib(desktop: PrivateDesktop, deed: string): Promise<void> {
  const script = `import ctypes
X = ctypes.CDLL('libX11.so.6')
X.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(X.XOpenDisplay(None))
${deed}
X.XSync(display, 0)`;
  await run('python3', ['-c', script], { env: desktop.environment });
}

test('keys write the right text with any keyboard', async (t) => {
  const { desktop, field } = await keyedField(t);

  await t.test(
    'characters that no layout has can be typed (Chinese, Hebrew, emoji), and the layout is restored',
    async () => {
      const before = await layout(desktop);
      const text = 'Ünï 世界 שלום 👩‍🚀 ☂';
      assert.equal(
        await desktop.tools.text('set_text', { element_id: field, text }),
        `Text set on element '${field}'`,
      );
      await desktop.tools.text('input_text', { element_id: field, text: '!' });
      await holds(desktop, field, `${text}!`);
      await until('the old layout', async () => (await layout(desktop)) === before);
    },
  );

  await t.test('keys that a killed server had remapped are restored by the next one', async () => {
    const before = await layout(desktop);
    await remapAndDie(desktop);
    assert.notEqual(await layout(desktop), before);
    await desktop.tools.text('set_text', { element_id: field, text: 'safe ☂' });
    await holds(desktop, field, 'safe ☂');
    await until('the old layout', async () => (await layout(desktop)) === before);
  });

  await t.test('Caps Lock does not change what is typed and stays as it was', async () => {
    await xlib(desktop, 'X.XkbLockModifiers(display, 0x100, 2, 2)');
    await desktop.tools.text('set_text', { element_id: field, text: 'aBcé' });
    await holds(desktop, field, 'aBcé');
    const { stdout } = await run('xset', ['q'], { env: desktop.environment });
    await xlib(desktop, 'X.XkbLockModifiers(display, 0x100, 2, 0)');
    assert.match(stdout, /Caps Lock:\s+on/);
  });

  await t.test('while Control is held down, nothing is typed', async () => {
    await xlib(desktop, 'X.XkbLockModifiers(display, 0x100, 4, 4)');
    const failure = await desktop.tools.fails('set_text', { element_id: field, text: 'q' }, 'action_failed');
    await xlib(desktop, 'X.XkbLockModifiers(display, 0x100, 4, 0)');
    assert.match(failure, /The Control key is held down/);
  });

  await t.test(
    'a Russian layout, alone or as the active second layout, types Latin and Russian',
    async () => {
      for (const [layouts, chosen] of [
        ['ru', 0],
        ['us,ru', 1],
      ] as const) {
        await run('setxkbmap', ['-layout', layouts], { env: desktop.environment });
        await xlib(desktop, `X.XkbLockGroup(display, 0x100, ${chosen})`);
        await desktop.tools.text('set_text', { element_id: field, text: `Привет Hello ${layouts}` });
        await holds(desktop, field, `Привет Hello ${layouts}`);
      }
    },
  );

  await t.test(
    'Control+A and Control+X work while a Russian layout is active, which stays active',
    async (t) => {
      const lean = await ownTools(t, desktop, {}, 'lean');
      await run('setxkbmap', ['-layout', 'us,ru'], { env: desktop.environment });
      await xlib(desktop, 'X.XkbLockGroup(display, 0x100, 1)');
      await lean.text('set_text', { element_id: 'desc:Notes', text: 'cut' });
      for (const key of ['ctrl+a', 'ctrl+x']) await lean.text('press_key', { key });
      await until('the cut text', async () => (await clipboard(desktop)) === 'cut');
      const { stdout } = await run('xset', ['q'], { env: desktop.environment });
      assert.match(stdout, /LED mask:\s+00001000/);
    },
  );
});

/** A separate process that remaps a key, as typing does, and is killed before it restores it. */
async function remapAndDie(desktop: PrivateDesktop): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/real/linux/remap-a-key.ts', desktop.environment.DISPLAY ?? ''],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
}
