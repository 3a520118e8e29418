import type { VirtualPhone } from '@handeye/virtual-phone';
import sharp from 'sharp';
import type { Served } from './served.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A call and what came back, as lines; what differs from run to run is replaced by a word. */
export interface Answer {
  readonly call: string;
  readonly lines: readonly string[];
}

interface Result {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly data?: string;
    readonly mimeType?: string;
  }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: unknown;
}

const TOAST = '\nwindow:system Toast\n';

/** After any other tool the screen may move: the next call waits until it rests. */
const READS = /^(get_|find_|wait_)/;

/** Calls tools one after the other and writes down what they answer. */
export class RecordingClient {
  readonly answers: Answer[] = [];
  readonly phone: VirtualPhone;
  readonly #served: Served;

  constructor(served: Served) {
    this.#served = served;
    this.phone = served.phone;
  }

  /** Asks the server about itself. */
  async introduce(): Promise<void> {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'tests', version: '1' },
    };
    const hello = await this.#served.request('initialize', params);
    const { instructions = '', ...rest } = hello;
    this.answers.push({
      call: 'initialize',
      lines: [JSON.stringify(rest), ...String(instructions).split('\n')],
    });
    const { tools, ...others } = await this.#served.request('tools/list', {});
    const listed = Array.isArray(tools) ? tools : [];
    this.answers.push({
      call: 'tools/list',
      lines: [JSON.stringify(others), ...listed.map((tool) => JSON.stringify(tool))],
    });
  }

  /** Calls a tool and records the answer. */
  async call(tool: string, args: Arguments = {}): Promise<void> {
    let result = await this.#call(tool, args);
    // How long a toast stays on depends on how fast the calls before were.
    while (result.content[0]?.text?.includes(TOAST) === true) {
      await this.#call('wait_for_idle', { timeout: 1000 });
      result = await this.#call(tool, args);
    }
    const given = idsIn(JSON.stringify(args));
    const words = (text: string) => normalised(text, given);
    this.answers.push({
      call: `${tool} ${words(JSON.stringify(args))}`,
      lines: (await linesOf(result)).map(words),
    });
    if (!READS.test(tool) && result.isError !== true)
      await this.#call('wait_for_idle', { timeout: 10_000, match_percentage: 99 });
  }

  /** Opens an app from the home screen, and waits for something of it. */
  async open(app: string, sign: string): Promise<void> {
    await this.call('press_home');
    await this.call('click_element', { element_id: await this.id(app) });
    await this.waits(sign);
  }

  /** Waits without recording it. */
  async waits(resource: string): Promise<void> {
    await this.#call('wait_for_element', { by: 'resource_id', value: resource, timeout: 20_000 });
    await this.#call('wait_for_idle', { timeout: 10_000, match_percentage: 99 });
  }

  /** The id of the row with this text, description or last part of a resource id, read without recording it. */
  async id(what: string): Promise<string> {
    const { content } = await this.#call('get_screen_state', {});
    const state = content[0]?.text ?? '';
    const rows = state.split('\n').map((line) => line.split('\t'));
    const matches = rows.filter(([, , text = '', desc = '', resource = '']) =>
      [text, desc, resource.replace(/^.*\//, '')].includes(what),
    );
    const row = matches.find((cells) => /[cef]/.test(cells[6] ?? '')) ?? matches[0];
    if (!row?.[0]) {
      const before = this.answers
        .slice(-3)
        .map(({ call, lines }) => `${call}: ${lines.slice(0, 3).join(' ')}`);
      throw new Error(`${what} is not on the screen after\n${before.join('\n')}\n${state}`);
    }
    return row[0];
  }

  async #call(name: string, args: Arguments): Promise<Result> {
    const result = await this.#served.request('tools/call', { name, arguments: args });
    return result as unknown as Result; // the protocol's result of tools/call
  }
}

function idsIn(text: string): string[] {
  return [...new Set(text.match(/node_\d+/g) ?? [])];
}

async function linesOf({ content, structuredContent, isError, _meta, ...rest }: Result): Promise<string[]> {
  const lines = [isError === true ? `error ${JSON.stringify(_meta)}` : 'ok'];
  if (Object.keys(rest).length > 0) lines.push(JSON.stringify(rest));
  for (const { type, text, data, mimeType, ...others } of content) {
    if (text !== undefined) lines.push(...text.split('\n'));
    if (data !== undefined) {
      const { width, height, format } = await sharp(Buffer.from(data, 'base64')).metadata();
      lines.push(`${type} ${mimeType}: ${format} ${width}x${height}`);
    }
    if (Object.keys(others).length > 0) lines.push(JSON.stringify(others));
  }
  if (structuredContent === undefined) return lines;
  const isSame = JSON.stringify(structuredContent) === content[0]?.text;
  return [...lines, `structured: ${isSame ? 'the same as the text' : JSON.stringify(structuredContent)}`];
}

/** Ids, times and ports are new in each run. An id that the call named stays recognisable. */
function normalised(text: string, given: readonly string[]): string {
  return text
    .replace(/node_\d{4,}/g, (id) => (given.includes(id) ? `node_GIVEN${given.indexOf(id) + 1}` : 'node_ID'))
    .replace(/\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/g, 'MM-DD HH:MM:SS.mmm')
    .replace(/\b\d{1,2}:\d\d\b/g, 'HH:MM')
    .replace(/"(elapsedMs|attempts)":[\d.]+/g, '"$1":N')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
}
