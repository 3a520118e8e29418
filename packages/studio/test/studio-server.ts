import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { MemoryHolds } from '@handeye/core/guard/holds';
import type { HttpOptions } from '@handeye/core/server/http';
import { cookieName } from '../src/access/access.ts';
import { Studio, type StudioOptions } from '../src/studio.ts';
import {
  type EventName,
  type Events,
  type FrameHead,
  type FromServer,
  type RequestName,
  type Requests,
  unpackFrame,
} from '../src/wire/messages.ts';
import { serving } from '@handeye/testing/serving';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';

export const RUN_TOKEN = 'the-token-of-this-run-only';

/** A server with Studio on a scripted device; `others` are configured after it, and not there. */
export async function studioServer(
  t: TestContext,
  {
    clock = realClock,
    others = [],
    ...options
  }: Partial<HttpOptions> & { readonly clock?: Clock; readonly others?: readonly string[] } = {},
  studioOptions: Partial<StudioOptions> = {},
) {
  const device = new ScriptedDevice(form());
  const registry = new Registry({ sources: [sourceOf([device])], configured: ['scripted', ...others] });
  const studio = new Studio({
    registry,
    holds: new MemoryHolds({ clock }),
    clock,
    log: () => undefined,
    version: '1.2.3',
    policy: 'open',
    ...studioOptions,
  });
  const { server } = await serving(t, { mount: studio, runToken: RUN_TOKEN, ...options });
  t.after(() => registry.close());
  return { studio, device, url: server.url, server };
}

/** The cookie of a browser that came in by a new link. */
export async function enter({ studio, url }: { studio: Studio; url: string }): Promise<string> {
  const answer = await fetch(new URL(studio.newLink(), url), { redirect: 'manual' });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (!cookie.startsWith(`${cookieName(Number(new URL(url).port))}=`))
    throw new Error(`no cookie: ${answer.status}`);
  return cookie;
}

/** A page without a browser: the test does the work of the page's script. */
export class TestPage {
  readonly events: FromServer[] = [];
  readonly frames: FrameHead[] = [];
  /** Whether it confirms each frame; a slow page does not. */
  showsFrames = true;
  readonly socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.on('message', (data, isBinary) => {
      if (isBinary)
        this.#gotFrame(data as ArrayBuffer); // as binaryType says
      else this.events.push(JSON.parse(Buffer.from(data as ArrayBuffer).toString()) as FromServer);
    });
  }

  static async open(t: TestContext, house: { studio: Studio; url: string }): Promise<TestPage> {
    const headers = { cookie: await enter(house), origin: house.url };
    const socket = new WebSocket(`${house.url.replace(/^http/, 'ws')}/studio/live`, { headers });
    t.after(() => {
      socket.terminate();
    });
    const page = new TestPage(socket);
    await once(socket, 'open');
    await page.event('hello');
    return page;
  }

  async ask<Name extends RequestName>(
    name: Name,
    takes: Requests[Name]['takes'],
  ): Promise<Requests[Name]['gives']> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.socket.send(JSON.stringify({ id, request: name, takes }));
    const answer = await this.#until((message) => 'id' in message && message.id === id);
    if ('error' in answer) throw new Error(answer.error);
    return ('gives' in answer ? answer.gives : undefined) as Requests[Name]['gives']; // as the wire's types say
  }

  /** The first event of that name since the last one taken. */
  async event<Name extends EventName>(name: Name): Promise<Events[Name]> {
    const message = await this.#until((one) => 'event' in one && one.event === name);
    return (message as unknown as { is: Events[Name] }).is; // as the wire's types say
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  #gotFrame(data: ArrayBuffer): void {
    const { head } = unpackFrame(data);
    this.frames.push(head);
    if (this.showsFrames) this.say({ shown: head.frame });
  }

  async #until(wanted: (message: FromServer) => boolean): Promise<FromServer> {
    for (;;) {
      const at = this.events.findIndex(wanted);
      const [found] = at < 0 ? [] : this.events.splice(at, 1);
      if (found) return found;
      await once(this.socket, 'message', { signal: AbortSignal.timeout(20_000) });
    }
  }
}
