import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sh } from '../src/shell/quote.ts';
import { eventually, testOnEach, text, within } from '@handeye/testing/attached';

const LIMIT = 20_000;
const TEN_MEGABYTES = 10 * 1024 * 1024;

testOnEach('a command has its output, its errors and its exit code', async (_t, { phone, machine }) => {
  const { stdout, stderr, code } = await within(LIMIT, (call) =>
    phone.run(sh`echo out; echo oops >&2; exit 42`, call),
  );
  const isFirstProtocol = machine.release === 5;
  assert.deepEqual(
    [text(stdout), stderr, code],
    isFirstProtocol ? ['out\noops\n', '', 42] : ['out\n', 'oops\n', 42],
  );
});

testOnEach('a missing program is exit code 127', async (_t, { phone }) => {
  const { code } = await within(LIMIT, (call) => phone.run(sh`no-such-program`, call));
  assert.equal(code, 127);
});

testOnEach('a script gives each command its own output and exit code', async (_t, { phone, machine }) => {
  const commands = [
    sh`echo one`,
    sh`false`,
    sh`printf no-newline`,
    sh`exit 7`,
    sh`cd /; pwd`,
    sh`pwd`,
    sh`cat`,
    sh`(`,
  ];
  const results = await within(LIMIT, (call) => phone.script(commands, call));
  assert.deepEqual(
    results.slice(0, 7).map(({ stdout, code }) => [text(stdout), code]),
    [
      ['one\n', 0],
      ['', 1],
      ['no-newline', 0],
      ['', 7],
      ['/\n', 0],
      [`${machine.home}\n`, 0],
      ['', 0],
    ],
  );
  assert.notEqual(results[7]?.code, 0);
  assert.equal(machine.shells, 1, 'all in one shell, which a syntax error did not end');
});

testOnEach('ten megabytes of every byte come as they are', async (_t, { phone, machine }) => {
  const bytes = randomBytes(TEN_MEGABYTES);
  await writeFile(join(machine.home, 'big'), bytes);
  const { stdout } = await within(LIMIT, (call) => phone.run(sh`cat big`, call));
  assert.ok(bytes.equals(stdout));
});

testOnEach(
  'a cancelled command is ended on the phone, and the next one works',
  async (_t, { phone, machine }) => {
    const cancelled = new AbortController();
    const started = join(machine.home, 'started');
    const running = within(
      LIMIT,
      (call) => phone.run(sh`echo $$ >started; sleep 1000; true`, call),
      cancelled.signal,
    );
    await eventually(
      () =>
        readFile(started, 'utf8').then(
          (pid) => pid !== '',
          () => false,
        ),
      'the command started',
    );
    const pid = Number(await readFile(started, 'utf8'));
    cancelled.abort(new Error('the user changed his mind'));
    await assert.rejects(running, /changed his mind/);
    const next = await within(LIMIT, (call) => phone.run(sh`echo next`, call));
    assert.equal(text(next.stdout), 'next\n');
    await eventually(() => !groupExists(pid), 'sleep ended too');
    await eventually(() => phone.openStreams === 1, 'only the kept shell is open');
  },
);

testOnEach('a command that takes too long is a timeout', async (_t, { phone }) => {
  await within(LIMIT, (call) => phone.run(sh`true`, call));
  await assert.rejects(
    within(150, (call) => phone.run(sh`sleep 1000`, call)),
    { name: 'DeadlineExceeded' },
  );
  await eventually(() => phone.openStreams === 0, 'no stream is left');
});

testOnEach('a thousand commands need one shell and leave one stream', async (_t, { phone, machine }) => {
  await within(60_000, async (call) => {
    for (let i = 0; i < 1000; i++)
      assert.equal(text((await phone.run(sh`echo ${i}`, call)).stdout), `${i}\n`);
  });
  assert.deepEqual([machine.shells, phone.openStreams], [1, 1]);
});

testOnEach('fifty commands at the same time do not wait for each other', async (_t, { phone }) => {
  const numbers = Array.from({ length: 50 }, (_, i) => i);
  const results = await within(30_000, (call) =>
    Promise.all(numbers.map((i) => phone.run(sh`sleep 0.2; echo ${i}`, call))),
  );
  assert.deepEqual(
    results.map(({ stdout }) => text(stdout)),
    numbers.map((i) => `${i}\n`),
  );
  await eventually(() => phone.openStreams <= 4, 'the shells that were needed for a moment are gone');
});

testOnEach('a program takes input and prints while it runs', async (_t, { phone, machine }) => {
  await within(LIMIT, async (call) => {
    const program = await phone.stream(sh`sed -u s/a/b/`, call);
    const lines = program.stdout[Symbol.asyncIterator]();
    for (const [sent, expected] of [
      ['a1\n', 'b1\n'],
      ['a2\n', 'b2\n'],
    ] as const) {
      await program.write(Buffer.from(sent));
      const { value } = (await lines.next()) as { value: Uint8Array };
      assert.equal(text(value), expected);
    }
    program.close();
  });
  assert.equal(machine.shells, 1);
  await eventually(() => phone.openStreams === 0, 'its stream is closed');
});

testOnEach('a program that ends tells how, where the phone can', async (_t, { phone, machine }) => {
  await within(LIMIT, async (call) => {
    const program = await phone.stream(sh`sh -c ${'echo out; echo oops >&2; exit 3'}`, call);
    const printed: Uint8Array[] = [];
    for await (const bytes of program.stdout) printed.push(bytes);
    const output = Buffer.concat(printed).toString();
    if (machine.release === 5)
      assert.deepEqual([output.split('\n').sort(), program.code], [['', 'oops', 'out'], undefined]);
    else assert.deepEqual([output, program.stderr, program.code], ['out\n', 'oops\n', 3]);
  });
});

/** Prints that many megabytes and counts them in a file. */
const counted = (megabytes: number, file: string) =>
  sh`sh -c ${`for i in $(seq ${megabytes}); do head -c 1048576 /dev/zero; echo $i >>${file}; done`}`;

testOnEach('a program that nobody reads is stopped, not collected', async (_t, { phone, machine }) => {
  await within(2 * LIMIT, async (call) => {
    const unread = await phone.stream(counted(20, 'unread'), call);
    await unread.stdout[Symbol.asyncIterator]().next();
    // While this one is read to its end, the other had the time to write as much.
    const read = await phone.stream(counted(20, 'read'), call);
    let size = 0;
    for await (const { length } of read.stdout) size += length;
    assert.equal(size, 20 * 1024 * 1024);
    const written = await readFile(join(machine.home, 'unread'), 'utf8').catch(() => '');
    const megabytes = written.split('\n').length - 1;
    assert.ok(megabytes < 10, `wrote ${megabytes} MB: more than the buffers on its way hold`);
    unread.close();
  });
  assert.equal(machine.shells, 2);
});

function groupExists(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
