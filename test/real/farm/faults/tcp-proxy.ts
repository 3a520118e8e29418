import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';

/** `hold`: messages are delayed until the repair, unnoticed. `drop`: all connections break. */
export type CutMode = 'hold' | 'drop';

/** A TCP proxy on loopback that can be cut. */
export class TcpProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut: CutMode | undefined;

  private constructor(server: Server, port: number, target: number) {
    this.#server = server;
    this.port = port;
    server.on('connection', (client) => {
      if (this.#cut === 'drop') client.destroy();
      else this.#join(client, connect(target, '127.0.0.1'));
    });
  }

  static async to(target: number): Promise<TcpProxy> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    return new TcpProxy(server, address.port, target);
  }

  cut(mode: CutMode): void {
    this.#cut = mode;
    for (const socket of this.#sockets) {
      if (mode === 'drop') socket.destroy();
      else socket.pause();
    }
  }

  mend(): void {
    this.#cut = undefined;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#cut === 'hold') from.pause();
      else from.resume();
    }
  }
}
