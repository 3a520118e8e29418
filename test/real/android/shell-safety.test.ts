import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { apps, shapes, type FileSystem } from '@handeye/virtual-phone';
import { size } from '@handeye/testing/long';
import { runs } from '@handeye/testing/runs';
import { scratchFolder } from '@handeye/testing/attached';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { forms } from './forms.ts';
import { type PhoneTools, phoneTools, type PhoneToolsOptions } from './phone-tools.ts';

/** Texts that a shell could take for more than text, each of which would leave a file or a program behind. */
const attacks = [
  ...[
    '; touch /sdcard/owned',
    '&& reboot',
    '| monkey -p x 1',
    '& am force-stop x',
    '\nid\n',
    '`id`',
    '$(id)',
  ],
  ...[
    '${PATH}',
    "'; id; '",
    '"; id; "',
    "'\\''; id #",
    '> /sdcard/owned',
    '< /etc/hosts',
    '*',
    '/sys*',
    '[a-z]*',
  ],
  ...[
    '?',
    '~',
    '!!',
    '{a,b}',
    '%s',
    '%%s',
    '%s;id',
    '\\',
    "\\'",
    '-x',
    '--help',
    '-d 1',
    '$((1+1))',
    '#',
    '\0id',
  ],
  ...[
    '\r\nid',
    '\t',
    'é',
    '日本',
    '👩‍👩‍👧',
    '\u2028',
    '\u202e',
    '\u001b[31m',
    '@(a|b)',
    '$IFS',
    "$'\\x41'",
    'EOF',
  ],
];
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...attacks),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ maxLength: 12 }),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));

/** The commands that Handeye runs on a phone to read logs, look, find and type. */
const expected = new Set([
  ...[
    'eval',
    'echo',
    'rm',
    // Holds the place of a picture that was not requested.
    'true',
    'uiautomator',
    '[',
    'cat',
    'dumpsys',
    'input',
    'mkdir',
    'cd',
    'logcat',
    'date',
    'ps',
  ],
  ...['getprop', 'command', 'getevent', 'kill', 'sh', 'exec'],
]);
/** The commands that it runs to manage apps; `read` and `case` wait for the end of an installation. */
const expectedForApps = ['pm', 'cmd', 'am', 'grep', 'wm', 'settings', 'trap', 'read', 'exit'];
const OWN_FOLDER = '/data/local/tmp/handeye-empty';

describe('no text gets out of its quotes', { concurrency: true }, () => {
  for (const release of [5, 14] as const) {
    test(`Android ${release}: names of apps, permissions and packages run nothing of their own`, async (t) => {
      const files = await scratchFolder(t);
      const frame = { toolsets: ['device', 'model', 'apps'] as const, files };
      const { call, ...guarded } = await guardedPhone(t, release, frame);
      const known = 'com.example.login';
      await fc.assert(
        fc.asyncProperty(hostile, hostile, async (app, other) => {
          await call('close_app', { app });
          await call('uninstall_app', { app: `com.${app}` });
          await call('clear_app_data', { app });
          await call('get_app_info', { app: other });
          await call('set_permission', { app: known, permission: app, granted: true });
          await call('open_app', { app: known, activity: other });
          await call('install_app', { path: other });
          // A package's own description deserves no more trust.
          await writeFile(join(files, 'shop.apk'), tinyApk({ package: app, minSdk: 1, split: undefined }));
          const { isError } = await call('install_app', { path: 'shop.apk' });
          assert.equal(isError, true, app);
        }),
        { numRuns: size(10, 4) },
      );
      guarded.nothingElseHappened([...expected, ...expectedForApps]);
    });

    test(`Android ${release}: what is typed arrives as it is, or not at all`, async (t) => {
      const { call, typed, idOf, phone, ...guarded } = await guardedPhone(t, release);
      const field = await idOf('username');
      await fc.assert(
        fc.asyncProperty(hostile, async (text) => {
          // The field takes 40 characters of one line.
          const line = text.replace(/[\r\n\t]/g, '').slice(0, 40);
          typed.length = 0;
          const { isError, content, _meta } = await call('set_text', { element_id: field, text: line });
          if (isError) {
            assert.equal(_meta?.['handeye/error'].kind, 'permission_denied', JSON.stringify(content));
            assert.match(line, /[^\x20-\x7e]/);
            assert.deepEqual(typed, [], 'nothing is typed of a text that cannot be typed whole');
          } else {
            assert.deepEqual(content, [{ type: 'text', text: `Text set on element '${field}'` }], line);
          }
        }),
        { numRuns: runs(120) },
      );
      phone.framework.start({ component: 'test.forms/.Main' });
      const lines = await idOf('body');
      await fc.assert(
        fc.asyncProperty(hostile, async (text) => {
          const { isError, content, _meta } = await call('set_text', { element_id: lines, text });
          if (isError) {
            assert.equal(_meta?.['handeye/error'].kind, 'permission_denied', JSON.stringify(content));
            assert.match(text, /[^\x20-\x7e\r\n]/);
          } else {
            assert.equal(phone.framework.textInput.target?.editing.text, text.replace(/\r\n?/g, '\n'));
          }
        }),
        { numRuns: runs(120) },
      );
      guarded.nothingElseHappened();
    });
  }
});

