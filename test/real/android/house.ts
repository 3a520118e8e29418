import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import sharp from 'sharp';
import { AndroidSource } from '@handeye/android/source';
import type { TierName } from '@handeye/android/tier-choice';
import { errorCodes, type ErrorKind } from '@handeye/core/device/errors';
import { Registry } from '@handeye/core/device/registry';
import { startPhone, type AndroidRelease, type VirtualPhone } from '@handeye/virtual-phone';
import type { Concealment } from '@handeye/core/guard/secrets/concealment';
import { startHttp } from '@handeye/core/server/http';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { defaultPolicy, type Policy } from '@handeye/core/guard/policy';
import { eventually, hostKey, NO_ADB, scratchFolder, type Way } from '@handeye/testing/attached';
import { endings } from '../../support/endings.ts';
import { LONG_RUN, pairs } from '@handeye/testing/long';
import { heard } from '../../support/heard.ts';
import { patientLimits } from '@handeye/testing/patience';
import { PrivateAdb } from '@handeye/testing/private-adb';

const TOKEN = 'a-token-of-the-tests';

export interface HouseOptions {
  readonly release?: AndroidRelease;
  /** Default: straight to the phone's daemon. */
  readonly way?: Way;
  /** The rest that a dump waits for, in milliseconds: little, to save time; 1000 on a real phone. */
  readonly idleWaitMs?: number;
  readonly policy?: Partial<Policy>;
  /** Default: plain ADB; see onEachTier. */
  readonly tier?: Tier;
  /** Default: compact. */
  readonly screen?: 'lean';
  /** The secrets that are hidden from the agent. */
  readonly concealment?: Concealment;
  /** Further apps on the phone. */
  readonly apps?: NonNullable<Parameters<typeof startPhone>[0]>['apps'];
}

export type Tier = TierName;
export const tiers = ['plain', 'companion'] as const satisfies readonly Tier[];
export const releases = [5, 9, 12, 14] as const satisfies readonly AndroidRelease[];

const words = { plain: 'plain ADB', companion: 'with the companion' } as const;

/** Registers a test for each tier. */
export function onEachTier(sentence: string, body: (t: TestContext, tier: Tier) => Promise<void>): void {
  for (const tier of tiers) test(`${sentence} (${words[tier]})`, (t) => body(t, tier));
}

/** Registers a test for this tier, and in a thorough run for each: other tests use the same tools with the other tier. */
export function onATier(
  usual: Tier,
  sentence: string,
  body: (t: TestContext, tier: Tier) => Promise<void>,
): void {
  for (const tier of LONG_RUN ? tiers : [usual]) test(`${sentence} (${words[tier]})`, (t) => body(t, tier));
}

/** Registers a test for each release, with the tiers in turn; see pairs(). */
export function onEachRelease(
  turn: number,
  sentence: string,
  body: (
    t: TestContext,
    on: { readonly release: (typeof releases)[number]; readonly tier: Tier },
  ) => Promise<void>,
): void {
  for (const [release, tier] of pairs(releases, tiers, turn))
    test(`${sentence} (Android ${release}, ${words[tier]})`, (t) => body(t, { release, tier }));
}

export interface House {
  readonly phone: VirtualPhone;
  readonly agent: Agent;
  /** All lines of the server's log. */
  readonly log: readonly string[];
}

/** A virtual phone served over HTTP as the product does, and an MCP client that uses it; everything ends with the test. */
export async function house(t: TestContext, options: HouseOptions = {}): Promise<House> {
  const { release = 14, way = 'straight', idleWaitMs = 50, policy, tier = 'plain', screen, apps } = options;
  const { concealment } = options;
  const atEnd = endings(t);
  const phone = await startPhone({ release, idleWaitMs, ...(apps && { apps }) });
  atEnd(() => phone.close());
  const adb = way === 'server' ? await PrivateAdb.start(t) : undefined;
  const name = adb ? await adb.connect(phone.port) : `tcp:${phone.serial}`;
  const keyFolder = join(await scratchFolder(t), 'key');
  const source = new AndroidSource({ keyFolder, key: hostKey, env: adb?.environment ?? NO_ADB, tier });
  const registry = new Registry({
    sources: [source],
    configured: [name],
    ...(concealment && { conceal: (device) => concealment.conceal(device) }),
  });
  atEnd(() => registry.close());
  const log: string[] = [];
  const tell = (line: object) => {
    log.push(JSON.stringify(line));
    heard(line);
  };
  const toolbox = createToolbox({
    registry,
    limits: patientLimits,
    // Clients of the tests call faster than the default policy allows.
    policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
    // As the product's log: no texts of the screen, no typed texts.
    audit: ({ judged: _, ...told }) => {
      tell(told);
    },
    ...(concealment && { concealment }),
  });
  const server = await startHttp({
    toolbox,
    name: 'handeye',
    version: '0.0.0',
    log: (level, event, fields) => {
      tell({ level, event, ...fields });
    },
    token: TOKEN,
    port: 0,
  });
  atEnd(() => server.close({ grace: 1000 }));
  const agent = await Agent.connect(new URL(screen ? `/mcp?screen=${screen}` : '/mcp', server.url));
  atEnd(() => agent.leave());
  return { phone, agent, log };
}

