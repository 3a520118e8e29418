import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { Registry } from '@handeye/core/device/registry';
import { LinuxSource } from '@handeye/linux/source';
import { defaultLimits } from '@handeye/core/tools/frame/defaults';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { defaultPolicy, type Policy } from '@handeye/core/guard/policy';
import { type PrivateDesktop, sharedDesktop, until } from './desktop-session.ts';
import { toolsOverMcp } from './mcp-tools.ts';

const desktopFor = sharedDesktop();

/** The tools for a model on a desktop, with a home of its own. */
async function modelsDesktop(t: TestContext, own: NodeJS.ProcessEnv = {}, policy: Partial<Policy> = {}) {
  const desktop = await desktopFor(t);
  const home = await mkdtemp(join(desktop.home, 'home-'));
  const environment = { ...desktop.environment, HOME: home, ...own };
  const registry = new Registry({ sources: [new LinuxSource({ environment })], configured: ['linux'] });
  const { tools, end } = await toolsOverMcp(
    createToolbox({
      registry,
      limits: { ...defaultLimits, look: 60_000, action: 30_000 },
      policy: { ...defaultPolicy, ...policy },
      toolsets: ['device', 'desktop', 'apps'],
      screenFormat: 'lean',
    }),
  );
  t.after(async () => {
    await end();
    await registry.close();
  });
  return { desktop, home, registry, tools };
}

async function write(folder: string, name: string, lines: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), ['[Desktop Entry]', 'Type=Application', ...lines, ''].join('\n'));
}

async function windowsOf(desktop: PrivateDesktop, title: RegExp) {
  const port = await desktop.port();
  const windows = await desktop.during((call) => port.windows(undefined, call));
  return windows.filter((one) => title.test(one.title));
}

test('an application is started from the menu, and its window raised when it is opened again', async (t) => {
  const { desktop, tools } = await modelsDesktop(t);
  assert.equal(await tools.text('open_app', { app: 'mousepad' }), 'Opened Mousepad (org.xfce.mousepad)');
  assert.equal((await windowsOf(desktop, /Mousepad/))[0]?.frontmost, true);
  assert.equal(
    await tools.text('open_app', { app: 'org.gnome.Calculator' }),
    'Opened Calculator (org.gnome.Calculator)',
  );
  assert.equal((await windowsOf(desktop, /Calculator/))[0]?.frontmost, true);
  await tools.text('open_app', { app: 'MOUSEPAD' });
  const mousepad = await windowsOf(desktop, /Mousepad/);
  assert.equal(mousepad.length, 1);
  assert.equal(mousepad[0]?.frontmost, true);
});

test('a minimised window is restored', async (t) => {
  const { desktop, tools } = await modelsDesktop(t);
  await tools.text('open_app', { app: 'Calculator' });
  await desktop.click('Minimize');
  await until('the minimised window', async () => {
    return (await windowsOf(desktop, /Calculator/))[0]?.minimized === true;
  });
  await tools.text('open_app', { app: 'Calculator' });
  const [window, another] = await windowsOf(desktop, /Calculator/);
  assert.deepEqual([window?.minimized, window?.frontmost, another], [false, true, undefined]);
});

test("list_apps lists what the menu lists, by names in the user's language", async (t) => {
  const { home, tools } = await modelsDesktop(t, {
    LANG: 'de_AT.UTF-8',
    XDG_CURRENT_DESKTOP: 'XFCE:GTK',
  });
  const own = join(home, '.local/share/applications');
  await write(own, 'org.example.plain.desktop', ['Name=Garden', 'Name[de]=Garten', 'Exec=true']);
  await write(join(own, 'sub'), 'nested.desktop', ['Name=Nested', 'Exec=true', 'OnlyShowIn=XFCE;']);
  await write(own, 'hidden.desktop', ['Name=NotInMenu', 'Exec=true', 'NoDisplay=true']);
  await write(own, 'elsewhere.desktop', ['Name=Elsewhere', 'Exec=true', 'OnlyShowIn=KDE;']);
  await write(own, 'missing.desktop', ['Name=Missing', 'Exec=true', 'TryExec=no-such-program']);
  // A user's entry with the same id hides the system's.
  await write(own, 'org.gnome.Calculator.desktop', ['Hidden=true']);
  const mine = await tools.text('list_apps', { filter: 'user' });
  assert.deepEqual(mine.split('\n'), [
    'Elsewhere  elsewhere',
    'Garten  org.example.plain',
    'Nested  sub-nested',
    'NotInMenu  hidden',
  ]);
  const menu = await tools.text('list_apps');
  assert.match(menu, /^Garten  org\.example\.plain$/m);
  assert.match(menu, /^Nested  sub-nested$/m);
  assert.match(menu, /^Mousepad  org\.xfce\.mousepad$/m);
  assert.doesNotMatch(menu, /NotInMenu|Elsewhere|Missing|Calculator\b.*org\.gnome/);
});

