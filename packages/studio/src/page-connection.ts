import type { WebSocket } from 'ws';
import {
  type EventName,
  type Events,
  type FrameHead,
  type FromServer,
  packFrame,
  type Requests,
} from './wire/messages.ts';

/** Bytes that may wait for a slow page before it is cut off; the page reconnects by itself and starts anew. */
const MOST_WAITING = 8 * 1024 * 1024;

/** Events of which only the newest counts: a slow page skips the older ones. */
const newestWins: ReadonlySet<EventName> = new Set([
  'screen',
  'looked',
  'alive',
  'totals',
  'hands',
  'devices',
  'unseen',
  'recording',
]);

/** Above this number of waiting bytes, events of which only the newest counts are held back. */
const BUSY = 256 * 1024;

/** Milliseconds for a page to close its connection when the server stops. */
const GOODBYE = 500;

export interface Frame extends Omit<FrameHead, 'age'> {
  readonly picture: Uint8Array;
}

/** One open page. It holds at most one frame, and a bounded amount of everything else. */
export class PageConnection {
  /** The device that the page looks at; undefined while the page is hidden. */
  watches: string | undefined;
  /** The page's last wish; without a device it means the default device. */
  wish: Requests['watch']['takes'] = { visible: false };
  readonly #gone = new AbortController();
  readonly #socket: WebSocket;
  #next: Frame | undefined;
  /** The frame that was sent but not yet shown. */
  #underWay: number | undefined;
  readonly #held = new Map<EventName, FromServer>();
  #isHeard = true;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Fires when the page is closed or lost. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  tell<Name extends EventName>(event: Name, is: Events[Name]): void {
    // A held message of this event is older.
    this.#held.delete(event);
    if (newestWins.has(event) && this.#socket.bufferedAmount > BUSY) this.#held.set(event, { event, is });
    else this.#send({ event, is });
  }

  answer(message: FromServer): void {
    this.#send(message);
  }

  /** Sends a frame once the page has shown the previous one; a newer frame replaces a waiting one. */
  offer(frame: Frame): void {
    this.#next = frame;
    this.#sendFrame();
  }

  shown(frame: number): void {
    if (this.#underWay === frame) this.#underWay = undefined;
    this.#sendFrame();
  }

  /** The page sent a sign of life. */
  wasHeard(): void {
    this.#isHeard = true;
  }

  /** Pings the page, and drops it if it has not answered since the last ping. */
  check(): void {
    if (!this.#isHeard) this.#socket.terminate();
    else this.#socket.ping();
    this.#isHeard = false;
  }

  /** The page is closed or lost. */
  left(): void {
    this.#gone.abort(new Error('The page is gone.'));
  }

  close(): void {
    this.#socket.close(1001);
    // A frozen page never answers.
    setTimeout(() => {
      this.#socket.terminate();
    }, GOODBYE).unref();
  }

  #sendFrame(): void {
    const frame = this.#next;
    if (!frame || this.#underWay !== undefined || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#next = undefined;
    this.#underWay = frame.frame;
    const { picture, ...head } = frame;
    this.#write(packFrame({ ...head, age: Math.max(0, Date.now() - frame.at) }, picture));
  }

  #send(message: FromServer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MOST_WAITING) this.#socket.terminate();
    else this.#write(JSON.stringify(message));
  }

  #write(data: string | Uint8Array): void {
    this.#socket.send(data, () => {
      this.#sendHeld();
    });
  }

  /** Sends held messages when there is room again. */
  #sendHeld(): void {
    for (const [event, message] of this.#held) {
      if (this.#socket.bufferedAmount > BUSY) return;
      this.#held.delete(event);
      this.#send(message);
    }
  }
}
