import { effect } from '@preact/signals';
import {
  type EventMessage,
  type EventName,
  type Events,
  type FromServer,
  type RequestName,
  type Requests,
  unpackFrame,
} from '../../studio/wire/messages.ts';
import { chosenDevice, devices, frame, hands, hello, link, looked, screen, unseen } from './state.ts';

/** Milliseconds before the page tries again, longer after each failure. */
const FIRST_RETRY = 500;
const LAST_RETRY = 8_000;

/** What the server answers to a browser whose cookie it does not know. */
const REFUSED_STATUS = 403;

interface Waiting {
  readonly resolve: (gives: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Listener<Name extends EventName> = (is: Events[Name]) => void;

let socket: WebSocket | undefined;
let retry = FIRST_RETRY;
let nextTry: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();
const listeners = new Map<EventName, Set<(is: never) => void>>();

/** Connects, and connects again whenever the server goes away. */
export function connect(): void {
  clearTimeout(nextTry);
  if (socket && socket.readyState !== WebSocket.CLOSED) return;
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const own = new WebSocket(`${scheme}://${location.host}/studio/live`);
  own.binaryType = 'arraybuffer';
  socket = own;
  own.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string')
      heard(JSON.parse(data) as FromServer); // our own server wrote it
    else show(data);
  });
  own.addEventListener('close', () => void lost());
}

async function lost(): Promise<void> {
  for (const { reject } of waiting.values()) reject(new Error('The server is gone.'));
  waiting.clear();
  // A refusal stays on the page while we go on trying: a new link in another tab lets this one in, too.
  if (link.value !== 'refused') link.value = 'lost';
  if (await isRefused()) link.value = 'refused';
  nextTry = setTimeout(connect, retry);
  retry = Math.min(LAST_RETRY, retry * 2);
}

/** Whether the server is there and does not know this browser: a socket that fails does not tell. */
async function isRefused(): Promise<boolean> {
  try {
    return (await fetch('/studio/', { cache: 'no-store' })).status === REFUSED_STATUS;
  } catch {
    return false;
  }
}

/** Asks the server; rejects with a sentence for the person. */
export function request<Name extends RequestName>(
  name: Name,
  takes: Requests[Name]['takes'],
): Promise<Requests[Name]['gives']> {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      reject(new Error('The server is gone.'));
      return;
    }
    lastId += 1;
    waiting.set(lastId, {
      // The server answers a request with what wire/messages.ts says it gives.
      resolve: (gives) => {
        resolve(gives as Requests[Name]['gives']);
      },
      reject,
    });
    socket.send(JSON.stringify({ id: lastId, request: name, takes }));
  });
}

/** Hears of an event; the result stops that. */
export function on<Name extends EventName>(event: Name, listener: Listener<Name>): () => void {
  const own = listeners.get(event) ?? new Set();
  listeners.set(event, own.add(listener));
  return () => own.delete(listener);
}

function heard(message: FromServer): void {
  if ('event' in message) {
    happened(message);
    return;
  }
  const one = waiting.get(message.id);
  waiting.delete(message.id);
  if ('error' in message) one?.reject(new Error(message.error));
  else one?.resolve(message.gives);
}

function happened({ event, is }: EventMessage): void {
  // Each listener was put into the set of its own event.
  for (const listener of listeners.get(event) ?? []) (listener as Listener<typeof event>)(is);
}

on('hello', (is) => {
  // A server that was started anew knows nothing of what this page shows, and may be of another version.
  if (hello.value && hello.value.run !== is.run) location.reload();
  retry = FIRST_RETRY;
  unseen.value = undefined;
  hello.value = is;
  hands.value = is.hands;
  link.value = 'open';
});
on('hands', (is) => (hands.value = is));
on('devices', (is) => (devices.value = is));
on('screen', (is) => {
  if (!isShown(is.device)) return;
  unseen.value = undefined;
  screen.value = is;
});
on('looked', (is) => {
  if (isShown(is.device)) looked.value = { ...is, arrived: Date.now() };
});
on('unseen', ({ device, message }) => {
  if (isShown(device)) unseen.value = message;
});

/** What is still told of the device that was shown before is for nobody. */
function isShown(device: string): boolean {
  return chosenDevice.value === undefined || chosenDevice.value === device;
}

/** Shows a frame, and says so: the next one comes only then. */
function show(data: ArrayBuffer): void {
  const { head, picture } = unpackFrame(data);
  if (!isShown(head.device)) {
    socket?.send(JSON.stringify({ shown: head.frame }));
    return;
  }
  const address = URL.createObjectURL(new Blob([picture], { type: head.mimeType }));
  const before = frame.value?.address;
  frame.value = { ...head, address, arrived: Date.now() };
  unseen.value = undefined;
  requestAnimationFrame(() => {
    if (before !== undefined) URL.revokeObjectURL(before);
    socket?.send(JSON.stringify({ shown: head.frame }));
  });
}

/** Milliseconds until the page asks again for a device that could not be found. */
const WATCH_RETRY = 3_000;
let watchAgain: ReturnType<typeof setTimeout> | undefined;

/** Says what this page looks at whenever that changes: nothing is read for a page that nobody sees. */
function watch(): void {
  if (link.value !== 'open') return;
  const visible = document.visibilityState === 'visible';
  request('watch', { device: chosenDevice.value, visible }).catch((error: unknown) => {
    unseen.value = error instanceof Error ? error.message : String(error);
    // A device that is attached later is found then.
    clearTimeout(watchAgain);
    watchAgain = setTimeout(watch, WATCH_RETRY);
  });
}

effect(watch);
document.addEventListener('visibilitychange', () => {
  watch();
  // A browser slows down the timers of a page that nobody sees.
  if (document.visibilityState === 'visible' && socket?.readyState === WebSocket.CLOSED) connect();
});