test('an entry is started as it is written: without a shell, without its codes for files', async (t) => {
  const { home, tools } = await modelsDesktop(t);
  const own = join(home, '.local/share/applications');
  const script = join(home, 'say arguments.sh');
  const said = join(home, 'said');
  await writeFile(script, `#!/bin/sh\nfor word; do echo "<$word>"; done > '${said}'\nexit 3\n`);
  await chmod(script, 0o755);
  const exec = `"${script}" --name=%c %U "two words" "\\\\$HOME" ; $(id) 100%% %i`;
  await write(own, 'say.desktop', ['Name=Say It', `Exec=${exec}`, 'Icon=star']);
  const failure = await tools.fails('open_app', { app: 'Say It' }, 'action_failed');
  assert.match(failure, /^Say It was started and ended at once \(exit 3\)/);
  assert.equal(
    await readFile(said, 'utf8'),
    '<--name=Say It>\n<two words>\n<$HOME>\n<;>\n<$(id)>\n<100%>\n<--icon>\n<star>\n',
  );
  await write(own, 'gone.desktop', ['Name=Gone', 'Exec=/no/such/program']);
  assert.match(await tools.fails('open_app', { app: 'Gone' }, 'action_failed'), /^Gone cannot be started/);
  await tools.fails('open_app', { app: 'Say It', activity: '.Main' }, 'invalid_params');
});

test('a blocked application is not started, whichever of its names the policy knows', async (t) => {
  const { desktop, tools } = await modelsDesktop(t, {}, { blockedApps: ['gnome-calculator'] });
  await tools.fails('open_app', { app: 'Calculator' }, 'permission_denied');
  assert.deepEqual(await windowsOf(desktop, /Calculator/), []);
});

/** Closes an application by the device itself; the error's words if it does not close. */
async function close(desktop: PrivateDesktop, id: string): Promise<boolean | string> {
  const { services } = await desktop.device();
  const app = { id, name: undefined, launchable: true };
  return desktop
    .during(async (call) => (await services?.appManager?.close(app, call)) ?? false)
    .catch((error: unknown) => (error instanceof Error ? error.message : 'no error'));
}

test('an application is closed politely: it is gone, or its question is reported and nothing is lost', async (t) => {
  const { desktop, tools } = await modelsDesktop(t);
  await tools.text('open_app', { app: 'org.gnome.Calculator.desktop' });
  assert.equal(await close(desktop, 'org.gnome.Calculator'), true);
  assert.deepEqual(await windowsOf(desktop, /Calculator/), []);
  assert.equal(await close(desktop, 'org.gnome.Calculator'), false);

  await tools.text('open_app', { app: 'mousepad' });
  await tools.text('input_text', { text: 'Not saved yet' });
  const refusal = await close(desktop, 'org.xfce.mousepad');
  assert.match(
    String(refusal),
    /^Mousepad asks something before it closes, in the window '.*answer it on the screen/,
  );
  assert.equal((await windowsOf(desktop, /Mousepad/)).length > 0, true);
  assert.match(await tools.text('get_screen_state'), /Do you want to save the changes before closing\?/);
  await desktop.click('Cancel');
  await until('the text', async () => (await tools.text('get_screen_state')).includes('Not saved yet'));
});

test('an address is opened by the application that the desktop has for its scheme, as it is written', async (t) => {
  const { desktop, home, tools } = await modelsDesktop(t);
  const own = join(home, '.local/share/applications');
  const script = join(home, 'viewer.sh');
  const said = join(home, 'said');
  await writeFile(
    script,
    `#!/bin/sh\nfor word; do echo "<$word>"; done >> '${said}'\nexec zenity --info --title "Page viewer" --text x\n`,
  );
  await chmod(script, 0o755);
  const kinds = 'MimeType=text/html;x-scheme-handler/https;';
  await write(own, 'viewer.desktop', [
    'Name=Viewer',
    `Exec=${script} --open %u --`,
    kinds,
    'StartupWMClass=Zenity',
  ]);
  await write(own, 'aaa.desktop', ['Name=Another', 'Exec=false %u', kinds]);
  await mkdir(join(home, '.config'), { recursive: true });
  await writeFile(
    join(home, '.config/mimeapps.list'),
    '[Default Applications]\nx-scheme-handler/https=gone.desktop;viewer.desktop;\n',
  );
  const uri = "https://example.com/?a=$(id)&b='x';c=%20#top";
  assert.equal(await tools.text('open_uri', { uri }), 'Opened in viewer');
  assert.equal((await windowsOf(desktop, /Page viewer/))[0]?.frontmost, true);
  assert.equal(await readFile(said, 'utf8'), `<--open>\n<${uri}>\n<-->\n`);
  assert.match(
    await tools.fails('open_uri', { uri: 'market://x' }, 'action_failed'),
    /^No application of this desktop opens market: addresses/,
  );
  await tools.fails('open_uri', { uri: 'file:///etc/passwd' }, 'permission_denied');
  await tools.fails('open_uri', { uri, mime_type: 'text/html' }, 'invalid_params');
  assert.match(
    await tools.fails('send_intent', { type: 'broadcast', action: 'x' }, 'permission_denied'),
    /Intents belong to Android/,
  );
});

test('an address does not reach a blocked application', async (t) => {
  const { desktop, home, tools } = await modelsDesktop(t, {}, { blockedApps: ['Viewer'] });
  const own = join(home, '.local/share/applications');
  await write(own, 'viewer.desktop', [
    'Name=Viewer',
    'Exec=zenity --info',
    'MimeType=x-scheme-handler/https;',
  ]);
  await tools.fails('open_uri', { uri: 'https://example.com' }, 'permission_denied');
  await tools.fails('open_uri', { uri: 'https://example.com', package_name: 'viewer' }, 'permission_denied');
  assert.deepEqual(await windowsOf(desktop, /./), []);
});
