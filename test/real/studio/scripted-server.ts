import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { type WebSocket, WebSocketServer } from 'ws';
import { assetAt, studioHeaders } from '../../../packages/studio/src/access/answers.ts';
import {
  type EventName,
  type Events,
  type FrameHead,
  type FromServer,
  packFrame,
  type RequestMessage,
  type RequestName,
  type Requests,
} from '../../../packages/studio/src/wire/messages.ts';
import { endings } from '../../support/endings.ts';

/** The server's answer to each request; other requests are not offered. */
export type Answers = { readonly [Name in RequestName]?: Requests[Name]['gives'] };

export interface ScriptedServer {
  readonly url: string;
  /** Replaces the answers. */
  answers: Answers;
  /** The first event for a page. */
  hello: Events['hello'];
  /** The requests of pages. */
  readonly asked: readonly RequestMessage[];
  tell<Name extends EventName>(event: Name, is: Events[Name]): void;
  show(head: FrameHead): Promise<void>;
}

/** The real page with a server that sends anything the test wants, also what none of our devices would. */
export async function scriptedServer(
  t: TestContext,
  { hello, answers }: { readonly hello: Events['hello']; readonly answers: Answers },
): Promise<ScriptedServer> {
  const pages = new Set<WebSocket>();
  const asked: RequestMessage[] = [];
  const server: ScriptedServer = {
    url: '',
    answers,
    hello,
    asked,
    tell(event, is) {
      for (const page of pages) send(page, { event, is });
    },
    async show(head) {
      const { width, height } = head;
      const picture = await sharp({ create: { width, height, channels: 3, background: '#246' } })
        .jpeg()
        .toBuffer();
      for (const page of pages) page.send(packFrame(head, picture));
    },
  };
  const url = await pageServer(t, (page) => {
    pages.add(page);
    page.on('close', () => pages.delete(page));
    page.on('message', (data: Buffer) => {
      // The page wrote it.
      const message = JSON.parse(data.toString('utf8')) as RequestMessage | { shown: number };
      if ('shown' in message) return;
      const { id, request } = message;
      asked.push(message);
      if (request in server.answers) send(page, { id, gives: server.answers[request] });
      else send(page, { id, error: `This server does not offer '${request}'.` });
    });
    send(page, { event: 'hello', is: server.hello });
  });
  return Object.assign(server, { url });
}

/** Serves the real page without a login, and passes its connections to the test. Returns the address. */
export async function pageServer(t: TestContext, onPage: (page: WebSocket) => void): Promise<string> {
  const http = createServer((request, response) => {
    void assetAt(new URL(request.url ?? '/', 'http://localhost').pathname.replace(/^\/studio/, '')).then(
      (asset) => {
        const type = asset?.type ?? 'text/plain';
        response.writeHead(asset ? 200 : 404, { ...studioHeaders, 'Content-Type': type });
        response.end(asset?.bytes);
      },
    );
  });
  const sockets = new WebSocketServer({ server: http, path: '/studio/live', perMessageDeflate: false });
  sockets.on('connection', onPage);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  endings(t)(async () => {
    for (const page of sockets.clients) page.terminate();
    await new Promise((resolve) => http.close(resolve));
  });
  // It listens on a port, so its address is one.
  const { port } = http.address() as AddressInfo;
  return `http://127.0.0.1:${port}/studio/`;
}

function send(page: WebSocket, message: FromServer): void {
  page.send(JSON.stringify(message));
}
