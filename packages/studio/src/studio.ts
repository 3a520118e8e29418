import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import type { Clock } from '@handeye/core/call/clock';
import type { Registry } from '@handeye/core/device/registry';
import type { Holds } from '@handeye/core/guard/holds';
import type { Log } from '@handeye/core/server/log';
import { type Mount, type MountedRequest, refuseUpgrade } from '@handeye/core/server/mount';
import { DEFAULT_MAX_TOKENS } from '@handeye/core/tools/frame/defaults';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { Access } from './access/access.ts';
import {
  type Asset,
  assetAt,
  isOwnOrigin,
  letIn,
  refuse,
  send,
  sendJson,
  STUDIO_PATH,
  studioHeaders,
  toPage,
} from './access/answers.ts';
import type { FlowShelf } from './flows/flow-shelf.ts';
import { FlowRuns } from './flows/flow-runs.ts';
import { Hand } from './hand/hand.ts';
import { Stop } from './hand/stop.ts';
import { Devices } from './devices/devices.ts';
import { CHOICE_LIMIT } from './devices/only-device.ts';
import { Pairing, type PhonePairing } from './devices/pairing.ts';
import { Thumbnails } from './devices/thumbnails.ts';
import { Levers, type LeversOptions } from './levers/levers.ts';
import { ExpectedPage } from './live/expected-page.ts';
import { Live } from './live/live.ts';
import { screenRequests } from './live/screen-requests.ts';
import type { Seen } from './live/watched-device.ts';
import type { PageConnection } from './page-connection.ts';
import { Pages } from './pages.ts';
import { Pictures } from './pictures.ts';
import { StudioAsker } from './questions/studio-asker.ts';
import type { OnControl } from './timeline/control.ts';
import { openTimeline, type OpenTimeline } from './timeline/open-timeline.ts';
import { type CallWatcher, WatchedToolbox } from './timeline/watched-toolbox.ts';
import { PageTools } from './tools/page-tools.ts';
import type { Hello } from './wire/messages.ts';

/** The error at a server without a device of its own. */
const CHOOSE_OF_FARM =
  'This server uses the devices of a farm. Choose one to watch it: its screen is shown while an agent works on it.';

/** Maximum bytes of a message from a page: typed text, arguments of a call. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Bytes of stored pictures of the timeline. */
const MOST_PICTURES = 48 * 1024 * 1024;

/** A browser's request for access. */
interface Visit {
  readonly isKnown: boolean;
  readonly response: ServerResponse;
}

export interface StudioOptions {
  readonly registry: Registry;
  readonly holds: Holds;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly policy: string;
  /** Masks secrets anywhere in a text. */
  readonly mask?: (text: string) => string;
  /** A folder that every call is written to, with pictures. */
  readonly record?: string | undefined;
  /** Tokens that a model gets of a screen in lean. */
  readonly maxTokens?: number;
  /** The prefix of all tool names. */
  readonly prefix?: string;
  /** Pairs phones over Wi-Fi, if this server can. */
  readonly pairing?: PhonePairing | undefined;
  /** The virtual phone, if there is one. */
  readonly levers?: LeversOptions;
  /** Saved flows, if the server has a folder for them. */
  readonly flows?: FlowShelf | undefined;
}

