import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import { test } from 'node:test';
import { type Signalled, stopSignal } from '../../src/cli/signals.ts';

class FakeProcess extends EventEmitter implements Signalled {
  readonly exits: number[] = [];
  readonly stdout = new EventEmitter() as EventEmitter & Pick<Writable, 'on'>;
  exit(code: number) {
    this.exits.push(code);
  }
}

test('a second signal ends the process at once, but not the echo that npm sends', () => {
  const process = new FakeProcess();
  let now = 0;
  const stopped = stopSignal(process, { platform: 'linux', now: () => now });
  assert.equal(stopped.aborted, false);
  process.emit('SIGTERM');
  assert.equal(stopped.aborted, true);
  now = 300;
  process.emit('SIGTERM');
  assert.deepEqual(process.exits, []);
  now = 1500;
  process.emit('SIGINT');
  assert.deepEqual(process.exits, [130]);
});

test('on Windows, Ctrl-C, Ctrl-Break and the closed console window stop the server', () => {
  for (const signal of ['SIGINT', 'SIGBREAK', 'SIGHUP']) {
    const process = new FakeProcess();
    const stopped = stopSignal(process, { platform: 'win32', now: () => 0 });
    assert.equal(process.listenerCount('SIGTERM'), 0);
    process.emit(signal);
    assert.equal(stopped.aborted, true, signal);
  }
});

test('on a Mac, SIGINT, SIGTERM and SIGHUP stop the server', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const process = new FakeProcess();
    const stopped = stopSignal(process, { platform: 'darwin', now: () => 0 });
    process.emit(signal);
    assert.equal(stopped.aborted, true, signal);
  }
});

test('a reader that closes its end of the output stops the command quietly', () => {
  const process = new FakeProcess();
  const stopped = stopSignal(process, { platform: 'linux', now: () => 0 });
  process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  assert.equal(stopped.aborted, true);
  assert.deepEqual(process.exits, []);
  assert.throws(() => process.stdout.emit('error', new Error('the disk is full')), /the disk is full/);
});
