import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteQueue } from '@handeye/adb/byte-reader';
import { CompanionConnection } from '../../src/companion/connection.ts';
import { CompanionGone, CompanionRefused } from '../../src/companion/errors.ts';
import { FrameReader } from '../../src/companion/frames.ts';
import type { CompanionStream } from '../../src/companion/stream.ts';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { SkippingClock } from '@handeye/testing/clock';
import { frame } from './wire-frames.ts';

/** The other end of a stream: a scripted companion. */
class Script implements CompanionStream {
  readonly inbox = new ByteQueue();
  readonly heard: { readonly id: number; readonly json: unknown }[] = [];
  readonly #frames = new FrameReader();
  isClosed = false;
  /** Holds writes back until it is called. */
  release: (() => void) | undefined;
  holdsWrites = false;

  read(): Promise<Uint8Array | undefined> {
    return this.inbox.read();
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.holdsWrites) await new Promise<void>((resolve) => (this.release = resolve));
    this.heard.push(...this.#frames.push(bytes));
  }

  close(): void {
    this.isClosed = true;
    this.inbox.end();
  }

  says(bytes: Uint8Array | string): void {
    this.inbox.push(Buffer.from(bytes));
  }
}

const greeting = { companion: 1, dex: 'ab', automation: 'connected' };

function during<T>(work: (call: Call) => Promise<T>, limit = 10_000): Promise<T> {
  return withinLimit({ clock: realClock, limit }, work);
}

async function opened(script: Script, before = ''): Promise<CompanionConnection> {
  script.says(`${before}HANDEYE\n`);
  script.says(frame(0, greeting));
  const { connection } = await during((call) => CompanionConnection.open(script, () => undefined, call));
  return connection;
}

const gone = (done: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CompanionGone, String(error));
  assert.equal(error.done, done);
  assert.match(error.message, message);
  return true;
};

test('what the VM prints before the magic is passed over; what stands there instead is the reason', async () => {
  const warned = new Script();
  warned.says('WARNING: linker: unused DT entry\nHAND');
  warned.says('EYE\n');
  warned.says(frame(0, greeting));
  const { greeting: heard } = await during((call) => CompanionConnection.open(warned, () => undefined, call));
  assert.deepEqual(heard, greeting);

  const refused = new Script();
  refused.says('Error: Could not find class handeye.companion.Main\n');
  refused.inbox.end();
  await assert.rejects(
    during((call) => CompanionConnection.open(refused, () => undefined, call)),
    gone('no', /did not start the companion: Error: Could not find class/),
  );

  const chatty = new Script();
  chatty.says('x'.repeat(9000));
  await assert.rejects(
    during((call) => CompanionConnection.open(chatty, () => undefined, call)),
    gone('no', /did not start/),
  );
  assert.ok(chatty.isClosed);
});

test('answers find their requests in any order, and refusals keep their code and what was done', async () => {
  const script = new Script();
  const connection = await opened(script);
  const answers = during((call) =>
    Promise.all([
      connection.request({ do: 'look', within: 1000 }, call),
      connection.request({ do: 'act', within: 1000 }, call).catch((error: unknown) => error),
    ]),
  );
  await until(() => script.heard.length === 2);
  script.says(frame(2, { error: { code: 'stale', message: 'gone', done: 'no' } }));
  script.says(frame(99, { ok: { nobody: 'asked' } }));
  script.says(frame(1, { ok: { look: 3 } }));
  const [look, act] = await answers;
  assert.deepEqual(look.ok, { look: 3 });
  assert.ok(act instanceof CompanionRefused);
  assert.deepEqual([act.code, act.done], ['stale', 'no']);
});

test('when the stream ends, what was sent may be done, and what waited for its turn is not', async () => {
  const script = new Script();
  const connection = await opened(script);
  script.holdsWrites = true;
  const [sent, waiting] = [
    during((call) => connection.request({ do: 'touch', within: 1000 }, call)),
    during((call) => connection.request({ do: 'key', within: 1000 }, call)),
  ];
  const outcomes = Promise.allSettled([sent, waiting]);
  await until(() => script.release !== undefined);
  script.inbox.end();
  await outcomes;
  await assert.rejects(sent, gone('maybe', /ended/));
  await assert.rejects(waiting, gone('no', /ended/));
  await assert.rejects(
    during((call) => connection.request({ do: 'ping', within: 1000 }, call)),
    gone('no', /ended/),
  );
  assert.equal(connection.endedBy, 'companion');
});

test('garbage ends the connection, and everybody who waits hears of it', async () => {
  const script = new Script();
  const connection = await opened(script);
  const answer = during((call) => connection.request({ do: 'look', within: 1000 }, call));
  await until(() => script.heard.length === 1);
  script.says('java.lang.OutOfMemoryError');
  await assert.rejects(answer, gone('maybe', /broke its protocol/));
  assert.ok(script.isClosed);
});

test('a cancelled request is cancelled on the phone, too', async () => {
  const script = new Script();
  const connection = await opened(script);
  const cancelled = new AbortController();
  const answer = withinLimit({ clock: realClock, limit: 10_000, cancelled: cancelled.signal }, (call) =>
    connection.request({ do: 'touch', within: 1000 }, call),
  );
  await until(() => script.heard.length === 1);
  cancelled.abort(new Error('the client left'));
  await assert.rejects(answer, /the client left/);
  await until(() => script.heard.length === 2);
  assert.deepEqual(script.heard[1]?.json, { do: 'cancel', of: 1 });
  assert.equal(script.heard[1].id, 0);
  script.says(frame(1, { error: { code: 'cancelled', message: '', done: 'partly' } }));
  const next = during((call) => connection.request({ do: 'ping', within: 1000 }, call));
  await until(() => script.heard.length === 3);
  script.says(frame(2, { ok: {} }));
  assert.deepEqual((await next).ok, {});
});

test('a companion that does not keep the time it was given counts as hanging', async () => {
  const connection = await opened(new Script());
  await assert.rejects(
    withinLimit({ clock: new SkippingClock(), limit: 60_000 }, (call) =>
      connection.request({ do: 'look', within: 1000 }, call),
    ),
    gone('maybe', /hangs/),
  );
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
