import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FileSystem } from '@handeye/virtual-phone';
import { runs } from '@handeye/testing/runs';
import { scratchFolder } from '@handeye/testing/attached';
import { phoneTools } from './phone-tools.ts';

/** Names that a shell or a file system could take for more than a name. */
const tricks = [
  ...[
    '..',
    '.',
    '',
    '../..',
    'out',
    'deep/out',
    'file',
    'folder',
    '/etc',
    '/sdcard/Music/kept',
    '~',
    '-rf',
    '--',
  ],
  ...[
    "'; touch /sdcard/Music/owned; '",
    '$(touch /sdcard/Music/owned)',
    '`id`',
    '; reboot',
    '\nreboot\n',
    '| sh',
  ],
  ...[
    '*',
    '?',
    '[a-z]',
    '{a,b}',
    '$root',
    '${root}',
    '\\',
    '"',
    "'",
    '#',
    '!!',
    '&',
    '> x',
    '\0',
    '\r\n',
    '\t',
  ],
  ...[
    'é',
    'e\u0301',
    '日本',
    '👩‍👩‍👧',
    '\u202e',
    '\ud800',
    '\u2028',
    'x'.repeat(260),
    ' ',
    'a b',
    '.. ',
    '%2e%2e',
    '..\\',
  ],
];
const word = fc.oneof(fc.constantFrom(...tricks), fc.string({ unit: 'binary', maxLength: 6 }));
const hostilePath = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const hostileText = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));

/** The commands that the tools for files run on a phone; `:` and `[` are the shell's own. */
const expected = new Set([
  ...[
    'eval',
    'echo',
    'cd',
    'pwd',
    '[',
    ':',
    'mkdir',
    'chmod',
    'mv',
    'rm',
    'exit',
    'am',
    'true',
    'kill',
    'sh',
    'exec',
  ],
  ...['/system/bin/app_process', 'app_process', 'cmd', 'export'],
]);

describe(
  'no path gets out of its location, its quotes or the folder of the computer',
  { concurrency: true },
  () => {
    for (const release of [5, 14] as const) {
      test(`Android ${release}`, async (t) => {
        const ran = new Set<string>();
        const folder = join(await scratchFolder(t), 'files');
        const { call, phone } = await phoneTools(t, {
          release,
          onCommand: (argv) => ran.add(argv[0] ?? ''),
          frame: { toolsets: ['files'], files: await made(folder) },
        });
        const { files } = phone.android;
        files.write('/sdcard/Music/kept', Buffer.from('hidden song'));
        files.write('/sdcard/Music/unheard-of', Buffer.from('hidden song'));
        files.makeDirectory('/data/local/tmp/deep');
        const links = () => {
          for (const path of ['/data/local/tmp/out', '/data/local/tmp/deep/out']) {
            if (!files.exists(path)) files.link('/sdcard/Music', path);
          }
        };
        links();
        const before = outside(files);
        ran.clear();
        const location = fc.oneof({ weight: 4, arbitrary: fc.constant('tmp') }, hostileText);
        await fc.assert(
          fc.asyncProperty(location, hostilePath, hostileText, async (location_id, path, content) => {
            const place = { location_id, path };
            const results = [
              await call('write_file', { ...place, content }),
              await call('append_file', { ...place, content }),
              await call('file_replace', {
                ...place,
                old_string: content,
                new_string: path,
                replace_all: true,
              }),
              await call('read_file', place),
              await call('list_files', place),
              await call('pull_file', { ...place, host_path: path }),
              await call('push_file', { ...place, host_path: path }),
              await call('push_file', { ...place, host_path: 'file' }),
              await call('delete_file', place),
            ];
            for (const result of results) {
              assert.notEqual(
                result._meta?.['handeye/error'].kind,
                'internal',
                JSON.stringify([path, result]),
              );
              assert.doesNotMatch(JSON.stringify(result.content), /hidden song|unheard-of|secret/);
            }
            links();
          }),
          { numRuns: runs(60) },
        );
        assert.deepEqual(outside(files), before);
        assert.equal(Buffer.from(files.read('/sdcard/Music/kept')).toString(), 'hidden song');
        assert.deepEqual(
          [...ran].filter((program) => !expected.has(program)),
          [],
        );
        assert.deepEqual((await readdir(dirname(folder))).sort(), ['files', 'secret']);
        assert.equal(await readFile(join(dirname(folder), 'secret'), 'utf8'), 'secret');
      });
    }
  },
);

/** The folder for files, with a file to push, and something beside it. */
async function made(folder: string): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'file'), 'x');
  await writeFile(join(dirname(folder), 'secret'), 'secret');
  return folder;
}

/** Everything on the phone except the location and the system's own changes. */
function outside(files: FileSystem, folder = ''): string[] {
  return files.list(folder === '' ? '/' : folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (path === '/proc' || path === '/data/local/tmp') return [path];
    return files.lstat(path).kind === 'directory' && files.allows(path, 'read')
      ? [path, ...outside(files, path)]
      : [path];
  });
}
