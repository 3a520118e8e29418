import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock } from '@handeye/core/call/clock';
import { whole } from '../../config/values.ts';
import type { FarmAddress } from '@handeye/farm/bus/nats-bus';
import type { FarmStatus } from '@handeye/farm/status/status';
import { type CommandContext, exit } from '../command.ts';
import { typedCommand } from '../endpoint.ts';
import { Child, type ChildOptions } from '../farm/child-process.ts';
import { loadFarm } from '../farm/load-farm.ts';

/** How long the hosts of a trial may take to offer all their phones, and how often that is checked. */
const READY_LIMIT_MS = 120_000;
const POLL_MS = 200;

/** The flags of `handeye farm up`. */
export const upFlags = {
  hosts: { schema: whole(1, 8), default: 2, takes: 'N', about: 'up: how many hosts to start.' },
  phones: { schema: whole(1, 16), default: 2, takes: 'N', about: 'up: virtual phones of each host.' },
} as const;

/**
 * `handeye farm up`: runs a whole farm on this computer until Ctrl-C: nats-server, hosts with virtual phones, and a server. Its
 * files are in a folder that is removed at the end.
 */
export async function farmUp(context: CommandContext): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-farm-'));
  const children: Child[] = [];
  // A second Ctrl-C ends this process at once.
  const killAll = () => {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', killAll);
  try {
    return await new Trial(context, folder, children).run();
  } finally {
    // The server first, nats-server last, so that the hosts can report that their devices leave.
    for (const child of children.toReversed()) await child.stop();
    process.off('exit', killAll);
    await rm(folder, { recursive: true, force: true });
  }
}

class Trial {
  readonly #context: CommandContext;
  readonly #folder: string;
  readonly #children: Child[];
  /** Resolves with the reason why the trial cannot go on. */
  readonly #broken: Promise<string>;
  #break: (why: string) => void = () => undefined;
  #isOver = false;

  constructor(context: CommandContext, folder: string, children: Child[]) {
    this.#context = context;
    this.#folder = folder;
    this.#children = children;
    this.#broken = new Promise((resolve) => (this.#break = resolve));
  }

  async run(): Promise<number> {
    const { own, environment, print } = this.#context;
    const hosts = Number(own.hosts);
    const phones = Number(own.phones);
    print(
      `Starting a farm on this computer: nats-server, ${counted(hosts, 'host')} with ${counted(phones, 'virtual phone')} each, a server.`,
    );
    const { startNats } = await loadFarm(() => import('../farm/trial-nats.ts'));
    const nats = await startNats(this.#folder, { env: environment.env, onLine: () => undefined });
    this.#adopt(nats.child);
    const names = Array.from({ length: hosts }, (_, index) => `host-${index + 1}`);
    for (const name of names) await this.#startHost(name, phones, nats.address);
    const outcome = await this.#unlessOver(this.#ready(nats.address, hosts * phones));
    if (outcome === 'ready') {
      await this.#startServer(nats.address);
    }
    return this.#untilOver(outcome);
  }

  /** Asks why the trial stopped: the user ended it, which is fine, or a part of it ended. */
  async #untilOver(outcome: string): Promise<number> {
    const over = outcome === 'ready' ? await this.#unlessOver(new Promise<never>(() => undefined)) : outcome;
    if (over === 'stopped') return exit.fine;
    throw new Error(`The farm has ended: ${over}`);
  }

  /** The outcome of the wait, `stopped` if the user ends it, or the reason why a part of the farm ended. */
  async #unlessOver(work: Promise<string>): Promise<string> {
    const { stopped } = this.#context.environment;
    const ended = new Promise<string>((resolve) => {
      const stop = () => {
        this.#isOver = true;
        resolve('stopped');
      };
      if (stopped.aborted) stop();
      else stopped.addEventListener('abort', stop, { once: true });
    });
    return Promise.race([ended, this.#broken, work]);
  }

  async #startHost(name: string, phones: number, address: FarmAddress): Promise<void> {
    const args = ['host', ...flagsOf(address), '--name', name, '--virtual-phones', String(phones)];
    this.#adopt(await this.#startOwn(name, args, () => undefined));
  }

