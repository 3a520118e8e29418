import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Process } from '../../src/kernel/process.ts';
import { checkAnswers, type ExpectedAnswer } from './answers.ts';
import { createPhone, SCREEN, text } from './phone.ts';

const ANSWERS: readonly ExpectedAnswer[] = [
  ["trap 'echo caught' USR1; kill -USR1 $$; echo on", 'caught\non\n'],
  ["trap 'echo caught; exit 3' TERM; kill $$; echo never", 'caught\n', 3],
  ["trap '' TERM; kill $$; echo unmoved", 'unmoved\n'],
  ["trap 'echo no' TERM; trap - TERM; kill $$; echo never", '', 143],
  ["trap 'echo $?' USR1; false; kill -USR1 $$; echo $?", '0\n0\n'],
  ["trap 'echo HUP' HUP; trap 'echo bye' EXIT; kill -HUP $$; echo end", 'HUP\nend\nbye\n'],
  // A trap runs after the program that the shell waits for has ended.
  ["trap 'echo caught' USR1; (sleep 0.2; kill -USR1 $$) & sleep 0.5; echo slept", 'caught\nslept\n'],
  // `wait` returns once a signal is caught.
  [
    "trap 'echo caught' USR1; sleep 100 & P=$!; (sleep 0.2; kill -USR1 $$) & wait $P; echo $?; kill $P",
    'caught\n138\n',
  ],
  // A subshell starts without its parent's traps.
  ["trap 'echo caught' TERM; (kill -TERM $(sh -c 'echo $PPID' ) 2>/dev/null; true); echo on", 'on\n'],
];

test('a shell catches the signals that it has traps for', async (t) => {
  await checkAnswers(t, createPhone(t), ANSWERS);
});

async function hear(process: Process, awaited: string): Promise<void> {
  for await (const bytes of process.stdout) {
    if (Buffer.from(bytes).toString().includes(awaited)) return;
  }
}

test('a hang-up runs the trap of a shell that reads, and the shell may continue', async (t) => {
  const phone = createPhone(t);
  const process = phone.shell.spawn(
    "trap 'echo HUP >> /data/local/tmp/log' HUP; echo ready; read; echo after >> /data/local/tmp/log",
  );
  await hear(process, 'ready');
  process.kill();
  assert.equal(await process.exit, 0);
  assert.equal(Buffer.from(phone.files.read('/data/local/tmp/log')).toString(), 'HUP\nafter\n');
});

test('a hang-up ends the program that a shell with a trap waits for', async (t) => {
  const phone = createPhone(t);
  const process = phone.shell.spawn("trap 'exit 7' HUP; (echo ready; sleep 1000)");
  await hear(process, 'ready');
  process.kill();
  assert.equal(await process.exit, 7);
});

test('^C runs the trap of a script each time, and a later hang-up still ends it', async (t) => {
  const phone = createPhone(t);
  const process = phone.shell.spawn(
    "trap 'echo caught' INT; while true; do echo turn; /system/bin/sleep 1000; done",
    {
      terminal: SCREEN,
    },
  );
  const pieces = process.stdout[Symbol.asyncIterator]();
  let shown = '';
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(shown)) shown += Buffer.from((await pieces.next()).value as Uint8Array).toString();
  };
  const interrupt = async (): Promise<void> => {
    // ^C before the sleep would not interrupt it.
    while (!phone.shell.processes.list().some(({ name }) => name === 'sleep')) await setImmediate();
    await process.stdin.write(Uint8Array.of(3));
  };
  await until(/turn/);
  await interrupt();
  await until(/caught\s+turn/);
  await interrupt();
  await until(/caught\s+turn[^]*caught\s+turn/);
  process.kill();
  assert.equal(await process.exit, 129);
});

test('without a trap a signal ends the shell', async (t) => {
  const phone = createPhone(t);
  const process = phone.shell.spawn('echo ready; sleep 1000');
  const shown = text(process.stdout);
  process.kill(15);
  assert.equal(await process.exit, 143);
  await shown;
});
