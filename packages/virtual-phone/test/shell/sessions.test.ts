import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Process, Program } from '../../src/kernel/process.ts';
import { createPhone, finish, SCREEN, text, type TestPhone } from './phone.ts';

/** A conversation with a process: sends text, and waits until the output contains the expected text. */
class Conversation {
  readonly #process: Process;
  readonly #reader: AsyncIterator<Uint8Array>;
  #seen = '';

  constructor(process: Process) {
    this.#process = process;
    this.#reader = process.stdout[Symbol.asyncIterator]();
  }

  async send(input: string): Promise<void> {
    await this.#process.stdin.write(new TextEncoder().encode(input));
  }

  /** The output up to and including the expected text. */
  async until(awaited: string): Promise<string> {
    while (!this.#seen.includes(awaited)) {
      const next = await this.#reader.next();
      assert.ok(!next.done, `ended before ${JSON.stringify(awaited)}; seen: ${JSON.stringify(this.#seen)}`);
      this.#seen += new TextDecoder().decode(next.value);
    }
    const end = this.#seen.indexOf(awaited) + awaited.length;
    const result = this.#seen.slice(0, end);
    this.#seen = this.#seen.slice(end);
    return result;
  }
}

test('one shell over a pipe runs many commands, told apart by sentinels', async (t) => {
  const shell = createPhone(t).shell.spawn('');
  const talk = new Conversation(shell);
  await talk.send('cd /data/local/tmp; x=kept; echo "@@1 $?"\n');
  assert.equal(await talk.until('@@1 0\n'), '@@1 0\n');
  await talk.send('pwd; echo $x; nosuch; echo "@@2 $?"\n');
  assert.equal(await talk.until('@@2 127\n'), '/data/local/tmp\nkept\n@@2 127\n');
  await talk.send('for i in 1 2\ndo\necho $i\ndone; echo "@@3 $?"\n');
  assert.equal(await talk.until('@@3 0\n'), '1\n2\n@@3 0\n');
  await talk.send('cat <<E\nhere $x\nE\necho "@@4 $?"\n');
  assert.equal(await talk.until('@@4 0\n'), 'here kept\n@@4 0\n');
  shell.stdin.end();
  assert.equal(await shell.exit, 0);
  assert.equal(await text(shell.stderr), '/system/bin/sh: <stdin>[2]: nosuch: inaccessible or not found\n');
});

test("a command reads the rest of its shell's input", async (t) => {
  const { shell } = createPhone(t);
  assert.equal(
    (await finish(shell.spawn(''), 'read a\nfirst\necho "[$a]"; cat\nrest of\nit')).out,
    '[first]\nrest of\nit',
  );
});

test('a syntax error on the input ends a shell without a terminal', async (t) => {
  const answer = await finish(createPhone(t).shell.spawn(''), 'echo a\n)\necho b\n');
  assert.deepEqual(answer, {
    out: 'a\n',
    err: "/system/bin/sh: <stdin>[2]: syntax error: unexpected ')'\n",
    code: 1,
  });
});

test('at a terminal the shell prompts, echoes, and continues after mistakes', async (t) => {
  const shell = createPhone(t).shell.spawn('', { terminal: SCREEN });
  const talk = new Conversation(shell);
  assert.equal(await talk.until('$ '), 'virtual:/ $ ');
  await talk.send('echo hi\r');
  assert.equal(await talk.until('$ '), 'echo hi\r\nhi\r\nvirtual:/ $ ');
  await talk.send('nosuch\r');
  assert.equal(
    await talk.until('$ '),
    'nosuch\r\n/system/bin/sh: nosuch: inaccessible or not found\r\n127|virtual:/ $ ',
  );
  await talk.send(')\r');
  assert.match(await talk.until('1|virtual:/ $ '), /syntax error/);
  await talk.send('cd /sdcardx\x7f\r');
  assert.equal(await talk.until('$ '), 'cd /sdcardx\b \b\r\nvirtual:/sdcard $ ');
  await talk.send('[ -t 0 ] && echo tty > /dev/tty\r');
  assert.match(await talk.until('$ '), /\r\ntty\r\n/);
  await talk.send('exit 3\r');
  assert.equal(await shell.exit, 3);
});

test('^C ends the command and not the shell, ^D ends the shell', async (t) => {
  const shell = createPhone(t).shell.spawn('', { terminal: SCREEN });
  const talk = new Conversation(shell);
  await talk.until('$ ');
  await talk.send('sleep 1000\r');
  await talk.until('\r\n');
  await talk.send('\x03');
  assert.equal(await talk.until('$ '), '^C\r\n130|virtual:/ $ ');
  await talk.send('half a line\x03');
  assert.equal(await talk.until('$ '), 'half a line^C\r\n130|virtual:/ $ ');
  await talk.send('while :; do :; done\r');
  await talk.until('\r\n');
  await talk.send('\x03');
  await talk.until('130|virtual:/ $ ');
  await talk.send('\x04');
  assert.equal(await shell.exit, 130);
});

test('^C ends a command that was given a terminal', async (t) => {
  const process = createPhone(t).shell.spawn('sleep 1000', { terminal: SCREEN });
  await process.stdin.write(Uint8Array.of(3));
  assert.equal(await process.exit, 130);
  assert.equal(await text(process.stdout), '^C\r\n');
});

