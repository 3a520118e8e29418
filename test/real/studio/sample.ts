import type { Events, OpenQuestion } from '../../../packages/studio/src/wire/messages.ts';
import type { FlowRun } from '../../../packages/studio/src/wire/flows.ts';
import type { DeviceCard } from '../../../packages/studio/src/wire/devices.ts';
import type { WatchedScreen } from '../../../packages/studio/src/wire/screen.ts';
import type { CallDetails } from '../../../packages/studio/src/wire/timeline.ts';
import type { Answers, ScriptedServer } from './scripted-server.ts';

const NOW = Date.UTC(2026, 10, 16, 12);

/** Texts from a device or a client, by the kind of their place. */
export interface Words {
  /** A label, a name. */
  readonly short: string;
  /** A text of any length. */
  readonly long: string;
}

/** One example of everything that the server can send, with these texts. */
export interface Sample {
  readonly hello: Events['hello'];
  readonly screen: WatchedScreen;
  readonly question: OpenQuestion;
  readonly calls: readonly CallDetails[];
  readonly answers: Answers;
}

export function sampleOf({ short, long }: Words): Sample {
  const device = short;
  const calls = [1, 2, 3].map((number) => callOf({ short, long }, number));
  const control = { ...callOf({ short, long }, 4), kind: 'control', tool: 'Lever', outcome: 'ok' } as const;
  const totals = [
    {
      client: short,
      byPerson: false,
      calls: 3,
      failed: 1,
      refused: 1,
      tokens: 1234,
      milliseconds: 3210,
      waited: 41_000,
    },
  ];
  const counted = { lines: [{ text: long, element: 'node_1' }], tokens: 1234 };
  const devices = [cardOf({ short, long }, 'ready'), cardOf({ short: `${short} 2`, long }, 'unauthorized')];
  const target = { id: 'node_1', label: short, role: short };
  return {
    hello: {
      version: '0.0.0',
      run: 'run',
      policy: short,
      canPair: false,
      mcp: 'http://127.0.0.1:1/mcp',
      hands: { stopped: false, takenOver: [] },
      questions: [],
      totals,
      recording: { folder: short, problem: short },
      flowRun: flowRunOf({ short, long }),
    },
    screen: {
      device,
      frame: 1,
      width: 1080,
      height: 2400,
      app: short,
      tier: 'companion',
      awake: true,
      pictureless: undefined,
      lines: [
        { text: short, element: undefined },
        { text: `node_1 ${long}`, element: 'node_1' },
      ],
      elements: [
        { ...target, box: { left: 100, top: 200, right: 900, bottom: 400 }, window: 0, scrolls: false },
      ],
      windows: [{ box: { left: 0, top: 0, right: 1080, bottom: 2400 }, letsThrough: false }],
    },
    question: {
      number: 1,
      tool: 'click_element',
      device,
      app: short,
      label: short,
      text: long,
      why: short,
      hasPlace: false,
      picture: undefined,
      until: Date.now() + 600_000,
      left: 600_000,
    },
    calls,
    answers: {
      watch: undefined,
      texts: { frame: 1, compact: counted, lean: counted, changes: counted },
      element: {
        id: 'node_1',
        isThere: true,
        properties: [[short, long]],
        targets: ['node_1', `text:${short}`],
        history: [{ at: NOW, what: short }],
        calls: [{ tool: 'click_element', arguments: { element_id: 'node_1', note: long }, by: 'element_id' }],
      },
      timeline: [control, ...[...calls].reverse()],
      ...(calls[0] && { entry: calls[0] }),
      search: [1, 2],
      call: {
        number: 5,
        isError: false,
        milliseconds: 12,
        tokens: 34,
        items: [{ text: long }],
        raw: long,
      },
      tools: [
        {
          name: 'click_element',
          title: 'Click',
          description: short,
          inputSchema: {
            type: 'object',
            properties: {
              element_id: { type: 'string', description: short },
              times: { type: 'integer', minimum: 1 },
              how: { enum: ['short', 'long'] },
              again: { type: 'boolean' },
            },
            required: ['element_id'],
          },
          reads: false,
        },
      ],
      devices,
      flows: {
        saved: [
          { name: short, description: long, problem: undefined, hasHealing: true },
          { name: `${short} 2`, description: undefined, problem: long, hasHealing: false },
        ],
      },
      flow: { text: `# ${short}\n---\n- tapOn: ${long}\n`, diff: `--- ${short}\n-${long}\n+${long}` },
      saveFlow: { isError: false, text: long },
      levers: [
        { name: 'rotate', group: 'phone', about: short, kind: { is: 'button' } },
        { name: 'dark', group: 'phone', about: short, kind: { is: 'switch', on: true } },
        { name: 'slow', group: 'faults', about: short, kind: { is: 'choice', of: ['no', short], now: 'no' } },
      ],
    },
  };
}

/** Sends all of it to the open pages. */
export async function tellAll(
  server: ScriptedServer,
  { screen, calls, answers, hello }: Sample,
): Promise<void> {
  server.answers = answers;
  server.tell('screen', screen);
  await server.show({
    device: screen.device,
    frame: 1,
    at: NOW,
    age: 0,
    mimeType: 'image/jpeg',
    width: 270,
    height: 600,
  });
  server.tell('looked', { device: screen.device, frame: 1, milliseconds: 40 });
  for (const call of calls) server.tell('call', call);
  server.tell('totals', hello.totals);
  server.tell('devices', answers.devices ?? []);
  if (hello.flowRun) server.tell('flowRun', hello.flowRun);
}

function flowRunOf({ short, long }: Words): FlowRun {
  const step = {
    number: 1,
    line: 3,
    says: long,
    status: 'failed',
    milliseconds: 120,
    remarks: [long],
  } as const;
  return {
    number: 1,
    name: short,
    isHealed: false,
    device: short,
    status: 'failed',
    milliseconds: 1200,
    steps: [step],
    target: undefined,
    remarks: [long],
    divergence: {
      place: short,
      says: long,
      expected: long,
      found: long,
      covering: short,
      advice: long,
      candidates: [{ line: long, reasons: [short], selector: long }],
      canChoose: true,
      before: undefined,
      now: undefined,
    },
    problem: undefined,
    canGoOn: true,
  };
}

function callOf({ short, long }: Words, number: number): CallDetails {
  return {
    number,
    kind: 'call',
    at: NOW + number * 1000,
    client: short,
    byPerson: number === 2,
    tool: 'click_element',
    summary: short,
    device: short,
    app: short,
    writes: true,
    outcome: number === 3 ? 'element_not_found' : 'ok',
    isWaiting: false,
    milliseconds: 120,
    waited: number === 2 ? 41_000 : 0,
    tokens: 45,
    told: short,
    arguments: JSON.stringify({ text: long }),
    hidden: [],
    content: [long],
    steps: [{ tool: 'click_element', summary: short, outcome: 'ok', milliseconds: 3 }],
    elements: [{ id: 'node_1', what: short, history: [{ at: NOW, what: short }] }],
    screen: { text: long, isCurrent: number !== 2 },
    lastScreen: { text: long, number: 1 },
    changes: long,
    judged: [short],
    notes: [short],
    before: undefined,
    after: undefined,
  };
}

function cardOf({ short, long }: Words, state: string): DeviceCard {
  return {
    id: short,
    title: short,
    kind: 'phone',
    state,
    tier: 'companion',
    holder: short,
    advice: state === 'ready' ? undefined : long,
    thumbnail: undefined,
    isUsed: true,
    hasLevers: true,
  };
}
