import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { noFaults } from '../../src/adbd/faults.ts';
import { Outbox } from '../../src/adbd/outbox.ts';
import { PacketCommand } from '../../src/adbd/packet.ts';

/** The two ends of a connection: the daemon's, and a host that does not read yet. */
async function connection(t: TestContext): Promise<{ socket: Socket; host: Socket }> {
  const server = createServer({ pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [host] = (await once(server, 'connection')) as [Socket];
  t.after(() => {
    socket.destroy();
    host.destroy();
    server.close();
  });
  return { socket, host };
}

const answer = { command: PacketCommand.WRTE, arg0: 1, arg1: 1, payload: Buffer.alloc(1024 * 1024) };

test('the daemon reads nothing from a host with many unread answers', async (t) => {
  const { socket, host } = await connection(t);
  const outbox = new Outbox(socket, noFaults());
  for (let sent = 0; sent < 64; sent += 1) void outbox.send(answer);
  let hasKeptUp = false;
  const keptUp = outbox.keptUp().then(() => (hasKeptUp = true));
  await turn();
  assert.equal(hasKeptUp, false);
  host.resume();
  await keptUp;
});

test('a closed connection blocks no sender', async (t) => {
  const { socket } = await connection(t);
  const outbox = new Outbox(socket, noFaults());
  const sent = Array.from({ length: 64 }, () => outbox.send(answer));
  socket.destroy();
  await Promise.all(sent);
  await outbox.keptUp();
});
