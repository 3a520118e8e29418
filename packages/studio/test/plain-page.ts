import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { WebSocket } from 'ws';
import type { HttpServer } from '@handeye/core/server/http';
import type { Studio } from '../src/studio.ts';
import type { EventName, Events, FromServer, RequestName, Requests } from '../src/wire/messages.ts';
import { ask } from '@handeye/testing/serving';

/** Studio's page without a browser: it sends and receives the page's messages. */
export class PlainPage {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: FromServer) => void>();
  readonly #heard: FromServer[] = [];
  #listeners: (() => void)[] = [];
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      if (isBinary) return;
      const message = JSON.parse(Buffer.from(data as Buffer).toString()) as FromServer;
      if ('id' in message) this.#waiting.get(message.id)?.(message);
      else this.#heard.push(message);
      for (const listener of this.#listeners) listener();
    });
  }

  /** Enters with a link, like a browser. */
  static async open(t: TestContext, studio: Studio, server: HttpServer): Promise<PlainPage> {
    const entered = await ask(server, { method: 'GET', path: studio.newLink() });
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    const { origin, host } = new URL(server.url);
    const socket = new WebSocket(`ws://${host}/studio/live`, {
      headers: { Cookie: cookie.split(';')[0] ?? '', Origin: origin },
    });
    t.after(() => {
      socket.terminate();
    });
    const page = new PlainPage(socket);
    await page.hears('hello');
    return page;
  }

  async asks<Name extends RequestName>(
    name: Name,
    takes: Requests[Name]['takes'],
  ): Promise<Requests[Name]['gives']> {
    const answer = await this.#asked(name, takes);
    assert.ok('gives' in answer || !('error' in answer), JSON.stringify(answer));
    return ('gives' in answer ? answer.gives : undefined) as Requests[Name]['gives'];
  }

  /** Sends a request that must be refused; returns the reason. */
  async isRefused<Name extends RequestName>(name: Name, takes: Requests[Name]['takes']): Promise<string> {
    const answer = await this.#asked(name, takes);
    assert.ok('error' in answer, `${name} was not refused: ${JSON.stringify(answer)}`);
    return answer.error;
  }

  /** Waits for an event that was not taken yet. */
  async hears<Name extends EventName>(name: Name): Promise<Events[Name]> {
    for (;;) {
      const at = this.#heard.findIndex((message) => 'event' in message && message.event === name);
      const [message] = at === -1 ? [] : this.#heard.splice(at, 1);
      if (message && 'event' in message) return message.is as Events[Name];
      await new Promise<void>((resolve) => (this.#listeners = [resolve]));
    }
  }

  close(): void {
    this.#socket.close();
  }

  #asked(name: RequestName, takes: unknown): Promise<FromServer> {
    const id = (this.#last += 1);
    const answer = new Promise<FromServer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, request: name, takes }));
    return answer;
  }
}
