import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/**
 * A server that counts its connections, and those that the other side has not closed. It allows half-open sockets: ending its
 * own side does not end the other's, so a client that forgets a socket is seen.
 */
export class CountingServer {
  /** All connections so far. */
  accepted = 0;
  readonly #held = new Set<Socket>();

  private constructor(readonly port: number) {}

  static async start(t: TestContext, serve: (socket: Socket) => void): Promise<CountingServer> {
    const server = createServer({ allowHalfOpen: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const counting = new CountingServer((server.address() as AddressInfo).port); // a TCP server has no other kind
    server.on('connection', (socket) => {
      counting.#count(socket);
      serve(socket);
      socket.resume(); // the end of a socket is reported only to its reader
      t.after(() => socket.destroy());
    });
    t.after(() => server.close());
    return counting;
  }

  /** Connections that the other side still holds. */
  get held(): number {
    return this.#held.size;
  }

  #count(socket: Socket): void {
    this.accepted += 1;
    this.#held.add(socket);
    const letGo = () => this.#held.delete(socket);
    socket.on('error', letGo).on('close', letGo).on('end', letGo);
  }
}