/** Studio: a page to watch, understand, approve and take over, beside the clients that use the devices. */
export class Studio implements Mount {
  readonly path = STUDIO_PATH;
  readonly headers = studioHeaders;
  /** The address for MCP clients, once it is known. */
  mcp: string | undefined;
  /** Asks the person at the page. */
  readonly asker: StudioAsker;
  readonly #options: StudioOptions;
  readonly #levers: Levers;
  readonly #pairing: Pairing;
  readonly #access = new Access();
  readonly #run = randomUUID();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
  });
  readonly #pages: Pages;
  readonly #live: Live;
  readonly #expected: ExpectedPage;
  readonly #stop = new Stop();
  readonly #hand: Hand;
  readonly #pictures = new Pictures({ folder: 'pictures', mostBytes: MOST_PICTURES });
  readonly #thumbnails: Thumbnails;
  readonly #timeline: OpenTimeline;
  readonly #flows: FlowRuns;
  #toolbox: Toolbox | undefined;

  constructor(options: StudioOptions) {
    this.#options = options;
    this.#sockets.on('headers', (lines) => {
      for (const [name, value] of Object.entries(this.headers)) lines.push(`${name}: ${value}`);
    });
    this.#sockets.on('wsClientError', (_, socket) => {
      refuseUpgrade(socket, this);
    });
    const onControl: OnControl = (control) => {
      this.#timeline.timeline.control(control);
    };
    this.#levers = new Levers(options.levers, onControl);
    this.#pairing = new Pairing(options.pairing);
    const { registry, holds, clock, log, prefix = '', maxTokens = DEFAULT_MAX_TOKENS } = options;
    this.#thumbnails = new Thumbnails({
      registry,
      clock,
      frameOf: (device) => this.#live.seen(device)?.frame,
    });
    const devices = new Devices({
      registry,
      holds,
      clock,
      thumbnails: this.#thumbnails,
      hasLevers: (device) => this.#levers.has(device),
    });
    this.#timeline = openTimeline({
      ...options,
      pictures: this.#pictures,
      idHistory: (device, id) => this.#live.historyOf(device).of(id),
      frames: () => this.#live.allSeen,
      isWanted: () => this.#pages.open.size > 0,
      tell: (event, is) => {
        this.#pages.tell(event, is);
      },
    });
    this.asker = new StudioAsker({ clock, pages: () => this.#pages });
    this.#hand = new Hand({
      registry,
      holds,
      clock,
      stop: this.#stop,
      arePagesOpen: () => this.#pages.open.size > 0,
      onControl,
      onChange: (hands) => {
        this.#pages.tell('hands', hands);
      },
    });
    const tools = new PageTools({
      toolbox: () => this.#toolbox,
      hand: this.#hand,
      clock,
      registry,
      prefix,
      newestEntry: () => this.#timeline.timeline.newest,
    });
    this.#flows = new FlowRuns({
      shelf: options.flows,
      toolbox: () => this.#toolbox,
      entries: (numbers) => this.#timeline.timeline.entries(numbers),
      frameOf: (device) => this.#live.seen(device)?.frame,
      pictures: this.#pictures,
      registry,
      clock,
      onChange: (run) => {
        this.#pages.tell('flowRun', run);
      },
    });
    this.#live = new Live({
      registry,
      clock,
      maxTokens,
      onSeen: (seen) => {
        for (const page of this.#pagesOn(seen.screen.device)) show(seen, page);
      },
      onLooked: (looked) => {
        for (const page of this.#pagesOn(looked.device)) page.tell('looked', looked);
      },
      onAlive: (alive) => {
        for (const page of this.#pagesOn(alive.device)) page.tell('alive', alive);
      },
      onUnseen: (unseen) => {
        for (const page of this.#pagesOn(unseen.device)) page.tell('unseen', unseen);
      },
    });
    this.#expected = new ExpectedPage({
      clock,
      usual: (call) => this.#usual(call),
      onChange: () => {
        this.#watch();
      },
    });
    this.#pages = new Pages({
      log,
      hello: () => this.#hello(),
      onChange: () => {
        this.#pagesChanged();
      },
      // Each feature brings the handlers of its own requests.
      handlers: {
        ...this.#timeline.timeline.handlers,
        ...devices.handlers,
        ...this.#levers.handlers,
        ...this.#pairing.handlers,
        watch: async (wish, page) => {
          page.wish = wish;
          this.asker.pagesChanged();
          await this.#grant(page);
        },
        ...screenRequests({ live: this.#live, maxTokens, registry, clock, prefix }),
        ...this.asker.handlers,
        ...this.#hand.handlers,
        ...tools.handlers,
        ...this.#flows.handlers,
      },
    });
  }

  /** The path of a link that gives one browser access, once. */
  newLink(): string {
    return `${STUDIO_PATH}?code=${this.#access.newCode()}`;
  }

  /** Wraps the tools that clients get, so that Studio sees every call. */
  watched(toolbox: Toolbox): Toolbox {
    this.#toolbox = new WatchedToolbox(
      toolbox,
      this.#timeline.timeline,
      this.#stopWatcher,
      this.#usualWatcher,
    );
    return this.#toolbox;
  }

  async answer(asked: MountedRequest, response: ServerResponse): Promise<boolean> {
    const { request, path, isOwnCommand } = asked;
    const { headers, method } = request;
    if (path === '/link' && method === 'POST' && isOwnCommand) {
      sendJson(response, { link: this.newLink() });
      return true;
    }
    const isKnown = this.#access.knows(request);
    if (method !== 'GET') refuse(response, 405);
    else if (path === '') this.#enter(asked, { isKnown, response });
    else if (!isKnown) refuse(response, 403);
    else {
      // A page that lost its connection also asks, but opens nothing.
      if (path === '/' && headers['sec-fetch-dest'] !== 'empty') this.#expected.begin();
      await this.#serve(path, response);
    }
    return isKnown;
  }

  upgrade({ request, path }: MountedRequest, socket: Duplex, head: Buffer): boolean {
    const { origin, host } = request.headers;
    if (path !== '/live' || !isOwnOrigin({ origin, host }) || !this.#access.knows(request)) return false;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      this.#pages.add(webSocket);
    });
    return true;
  }

  close(): void {
    this.#expected.over();
    this.#live.close();
    this.#hand.close();
    this.#pairing.close();
    this.#flows.close();
    this.#timeline.timeline.close();
    this.#pages.close();
    this.#sockets.close();
  }

  /** Exchanges a link's code for a cookie and removes it from the address bar. */
  #enter({ request, query }: MountedRequest, { isKnown, response }: Visit): void {
    const code = new URLSearchParams(query).get('code');
    const value = code === null ? undefined : this.#access.redeem(code);
    if (value !== undefined) letIn(request, response, value);
    // Opening a link again in the browser that used it is no error.
    else if (isKnown) toPage(request, response);
    else refuse(response, 403);
  }

  async #serve(path: string, response: ServerResponse): Promise<void> {
    const asset = this.#pictureAt(path) ?? (await assetAt(path));
    if (asset) send(response, 200, asset);
    else refuse(response, 404);
  }

  #hello(): Hello {
    const { version, policy } = this.#options;
    return {
      version,
      run: this.#run,
      policy,
      canPair: this.#pairing.isOffered,
      mcp: this.mcp,
      hands: this.#hand.state,
      questions: this.asker.open,
      totals: this.#timeline.timeline.totals,
      recording: this.#timeline.recording?.state,
      flowRun: this.#flows.run,
    };
  }

  #pagesChanged(): void {
    this.#watch();
    this.asker.pagesChanged();
    this.#hand.pagesChanged();
  }

  /** Looks at the devices of visible pages and at no others. */
  #watch(): void {
    const all = [...this.#pages.open, this.#expected];
    const watched = new Set(all.flatMap(({ watches }) => watches ?? []));
    this.#live.watch(watched);
  }

  /** Ends writes that a person stops. */
  readonly #stopWatcher: CallWatcher = {
    began: (call) => {
      const write = this.#stop.began(call);
      return {
        stop: write.signal,
        account: () => undefined,
        ended: () => {
          write.ended();
        },
      };
    },
  };

  /** A call may use another device than the default device when a page began to show it. */
  readonly #usualWatcher: CallWatcher = {
    began: () => ({
      account: ({ device }) => {
        // If no device can be chosen now, the call reported why.
        if (device !== undefined) this.#followUsual().catch(() => undefined);
      },
      ended: () => undefined,
    }),
  };

  /** Switches pages that named no device to the current default device. */
  async #followUsual(): Promise<void> {
    const following = [...this.#pages.open].filter(({ wish }) => wish.visible && wish.device === undefined);
    if (following.length === 0) return;
    const usual = await this.#usualDevice();
    const stale = following.filter(({ watches }) => watches !== undefined && watches !== usual);
    await Promise.all(stale.map((page) => this.#grant(page)));
  }

  /** Shows a page the device it wishes for. */
  async #grant(page: PageConnection): Promise<void> {
    const { wish, watches: before } = page;
    const wanted = wish.visible ? (wish.device ?? (await this.#usualDevice())) : undefined;
    // The page may be hidden by now, or look at another device.
    if (page.wish !== wish) return;
    page.watches = wanted;
    this.#expected.over();
    this.#pagesChanged();
    // A screen that another page already watches is only reported on changes, so this page gets the current one.
    const seen = wanted === undefined ? undefined : this.#live.seen(wanted);
    if (seen && wanted !== before) show(seen, page);
  }

  #pagesOn(device: string): PageConnection[] {
    return [...this.#pages.open].filter(({ watches }) => watches === device);
  }

  #pictureAt(path: string): Asset | undefined {
    return this.#pictures.at(path) ?? this.#thumbnails.pictures.at(path);
  }

  #usualDevice(): Promise<string> {
    const { clock } = this.#options;
    return withinLimit({ clock, limit: CHOICE_LIMIT }, (call) => this.#usual(call));
  }

  /** The device that a page shows at first. Where calls have to name one of several, it is the first one. */
  async #usual(call: Call): Promise<string> {
    const { registry } = this.#options;
    const [first] = registry.configured;
    if (!registry.several) return registry.usual(call);
    if (first === undefined) throw permissionDenied(CHOOSE_OF_FARM);
    return first;
  }
}

function show({ screen, frame }: Seen, page: PageConnection): void {
  page.tell('screen', screen);
  if (frame) page.offer(frame);
}