test('the prompt of Android 5 names the user', async (t) => {
  const talk = new Conversation(createPhone(t, { release: 5 }).shell.spawn('', { terminal: SCREEN }));
  assert.equal(await talk.until('$ '), 'shell@virtual:/ $ ');
});

test('a terminal merges errors into the output and ends lines with CR LF', async (t) => {
  const process = createPhone(t).shell.spawn('echo a; echo b >&2', { terminal: SCREEN });
  assert.equal(await text(process.stdout), 'a\r\nb\r\n');
  assert.equal(await text(process.stderr), '');
});

test('a program gets its terminal and its environment', async (t) => {
  const probe: Program = async ({ terminal, env, stdout }) => {
    await stdout.write(new TextEncoder().encode(`${terminal?.columns ?? 'none'} ${env.get('TERM') ?? ''}`));
    return 0;
  };
  const { shell } = createPhone(t, { programs: new Map([['probe', probe]]) });
  const env = new Map([['TERM', 'xterm']]);
  assert.equal(await text(shell.spawn('probe', { terminal: SCREEN, env }).stdout), '80 xterm');
  assert.equal(await text(shell.spawn('probe').stdout), 'none ');
});

test('a background job with its output redirected outlives its shell and does not delay it', async (t) => {
  const phone = createPhone(t);
  const started = await phone.run('nohup sleep 1000 >/dev/null 2>&1 & echo started');
  assert.equal(started.out, 'started\n');
  assert.equal((await phone.run("pgrep -f 'sleep 100[0]' | wc -l")).out, '1\n');
  assert.equal(
    (await phone.run("pkill -f 'sleep 100[0]'; sleep 0.01; pgrep -f 'sleep 100[0]' | wc -l")).out,
    '0\n',
  );
});

test('nohup keeps a job when the stream is closed, which ends all others', async (t) => {
  const phone = createPhone(t);
  const shell = phone.shell.spawn(
    'nohup sleep 1111 >/dev/null 2>&1 & sleep 2222 >/dev/null 2>&1 & sleep 3333',
  );
  const running = (): (string | undefined)[] =>
    phone.shell.processes.list().map(({ commandLine }) => commandLine);
  // init, the shell, its sleeping copy in the background, and the program that nohup started
  while (running().length < 4 || !running().includes('sleep 1111')) await new Promise(setImmediate);
  shell.kill();
  assert.equal(await shell.exit, 129);
  assert.deepEqual(running(), ['/init', 'sleep 1111']);
});

test('a program runs others, with its own streams', async (t) => {
  const caller: Program = async (context) => {
    const heard: Uint8Array[] = [];
    const code = await context.run(['sh', '-c', 'echo inner; exit 4'], {
      stdout: {
        write: (bytes) => {
          heard.push(bytes);
          return Promise.resolve();
        },
      },
    });
    await context.stdout.write(new TextEncoder().encode(`${Buffer.concat(heard).toString()}${code}\n`));
    return 0;
  };
  const phone = createPhone(t, { programs: new Map([['caller', caller]]) });
  assert.equal((await phone.run('caller')).out, 'inner\n4\n');
});

test('an internal error looks like a crash of the program: no text of the host is shown, and its shell continues', async (t) => {
  const crashes: string[] = [];
  const onCrash = (program: string, error: unknown) => crashes.push(`${program}: ${String(error)}`);
  const broken: Program = () => Promise.reject(new Error('oops'));
  const phone = createPhone(t, { programs: new Map([['broken', broken]]), onCrash });
  assert.deepEqual(await phone.run('broken; echo $?'), {
    out: '139\n',
    err: 'Segmentation fault \n',
    code: 0,
  });
  assert.deepEqual(crashes, ['broken: Error: oops']);
});

/** The number of processes besides init. */
const running = (phone: TestPhone): number => phone.shell.processes.list().length - 1;

/** Waits until at most that many processes are left. */
async function allEnd(phone: TestPhone, but = 0): Promise<void> {
  for (const deadline = Date.now() + 10_000; running(phone) > but;) {
    if (Date.now() > deadline) assert.deepEqual(phone.shell.processes.list(), [], 'these still run');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('jobs in the background end with their session', async (t) => {
  const phone = createPhone(t);
  for (const line of ['sleep 4444 &', 'sleep 4444 >/dev/null 2>&1 &', '(sleep 4444 & sleep 4444) &']) {
    const shell = phone.shell.spawn(`${line} echo started`);
    await new Conversation(shell).until('started\n');
    assert.equal(await shell.exit, 0);
    assert.notEqual(running(phone), 0);
    shell.kill();
    await allEnd(phone);
  }
});

test("a terminal's shell ends its jobs when it ends", async (t) => {
  const phone = createPhone(t);
  const shell = phone.shell.spawn('sleep 4444 & echo started', { terminal: SCREEN });
  assert.equal(await text(shell.stdout), 'started\r\n');
  await allEnd(phone);
});

test("sessions that leave jobs behind never exhaust the phone's processes", async (t) => {
  const phone = createPhone(t);
  for (let session = 0; session < 50; session++) {
    const shell = phone.shell.spawn('for i in 1 2 3 4 5 6 7 8 9 10; do sleep 4444 & done; echo started');
    await new Conversation(shell).until('started\n');
    shell.kill();
    await shell.exit;
  }
  assert.deepEqual(await phone.run('echo fine'), { out: 'fine\n', err: '', code: 0 });
});
