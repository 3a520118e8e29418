import { effect } from '@preact/signals';
import {
  type EventMessage,
  type EventName,
  type Events,
  type FromServer,
  type RequestName,
  type Requests,
  unpackFrame,
} from '../../wire/messages.ts';
import {
  aliveAt,
  chosenDevice,
  devices,
  frame,
  hands,
  hello,
  link,
  looked,
  screen,
  unseen,
} from './state.ts';

/** Milliseconds before a reconnect, longer after each failure. */
const FIRST_RETRY = 500;
const LAST_RETRY = 8_000;

/** The status for a browser with an unknown cookie. */
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

/** Connects, and reconnects whenever the connection is lost. */
export function connect(): void {
  clearTimeout(nextTry);
  if (socket && socket.readyState !== WebSocket.CLOSED) return;
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const own = new WebSocket(`${scheme}://${location.host}/studio/live`);
  own.binaryType = 'arraybuffer';
  socket = own;
  own.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string')
      heard(JSON.parse(data) as FromServer); // written by our own server
    else show(data);
  });
  own.addEventListener('close', () => void lost());
}

async function lost(): Promise<void> {
  for (const { reject } of waiting.values()) reject(new Error('The server is gone.'));
  waiting.clear();
  // After a refusal the page keeps trying: a new link in another tab gives this one access, too.
  if (link.value !== 'refused') link.value = 'lost';
  if (await isRefused()) link.value = 'refused';
  nextTry = setTimeout(connect, retry);
  retry = Math.min(LAST_RETRY, retry * 2);
}

/** Whether the server runs but does not know this browser: a failed socket does not reveal it. */
async function isRefused(): Promise<boolean> {
  try {
    return (await fetch('/studio/', { cache: 'no-store' })).status === REFUSED_STATUS;
  } catch {
    return false;
  }
}

/** Sends a request; rejects with a sentence for the person. */
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
      // The server answers a request with the type in wire/messages.ts.
      resolve: (gives) => {
        resolve(gives as Requests[Name]['gives']);
      },
      reject,
    });
    socket.send(JSON.stringify({ id: lastId, request: name, takes }));
  });
}

/** Adds a listener for an event. Returns the function that removes it. */
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
  // Each listener was added to the set of its own event.
  for (const listener of listeners.get(event) ?? []) (listener as Listener<typeof event>)(is);
}

on('hello', (is) => {
  // A restarted server knows nothing of this page's state, and may have another version.
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
  if (!isShown(is.device)) return;
  looked.value = { ...is, arrived: Date.now() };
  aliveAt.value = looked.value.arrived;
});
on('alive', ({ device }) => {
  if (isShown(device)) aliveAt.value = Date.now();
});
on('unseen', ({ device, message }) => {
  if (isShown(device)) unseen.value = message;
});

/** An event of the previous device is ignored. */
function isShown(device: string): boolean {
  return chosenDevice.value === undefined || chosenDevice.value === device;
}

/** Shows a frame and confirms it: only then the next one comes. */
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

/** Milliseconds until the page asks again for a device that was not found. */
const WATCH_RETRY = 3_000;
let watchAgain: ReturnType<typeof setTimeout> | undefined;

/** Reports what this page looks at whenever that changes: nothing is read for a hidden page. */
function watch(): void {
  if (link.value !== 'open') return;
  const visible = document.visibilityState === 'visible';
  request('watch', { device: chosenDevice.value, visible }).catch((error: unknown) => {
    unseen.value = error instanceof Error ? error.message : String(error);
    // A device may be attached later.
    clearTimeout(watchAgain);
    watchAgain = setTimeout(watch, WATCH_RETRY);
  });
}

effect(watch);
document.addEventListener('visibilitychange', () => {
  watch();
  // A browser slows down the timers of a hidden page.
  if (document.visibilityState === 'visible' && socket?.readyState === WebSocket.CLOSED) connect();
});
