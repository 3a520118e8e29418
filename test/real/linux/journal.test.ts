import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { PrivateDesktop } from './desktop-session.ts';

const run = promisify(execFile);
/** 2026-11-14 in UTC, like all times here. */
const START = Date.UTC(2026, 10, 14, 8, 0, 0);
const US = process.getuid?.() ?? 0;

interface Entry {
  readonly second: number;
  readonly priority: number;
  readonly tag: string;
  readonly message: string | Buffer;
  readonly user?: number;
}

const entries: readonly Entry[] = [
  { second: 0, priority: 7, tag: 'mcp:tool', message: 'starting' },
  { second: 1, priority: 6, tag: 'editor', message: 'two\nlines' },
  { second: 2, priority: 4, tag: 'editor', message: 'low on space 😀' },
  { second: 3, priority: 3, tag: '--help', message: 'a tag like an option' },
  { second: 4, priority: 2, tag: 'editor', message: Buffer.from('bad \xff byte', 'latin1') },
  { second: 5, priority: 3, tag: 'editor', message: 'of another user', user: US + 1 },
];

/** A desktop whose journalctl (the real one) reads our own journal instead of this computer's. */
async function withJournal(t: TestContext): Promise<PrivateDesktop> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-journal-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'entries'), Buffer.concat(entries.map(exported)));
  const output = `--output=${join(folder, 'ours.journal')}`;
  await run('/lib/systemd/systemd-journal-remote', [output, join(folder, 'entries')]);
  const program = join(folder, 'bin', 'journalctl');
  await writeFile(program, `#!/bin/sh\nexec /usr/bin/journalctl --directory='${folder}' "$@"\n`);
  await chmod(program, 0o755);
  return PrivateDesktop.start(t, { PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` });
}

/** An entry in systemd's export format. */
function exported({ second, priority, tag, message, user = US }: Entry): Buffer {
  const bytes = Buffer.from(message);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  const fields = [
    `__REALTIME_TIMESTAMP=${(START + 1000 * second + 123) * 1000}`,
    `__MONOTONIC_TIMESTAMP=${1000 * second + 1}`,
    `_BOOT_ID=${'0123456789abcdef'.repeat(2)}`,
    ...[`_UID=${user}`, `PRIORITY=${priority}`, `SYSLOG_IDENTIFIER=${tag}`, 'MESSAGE'],
  ];
  return Buffer.concat([Buffer.from(`${fields.join('\n')}\n`), length, bytes, Buffer.from('\n\n')]);
}

test("get_device_logs reads what this user's programs wrote to the journal, and every filter works", async (t) => {
  const { tools } = await withJournal(t);
  const read = async (args: object) => {
    const { logs, line_count, truncated } = await tools.json('get_device_logs', args);
    const lines = String(logs).split('\n').filter(Boolean);
    assert.equal(line_count, lines.length);
    return { lines: lines.map((line) => line.replace(/^11-1\d \d\d:/, '')), truncated };
  };
  assert.deepEqual(await read({}), {
    lines: [
      ...['00:00.123 D/mcp:tool: starting', '00:01.123 I/editor: two', '00:01.123 I/editor: lines'],
      ...['00:02.123 W/editor: low on space 😀', '00:03.123 E/--help: a tag like an option'],
      '00:04.123 F/editor: bad \ufffd byte',
    ],
    truncated: false,
  });
  assert.deepEqual((await read({ level: 'E' })).lines.length, 2);
  assert.deepEqual(await read({ tag: 'editor', last_lines: 2 }), {
    lines: ['00:02.123 W/editor: low on space 😀', '00:04.123 F/editor: bad \ufffd byte'],
    truncated: true,
  });
  assert.deepEqual((await read({ tag: '--help' })).lines, ['00:03.123 E/--help: a tag like an option']);
  assert.deepEqual((await read({ tag: '$(id); x' })).lines, []);
  const since = '2026-11-14T08:00:02Z';
  const until = '2026-11-14T10:00:03.123+02:00';
  assert.deepEqual((await read({ since, until })).lines, [
    '00:02.123 W/editor: low on space 😀',
    '00:03.123 E/--help: a tag like an option',
  ]);
  assert.match(
    await tools.fails('get_device_logs', { package_name: 'editor' }, 'invalid_params'),
    /pass the program's name as tag/,
  );
});

test('without a journal, get_device_logs says that there is none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-journal-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'journalctl');
  await writeFile(program, `#!/bin/sh\nexec /usr/bin/journalctl --directory='${folder}' "$@"\n`);
  await chmod(program, 0o755);
  const { tools } = await PrivateDesktop.start(t, { PATH: `${folder}:${process.env.PATH ?? ''}` });
  assert.match(await tools.fails('get_device_logs', {}, 'permission_denied'), /cannot be read/);
});