  async #startServer(address: FarmAddress): Promise<void> {
    const { print } = this.#context;
    const args = ['serve', ...flagsOf(address), ...this.#listenFlags()];
    // The last line of the server's start message.
    const tell = (line: string) => {
      print(line.startsWith('Press Ctrl-C') ? this.#welcome(address) : line);
    };
    this.#adopt(await this.#startOwn('server', args, tell));
  }

  /**
   * The trial ignores the configured address of the user's own server, which may be open to a whole network, and uses only the
   * flags of this command.
   */
  #listenFlags(): readonly string[] {
    const { config, sources } = this.#context;
    return (['host', 'port'] as const).flatMap((name) =>
      sources.get(name) === 'flag' ? [`--${name}`, String(config[name])] : [],
    );
  }

  /**
   * Another process of this program; its log is passed on. It ignores the user's settings, because hosts would lend the user's
   * own phone and reset it.
   */
  #startOwn(name: string, args: readonly string[], tell: (line: string) => void): Promise<Child> {
    const { program, stderr } = this.#context.environment;
    const env = withoutSettings(this.#context.environment.env);
    const [command, script] = program;
    const settings = join(this.#folder, 'settings.json');
    writeFileSync(settings, '{}');
    const all = [...process.execArgv, script, ...args, '--config', settings, '--log-level', 'warn'];
    const onLine: ChildOptions['onLine'] = (line, from) => {
      if (from === 'log') stderr.write(`[${name}] ${line}\n`);
      else tell(line);
    };
    return Child.start({ name, command, args: all, env, onLine });
  }

  #adopt(child: Child): void {
    this.#children.push(child);
    void child.ended.then((why) => {
      this.#isOver = true;
      this.#break(why);
    });
  }

  /** Resolves when all phones are offered. */
  async #ready(address: FarmAddress, phones: number): Promise<string> {
    const [{ connectBus }, { openView }, { statusOf }] = await loadFarm(() =>
      Promise.all([
        import('@handeye/farm/bus/nats-bus'),
        import('@handeye/farm/leases/farm-view'),
        import('@handeye/farm/status/status'),
      ]),
    );
    const end = realClock.now() + READY_LIMIT_MS;
    const options = { name: 'handeye farm up', inboxPrefix: '_INBOX_observer', makesBuckets: true };
    const bus = await connectBus({ ...address, ...options });
    try {
      const view = await openView(bus, realClock, this.#context.environment.stopped);
      try {
        while (statusOf(view).totals.free < phones && !this.#isOver) {
          if (realClock.now() > end) return notReady(statusOf(view));
          await new Promise<void>((resolve) => realClock.after(POLL_MS, resolve));
        }
      } finally {
        view.close();
      }
      return 'ready';
    } finally {
      await bus.close();
    }
  }

  #welcome(address: FarmAddress): string {
    const command = typedCommand(this.#context.environment);
    return [
      'The farm is up. An agent that is connected to the server calls lease_device first. To see the farm from another terminal:',
      '',
      `  ${command} farm status --watch ${flagsOf(address).join(' ')}`,
      '',
      'To add a host:',
      '',
      `  ${command} host --name host-9 --virtual-phones 1 ${flagsOf(address).join(' ')}`,
      '',
      'Press Ctrl-C to end all of it.',
      '',
    ].join('\n');
  }
}

function notReady({ devices }: FarmStatus): string {
  const why = devices.flatMap(({ name, reason }) => (reason === undefined ? [] : [`\n  ${name}: ${reason}`]));
  return `The hosts did not offer their phones within ${READY_LIMIT_MS / 1000} s.${why.join('')}`;
}

/** Of the variables, a trial uses only the token, because both belong to the user. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('HANDEYE_') || name === 'HANDEYE_TOKEN'),
  );
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

function flagsOf({ servers, credentials, ca }: FarmAddress): readonly string[] {
  return [
    ...servers.flatMap((server) => ['--farm', server]),
    ...(credentials === undefined ? [] : ['--farm-credentials', credentials]),
    ...(ca === undefined ? [] : ['--farm-ca', ca]),
  ];
}
