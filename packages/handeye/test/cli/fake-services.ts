import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DeviceRow, HttpOptions, Services } from '../../src/cli/services.ts';
import type { ToolListing, Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

function listing(name: string, title: string, parameters: object = {}): ToolListing {
  return { name, title, description: title, inputSchema: { type: 'object', ...parameters }, annotations };
}

/** A picture of three bytes. */
export const picture = Buffer.from([1, 2, 3]);

const answers: Record<string, (args: unknown) => ToolResult> = {
  echo: (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
  look: () => ({
    content: [
      { type: 'text', text: 'a screen' },
      { type: 'image', data: picture.toString('base64'), mimeType: 'image/jpeg' },
      { type: 'image', data: picture.toString('base64'), mimeType: 'image/jpeg' },
    ],
  }),
  fail: () => ({
    content: [{ type: 'text', text: 'It did not work.' }],
    isError: true,
    _meta: { 'handeye/error': { kind: 'action_failed', code: -32003 } },
  }),
};

const toolbox: Toolbox = {
  instructions: '',
  tools: [
    listing('echo', 'Say it again', { properties: { text: {}, x: {} }, required: ['text'] }),
    listing('look', 'Look'),
    listing('fail', 'Fail'),
  ],
  has: (name) => name in answers,
  call: (name, args) => Promise.resolve(answers[name]?.(args) ?? { content: [] }),
};

export const KEPT_TOKEN = 'kept-token-0123456789';

const emptyReport = {
  date: '2026-11-15',
  phone: { manufacturer: 'Acme', model: 'One', android: '14', sdk: 34, build: 'A1' },
  seconds: 1,
  trials: [],
  screens: {},
  putBack: [],
};

/** Services for tests of the command line: an HTTP server with /health only, tools that answer at once. */
export function fakeServices(options: { readonly devices?: readonly DeviceRow[] } = {}): Services & {
  /** The calls so far, in order. */
  readonly events: readonly string[];
} {
  const events: string[] = [];
  return {
    events,
    openTools: ({ device }) => {
      events.push(`open ${device.join('+')}`);
      const close = () => {
        events.push('close');
        return Promise.resolve();
      };
      return Promise.resolve({
        toolbox,
        inUse: () => Promise.resolve(device.join(', ') || 'virtual'),
        close,
      });
    },
    openHost: (_, { name }) =>
      Promise.resolve({
        devices: () => ['virtual-1'],
        lost: new Promise(() => undefined),
        stop: () => {
          events.push(`stopped host ${name}`);
          return Promise.resolve();
        },
      }),
    runningTools: () => Promise.resolve({ why: 'these are fakes' }),
    devices: () => Promise.resolve(options.devices ?? []),
    pairedPhones: () => Promise.resolve([]),
    wifiPhones: () => Promise.resolve({ found: 'none paired (handeye pair)' }),
    farm: ({ farm }) => Promise.resolve(farm.length > 0 ? 'farm with 3 devices, 2 free' : undefined),
    desktops: () => Promise.resolve([]),
    clean: ({ device }) =>
      Promise.resolve({
        name: device.join('+'),
        removed: ['/data/local/tmp/handeye-x.xml'],
        putBack: false,
      }),
    testPhone: (_, { version }) => Promise.resolve({ ...emptyReport, handeye: version }),
    checkMac: () => Promise.resolve(undefined),
    async *selftest() {
      yield await Promise.resolve({ what: 'everything', outcome: 'ok', milliseconds: 1, note: '' } as const);
    },
    keptToken: () => Promise.resolve(KEPT_TOKEN),
    serverToken: () => Promise.resolve({ token: KEPT_TOKEN }),
    studioLink: () => Promise.resolve({ link: 'http://127.0.0.1:7777/studio?code=once' }),
    openInBrowser(url) {
      events.push(`browser ${url}`);
      return Promise.resolve(true);
    },
    startHttp: (_, options) => startHealth(options, events),
    async serveStdio(_, { input, output }) {
      output.write(await text(input));
    },
  };
}

async function startHealth({ config: { host, port, https }, folder }: HttpOptions, events: string[]) {
  const server = createServer((_, response) => response.end('healthy\n'));
  server.listen(port, host);
  await once(server, 'listening');
  events.push('listening');
  return {
    certificate: https ? { file: `${folder}/cert.pem`, trust: ['Trust it like this.'] } : undefined,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      events.push('stopped');
    },
  };
}