/** One row of a screen state. */
export interface Row {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly desc: string;
  readonly resourceId: string;
  readonly bounds: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly flags: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/** An agent with the tools: it calls them by MCP and reads their answers. */
export class Agent {
  readonly #client: Client;
  /** Every answer so far, word by word. */
  readonly heard: string[] = [];

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect(url: URL): Promise<Agent> {
    const client = new Client({ name: 'tests', version: '1' });
    const headers = { Authorization: `Bearer ${TOKEN}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return new Agent(client);
  }

  leave(): Promise<void> {
    return this.#client.close();
  }

  async #call(name: string, args: Arguments) {
    const result = await this.#client.callTool({ name, arguments: args }, { timeout: 120_000 });
    this.heard.push(JSON.stringify(result));
    return result;
  }

  /** Calls a tool that has to succeed; returns its text. */
  async does(name: string, args: Arguments = {}): Promise<string> {
    const result = await this.#call(name, args);
    const text = textOf(result.content);
    assert.ok(result.isError !== true, `${name} ${JSON.stringify(args)}: ${text}`);
    return text;
  }

  /** Calls a tool that has to succeed with JSON; returns it. */
  async asks<T>(name: string, args: Arguments = {}): Promise<T> {
    return JSON.parse(await this.does(name, args)) as T; // the client has checked it against the tool's schema
  }

  /** Calls a tool that has to fail in this way; returns its reason. */
  async fails(name: string, args: Arguments, kind: ErrorKind): Promise<string> {
    const result = await this.#call(name, args);
    const text = textOf(result.content);
    assert.equal(result.isError, true, `${name} should fail, but: ${text}`);
    assert.deepEqual(result._meta?.['handeye/error'], { kind, code: errorCodes[kind] }, text);
    return text;
  }

  /** The screen as text. */
  state(): Promise<string> {
    return this.does('get_screen_state');
  }

  async rows(): Promise<readonly Row[]> {
    return rowsOf(await this.state());
  }

  /** The row with this text, description or last part of a resource id. */
  async row(what: string): Promise<Row> {
    const state = await this.state();
    return found(rowsOf(state), what, state);
  }

  /** Waits until the screen shows something with this text. */
  async sees(value: string, by = 'text'): Promise<void> {
    const { found: isThere } = await this.asks<{ found: boolean }>('wait_for_element', {
      by,
      value,
      timeout: 15_000,
    });
    assert.ok(isThere, `${value} is not on the screen: ${await this.state()}`);
  }

  /** Waits until no element on the screen has this text. */
  async misses(value: string, by = 'text'): Promise<void> {
    await eventually(async () => {
      const { elements } = await this.asks<{ elements: unknown[] }>('find_elements', { by, value });
      return elements.length === 0;
    }, `${value} leaves the screen`);
  }

  /** Clicks the element with this text, description or id. */
  async clicks(what: string): Promise<void> {
    const { id } = await this.row(what);
    assert.match(await this.does('click_element', { element_id: id }), /^Click performed on element /);
  }

  /** The screen and its picture, as pixels. */
  async picture(): Promise<Photo> {
    const result = await this.#call('get_screen_state', { include_screenshot: true });
    const state = textOf(result.content);
    const item = result.content.find((one) => one.type === 'image');
    assert.ok(item?.type === 'image', `no picture: ${state}`);
    assert.equal(item.mimeType, 'image/jpeg');
    const jpeg = Buffer.from(item.data, 'base64');
    const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return new Photo(jpeg, { pixels: data, width: info.width, height: info.height }, state);
  }
}

type Colour = readonly [red: number, green: number, blue: number];

/** A picture of the screen, and the rows of the same look. */
export class Photo {
  constructor(
    readonly jpeg: Buffer,
    readonly image: { readonly pixels: Buffer; readonly width: number; readonly height: number },
    readonly state: string,
  ) {}

  get size(): string {
    return `${this.image.width}x${this.image.height}`;
  }

  row(what: string): Row {
    return found(rowsOf(this.state), what, this.state);
  }

  /** Whether about this share of an element's area has this colour. */
  share(colour: string, { left, top, right, bottom }: Row['bounds']): number {
    const { width, pixels } = this.image;
    const scale = width / this.screen.width;
    const wanted = colourOf(colour);
    let [hits, all] = [0, 0];
    for (let y = Math.ceil(top * scale); y < Math.floor(bottom * scale); y += 1) {
      for (let x = Math.ceil(left * scale); x < Math.floor(right * scale); x += 1) {
        const at = (y * width + x) * 3;
        all += 1;
        if (near([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0], wanted)) hits += 1;
      }
    }
    return hits / all;
  }

  get screen(): { width: number; height: number } {
    const [, width, height] = /^screen:(\d+)x(\d+) /m.exec(this.state) ?? [];
    return { width: Number(width), height: Number(height) };
  }
}

function colourOf(hex: string): Colour {
  const at = (from: number) => parseInt(hex.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

/** JPEG shifts colours a little. */
function near(a: Colour, b: Colour): boolean {
  return a.every((level, channel) => Math.abs(level - (b[channel] ?? 0)) <= 12);
}

function textOf(content: readonly { type: string; text?: string }[]): string {
  return content[0]?.text ?? '';
}

/** The rows of a screen state, of all its windows. */
export function rowsOf(state: string): readonly Row[] {
  return state
    .split('\n')
    .slice(4)
    .map((line) => line.split('\t'))
    .filter((cells) => cells.length === 7)
    .map(([id = '', type = '', text = '', desc = '', resourceId = '', bounds = '', flags = '']) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = bounds.split(',').map(Number);
      return { id, type, text, desc, resourceId, bounds: { left, top, right, bottom }, flags };
    });
}

function found(rows: readonly Row[], what: string, state: string): Row {
  const matches = rows.filter(({ text, desc, resourceId }) =>
    [text, desc, resourceId.replace(/^.*\//, '')].includes(what),
  );
  const row = matches.find(({ flags }) => /[cef]/.test(flags)) ?? matches[0];
  assert.ok(row, `${what} is not on the screen: ${state}`);
  return row;
}
