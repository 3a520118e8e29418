import { callWithoutDeadline, pause } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { onOrOff } from '../../config/values.ts';
import { type CommandContext, exit, UsageError } from '../command.ts';
import { loadFarm } from '../farm/load-farm.ts';
import { statusText } from '../farm/status-text.ts';

/** Milliseconds between two updates of a watched farm. */
const REFRESH = 1_000;

/** ANSI: moves the cursor to the top left and clears the rest of the screen. */
const CLEAR = '\u001B[H\u001B[J';

/** The flags of `handeye farm status`. */
export const statusFlags = {
  json: {
    schema: onOrOff(),
    default: false,
    about: 'status: print JSON; with --watch a line for each change.',
  },
  watch: { schema: onOrOff(), default: false, about: 'status: go on until Ctrl-C.' },
} as const;

/** `handeye farm status`: hosts, devices, leases and the queue. */
export async function farmStatus(context: CommandContext): Promise<number> {
  const { config, own, environment } = context;
  if (config.farm.length === 0)
    throw new UsageError('handeye farm status needs the address of the farm: --farm nats://HOST:4222');
  try {
    await show(context);
  } catch (error) {
    // Ctrl-C ends a watch, even before the first update.
    if (own.watch !== true || !environment.stopped.aborted) throw error;
  }
  return exit.fine;
}

async function show({ config, own, environment, print }: CommandContext): Promise<void> {
  const [{ connectBus }, { openView }, { statusOf }] = await loadFarm(() =>
    Promise.all([
      import('@handeye/farm/bus/nats-bus'),
      import('@handeye/farm/leases/farm-view'),
      import('@handeye/farm/status/status'),
    ]),
  );
  const { farm: servers, farmCredentials: credentials, farmCa: ca } = config;
  const bus = await connectBus({
    servers,
    credentials,
    ca,
    name: 'handeye farm status',
    inboxPrefix: '_INBOX_observer',
    makesBuckets: false,
    cancelled: environment.stopped,
  });
  try {
    const view = await openView(bus, realClock, environment.stopped);
    const isJson = own.json === true;
    const text = () => {
      const status = statusOf(view);
      return isJson ? JSON.stringify(status, null, own.watch === true ? undefined : 2) : statusText(status);
    };
    try {
      if (own.watch === true)
        await watch(text, {
          stopped: environment.stopped,
          print,
          clears: !isJson && isTerminal(environment),
        });
      else print(text());
    } finally {
      view.close();
    }
  } finally {
    await bus.close();
  }
}

function isTerminal({ stdout }: CommandContext['environment']): boolean {
  return stdout.isTTY === true;
}

interface Watching {
  readonly stopped: AbortSignal;
  readonly print: (line: string) => void;
  /** A terminal is cleared before each update. Other outputs get an update only if it changed. */
  readonly clears: boolean;
}

async function watch(text: () => string, { stopped, print, clears }: Watching): Promise<void> {
  let last: string | undefined;
  while (!stopped.aborted) {
    const now = text();
    if (clears) print(`${CLEAR}${now}`);
    else if (withoutAges(now) !== withoutAges(last)) print(now);
    last = now;
    await pause(REFRESH, callWithoutDeadline(realClock, stopped)).catch(() => undefined);
  }
}

/** The age of the last message and a machine's load change all the time. */
function withoutAges(text: string | undefined): string | undefined {
  return text?.replace(/"(?:seconds|load)":[\d.]+|\d+%\s+\d+ s ago/g, '');
}
