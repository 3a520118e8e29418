import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { encodePacket, NO_DATA, PacketCommand } from '../src/daemon/packet.ts';
import { type OwnPortSearch, ownPorts } from '../src/own-port.ts';

const STLS = encodePacket({ command: PacketCommand.STLS, arg0: 0x01000000, arg1: 0, data: NO_DATA }, true);
const AUTH = encodePacket({ command: PacketCommand.AUTH, arg0: 1, arg1: 0, data: NO_DATA }, true);

/** A port at which something answers the first bytes with these; undefined says nothing. */
async function answering(t: TestContext, answer: Buffer | undefined): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (answer) socket.write(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A program in PATH, as Termux has them. */
function withProgram(t: TestContext, name: string, script: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-programs-'));
  const before = process.env.PATH ?? '';
  writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  process.env.PATH = `${folder}:${before}`;
  t.after(() => {
    process.env.PATH = before;
    rmSync(folder, { recursive: true });
  });
}

const found = (search: OwnPortSearch) =>
  withinLimit({ clock: realClock, limit: 20_000 }, (call) => ownPorts(search, call));

/** A range in which nothing else of this machine is found. */
const only = (port: number) => ({ first: port, last: port });

test('the port that worked last is asked first', async (t) => {
  const port = await answering(t, STLS);
  assert.deepEqual(await found({ last: port, among: only(1) }), [port]);
});

test('the property names the port', async (t) => {
  const port = await answering(t, STLS);
  withProgram(t, 'getprop', `test "$1" = service.adb.tls.port && echo ${port}`);
  // Phones of other tests may be announced, too.
  assert.ok((await found({ among: only(1) })).includes(port));
});

test('a property that is wrong, or no number, does not keep it from being found', async (t) => {
  const [port, other] = [await answering(t, STLS), await answering(t, AUTH)];
  withProgram(t, 'getprop', `echo ${other}`);
  assert.ok((await found({ among: only(port) })).includes(port));
  withProgram(t, 'getprop', 'echo nonsense');
  assert.ok((await found({ among: only(port) })).includes(port));
});

test('of the ports that listen, only one that asks for TLS is taken', async (t) => {
  const ports = [
    await answering(t, AUTH),
    await answering(t, undefined),
    await answering(t, Buffer.from('HTTP')),
  ];
  for (const port of ports) assert.ok(!(await found({ among: only(port) })).includes(port));
});
