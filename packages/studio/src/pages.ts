import type { WebSocket } from 'ws';
import { deviceErrorOf } from '@handeye/core/device/errors';
import { faultFields } from '@handeye/core/device/fault';
import type { Log } from '@handeye/core/server/log';
import { PageConnection } from './page-connection.ts';
import { type Handlers, isRequestName, requestSchema, requestSchemas, shownSchema } from './requests.ts';
import type { EventName, Events, Hello } from './wire/messages.ts';

/** Milliseconds after which a silent page is pinged, and after as many more dropped: its computer sleeps. */
const HEARTBEAT = 15_000;

/** Milliseconds after which a closed page is not expected back: a reloading or reconnecting page needs less. */
export const AWAY_LIMIT = 8_000;

export interface PagesOptions {
  readonly handlers: Handlers;
  readonly hello: () => Hello;
  readonly log: Log;
  /** Called when a page opens, closes, or looks at another device. */
  readonly onChange: () => void;
}

type Handler = (takes: unknown, page: PageConnection) => unknown;

/** The open pages and their requests. */
export class Pages {
  readonly #open = new Set<PageConnection>();
  readonly #options: PagesOptions;

  constructor(options: PagesOptions) {
    this.#options = options;
  }

  get open(): ReadonlySet<PageConnection> {
    return this.#open;
  }

  /** Whether a visible page is open. */
  get areWatched(): boolean {
    return [...this.#open].some(({ wish }) => wish.visible);
  }

  add(socket: WebSocket): void {
    const page = new PageConnection(socket);
    this.#open.add(page);
    const heartbeat = setInterval(() => {
      page.check();
    }, HEARTBEAT).unref();
    socket.on('pong', () => {
      page.wasHeard();
    });
    socket.on('message', (data, isBinary) => {
      page.wasHeard();
      if (isBinary || Array.isArray(data)) socket.close(1003);
      else void this.#heard(page, Buffer.from(data as Buffer).toString('utf8'));
    });
    socket.on('close', () => {
      clearInterval(heartbeat);
      this.#open.delete(page);
      page.left();
      this.#options.onChange();
    });
    // An error is followed by the close event.
    socket.on('error', () => undefined);
    page.tell('hello', this.#options.hello());
    this.#options.onChange();
  }

  tell<Name extends EventName>(event: Name, is: Events[Name]): void {
    for (const page of this.#open) page.tell(event, is);
  }

  close(): void {
    for (const page of this.#open) page.close();
  }

  async #heard(page: PageConnection, text: string): Promise<void> {
    const message = jsonIn(text);
    const shown = shownSchema.safeParse(message);
    if (shown.success) {
      page.shown(shown.data.shown);
      return;
    }
    const request = requestSchema.safeParse(message);
    if (!request.success) return;
    const { id, request: name, takes } = request.data;
    try {
      page.answer({ id, gives: await this.#answer(name, takes, page) });
    } catch (error) {
      page.answer({ id, error: this.#errorText(error) });
    }
  }

  #answer(name: string, takes: unknown, page: PageConnection): unknown {
    if (!isRequestName(name)) throw new StudioError('This server does not know that request.');
    const checked = requestSchemas[name].safeParse(takes);
    if (!checked.success) throw new StudioError(`'${name}' does not take that.`);
    // The table pairs each handler with its schema; TypeScript does not follow a name through both.
    const handler = this.#options.handlers[name] as Handler | undefined;
    if (!handler) throw new StudioError(`This server does not offer '${name}'.`);
    return handler(checked.data, page);
  }

  #errorText(error: unknown): string {
    const known = error instanceof StudioError ? error : deviceErrorOf(error);
    if (known) return known.message;
    this.#options.log('error', 'studio_request_failed', { ...faultFields(error) });
    return 'Something went wrong inside of Handeye. The log of the server says more.';
  }
}

/** The error for the person at the page. */
export class StudioError extends Error {
  override readonly name = 'StudioError';
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
