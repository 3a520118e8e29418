import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orAborted, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { eventually } from '@handeye/testing/attached';
import { Screenrecord } from '../../src/record/screenrecord.ts';
import type { Phone } from '../../src/phone.ts';

test('a film whose beginning was cancelled is ended on the phone', async () => {
  const ran: unknown[] = [];
  const cancel = new AbortController();
  const phone = {
    stream: () =>
      Promise.resolve({
        stderr: '',
        stdout: (async function* () {
          yield Buffer.from('4711\n');
          await new Promise(() => undefined);
        })(),
      }),
    run: (command: unknown, { signal }: { signal: AbortSignal }) => {
      signal.throwIfAborted();
      ran.push(command);
      return Promise.resolve({ stdout: new Uint8Array(), stderr: '', code: 0 });
    },
    stat: (_: string, { signal }: { signal: AbortSignal }) => {
      setImmediate(() => {
        cancel.abort(new Error('The client cancelled the call.'));
      });
      return orAborted(new Promise(() => undefined), signal);
    },
  } as unknown as Phone;
  const wish = { maxSeconds: 180, size: undefined } as never;
  await assert.rejects(
    withinLimit({ clock: realClock, limit: 5_000, cancelled: cancel.signal }, (call) =>
      new Screenrecord(phone).begin(wish, call),
    ),
    /cancelled/,
  );
  await eventually(() => ran.length === 2, 'it is killed and removed');
});
