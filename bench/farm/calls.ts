import { startNats } from '../../test/real/farm/nats.ts';
import { type Figure, median, timed } from '../android/goals.ts';
import { type Client, startHost, startServer } from './programs.ts';

const ROUNDS = 150;
const WARM_UP = 20;
const CLIENTS = 8;
const CALLS_EACH = 25;

/** The maximum median cost of the farm, relative to the same call on a local server. */
const GOAL = 1.5;

/** A read and a write, as agents make them. A write asks the server and the bucket before it touches the device. */
const calls = [
  ['get_screen_state', {}],
  ['tap', { x: 540, y: 60 }],
] as const;

interface Place {
  readonly client: Client;
  /** The argument that names the device, if it is needed. */
  readonly device: { readonly device?: string };
}

/** The same calls on a virtual phone of a local server, and on one of a host of a farm, in turns. */
export async function callsOnAFarm(): Promise<Figure[]> {
  const endings: (() => unknown)[] = [];
  const ending = { after: (work: () => unknown) => void endings.push(work) };
  try {
    const local = { client: await startServer(ending, ['--device', 'virtual']), device: {} };
    const [node] = await startNats(ending);
    const url = node?.url ?? '';
    await startHost(ending, url, 1);
    const client = await startServer(ending, ['--farm', url]);
    const leased = await client.call('lease_device', { minutes: 60, wait_seconds: 60 });
    const device = /device: (\S+)/.exec(leased)?.[1] ?? '';
    return await compared(local, { client, device: { device } });
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

async function compared(local: Place, farm: Place): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [tool, args] of calls) {
    const [own, lent]: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const took = [await callOn(local, tool, args), await callOn(farm, tool, args)] as const;
      if (round < 0) continue;
      own.push(took[0]);
      lent.push(took[1]);
    }
    const how = `one client, ${ROUNDS} calls of each in turns`;
    figures.push(
      { what: `${tool}: local, median`, measured: median(own), unit: ' ms', goal: undefined, how },
      { what: `${tool}: farm, median`, measured: median(lent), unit: ' ms', goal: undefined, how },
      {
        what: `${tool}: farm against local`,
        measured: median(lent) / median(own),
        unit: 'x',
        goal: { atMost: GOAL },
        how,
      },
    );
  }
  return [...figures, ...(await throughput('local', local)), ...(await throughput('farm', farm))];
}

function callOn({ client, device }: Place, tool: string, args: object): Promise<number> {
  return timed(() => client.call(tool, { ...args, ...device }));
}

/** Calls a second of several clients of one server, which read the same device. */
async function throughput(where: string, place: Place): Promise<Figure[]> {
  const client = async () => {
    for (let left = CALLS_EACH; left > 0; left -= 1) await callOn(place, 'get_screen_state', {});
  };
  const took = await timed(() => Promise.all(Array.from({ length: CLIENTS }, client)));
  const measured = (CLIENTS * CALLS_EACH * 1000) / took;
  const what = `get_screen_state: ${where}, calls a second`;
  return [{ what, measured, unit: ' /s', goal: undefined, how: `${CLIENTS} clients at once` }];
}