describe('addresses and intents reach am as they are, or not at all', { concurrency: true }, () => {
  for (const release of [5, 14] as const) {
    test(`Android ${release}`, async (t) => {
      const { call, sent, ...guarded } = await guardedPhone(t, release);
      const numRuns = runs(120);
      await fc.assert(
        fc.asyncProperty(hostile, hostile, hostile, async (action, key, value) => {
          sent.length = 0;
          const intent = { type: 'broadcast', action, extras: { [key]: value } };
          const { isError } = await call('send_intent', intent);
          // mksh reads a DOS line end as a Unix one, even in quotes.
          const words = ['am', 'broadcast', '-a', action, '--es', key, value].map((word) =>
            word.replaceAll('\r\n', '\n'),
          );
          const isWrong = action === '' || key === '' || (action + key + value).includes('\0');
          assert.deepEqual([isError === true, sent], isWrong ? [true, []] : [false, [words]]);
        }),
        { numRuns },
      );
      await fc.assert(
        fc.asyncProperty(hostile, hostile, async (rest, list) => {
          sent.length = 0;
          const intent = { type: 'broadcast', component: `a.b/.${rest}`, data: `https:${rest}` };
          await call('send_intent', { ...intent, component: undefined, extras: { a: [list], f: rest } });
          await call('send_intent', intent);
          await call('send_intent', { type: 'broadcast', action: 'x', flags: [rest] });
          await call('open_uri', { uri: rest, package_name: list, mime_type: rest });
          await call('open_uri', { uri: 'https://x', package_name: list });
          await call('open_uri', { uri: 'https://x', mime_type: list });
          for (const [, verb, ...words] of sent) {
            assert.ok(verb === 'broadcast' || verb === 'start');
            const data = words[words.indexOf('-d') + 1];
            if (words.includes('-d')) assert.ok(data === `https:${rest.trimEnd()}` || data === 'https://x');
          }
        }),
        { numRuns },
      );
      guarded.nothingElseHappened([...expected, 'am', 'pm', 'cmd', 'grep', 'for']);
    });
  }
});

/** A phone that records its commands, and knows its initial files. */
async function guardedPhone(
  t: Parameters<typeof phoneTools>[0],
  release: 5 | 14,
  frame?: PhoneToolsOptions['frame'],
) {
  const ran = new Set<string>();
  const typed: (readonly string[])[] = [];
  const sent: (readonly string[])[] = [];
  const onCommand = (argv: readonly string[]) => {
    ran.add(argv[0] ?? '');
    if (argv[0] === 'input' && argv[1] === 'text') typed.push(argv);
    if (argv[0] === 'am') sent.push(argv);
  };
  // With an input method, which tells what the fields take.
  const shape = { ...shapes[release], keyboard: true };
  const tools: PhoneTools = await phoneTools(t, {
    release,
    shape,
    apps: [...apps, forms],
    idleWaitMs: 1,
    onCommand,
    frame: frame ?? { toolsets: ['device', 'apps'] },
  });
  await tools.open('com.example.login/.LoginActivity');
  ran.clear();
  sent.length = 0;
  const { files } = tools.phone.android;
  const before = allFiles(files, '/');
  const { framework } = tools.phone;
  const nothingElseHappened = (usual: Iterable<string> = expected) => {
    const allowed = new Set(usual);
    assert.deepEqual(
      [...ran].filter((program) => !allowed.has(program)),
      [],
    );
    const after = allFiles(files, '/').filter((path) => path !== OWN_FOLDER);
    assert.deepEqual(after, before);
    assert.equal(tools.phone.framework, framework, 'it did not reboot');
  };
  return { ...tools, typed, sent, nothingElseHappened };
}

function allFiles(files: FileSystem, folder: string): string[] {
  return files.list(folder).flatMap((name) => {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    if (path === '/proc') return [];
    return files.lstat(path).kind === 'directory' && files.allows(path, 'read')
      ? [path, ...allFiles(files, path)]
      : [path];
  });
}
