import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Adb } from '@yume-chan/adb';
import type { VirtualPhone, StartPhoneOptions } from '../../src/start-phone.ts';
import type { Process } from '../../src/kernel/process.ts';
import { yumeHost } from '../adbd/yume-host.ts';
import { phoneShell, type PhoneShell } from '../commands/phone-shell.ts';

export const RUNNER = 'io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner';
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

/** What the server answered. */
export interface Answer {
  readonly status: number;
  readonly sessionId: string | null;
  readonly value: unknown;
}

/** A phone whose helper runs, and a plain HTTP client that reaches it through adbd. */
export interface HelperOnPhone extends PhoneShell {
  /** The `am instrument` that is the server's life. */
  readonly instrument: Process;
  /** What it has printed. */
  readonly printed: () => string;
  /** `/session/:` at the start of a path stands for the session. */
  readonly request: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** The same within the session; fails unless it succeeds, and gives the value. */
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string, body?: unknown) => Promise<unknown>;
  readonly settings: (change: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The id of the one element that is found first. */
  readonly find: (strategy: string, selector: string) => Promise<string>;
  readonly textOf: (id: string) => Promise<string>;
  readonly source: () => Promise<string>;
}

/** Starts a phone and its helper, opens a session, and if named an app. */
export async function helperOnPhone(
  t: TestContext,
  { open, ...options }: StartPhoneOptions & { open?: string } = {},
): Promise<HelperOnPhone> {
  const shell = await phoneShell(t, options);
  const { phone } = shell;
  const adb = await yumeHost(t, phone.port);
  if (open !== undefined) phone.framework.start({ component: open });
  const { process, printed } = startInstrumentation(phone);
  const request = (method: string, path: string, body?: unknown) => call(adb, { method, path, body });
  await ready(request);
  const created = await request('POST', '/session', { capabilities: { firstMatch: [{}], alwaysMatch: {} } });
  const session = `/session/${created.sessionId ?? ''}`;

  async function inSession(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, value } = await request(method, `${session}${path}`, body);
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  const get = (path: string) => inSession('GET', path);
  const post = (path: string, body: unknown = {}) => inSession('POST', path, body);
  return {
    ...shell,
    instrument: process,
    printed,
    request: (method, path, body) => request(method, path.replace('/session/:', session), body),
    get,
    post,
    settings: async (change) => {
      await post('/appium/settings', { settings: change });
    },
    find: async (strategy, selector) => idOf(await post('/element', { strategy, selector })),
    textOf: async (id) => String(await get(`/element/${id}/text`)),
    source: async () => String(await get('/source')),
  };
}

/** Runs `am instrument`; what it prints is kept. */
export function startInstrumentation(
  phone: VirtualPhone,
  options = '-w',
): { process: Process; printed: () => string } {
  const process = phone.android.spawn(`am instrument ${options} -e disableAnalytics true ${RUNNER}`);
  let text = '';
  void (async () => {
    for await (const bytes of process.stdout) text += Buffer.from(bytes).toString();
  })();
  return { process, printed: () => text };
}

/** Asks until somebody answers, as every client of the server does. */
export async function ready(request: (method: string, path: string) => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await request('GET', '/status');
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

export function idOf(element: unknown): string {
  assert.ok(
    typeof element === 'object' && element !== null && ELEMENT_KEY in element,
    JSON.stringify(element),
  );
  return String(element[ELEMENT_KEY]);
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** One request over a stream of its own to the phone's port. */
export async function call(adb: Adb, { method, path, body }: Call): Promise<Answer> {
  const socket = await adb.createSocket('tcp:6790');
  try {
    const text = body === undefined ? '' : JSON.stringify(body);
    const head = `${method} ${path} HTTP/1.1\r\nHost: phone\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
    const writer = socket.writable.getWriter();
    await writer.write(Buffer.from(head + text));
    return await readAnswer(socket.readable);
  } finally {
    await socket.close();
  }
}

async function readAnswer(source: AsyncIterable<Uint8Array>): Promise<Answer> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of source) {
    bytes = Buffer.concat([bytes, chunk]);
    const headEnd = bytes.indexOf('\r\n\r\n');
    if (headEnd === -1) continue;
    const head = bytes.subarray(0, headEnd).toString();
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    const text = bytes.subarray(headEnd + 4);
    if (text.length < length) continue;
    const { sessionId, value } = JSON.parse(text.toString()) as Omit<Answer, 'status'>;
    return { status: Number(head.split(' ')[1]), sessionId, value };
  }
  throw new Error(`The answer broke off after ${bytes.length} bytes`);
}
