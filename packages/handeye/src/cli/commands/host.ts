import { once } from 'node:events';
import { hostname } from 'node:os';
import { listOf, text, whole } from '../../config/values.ts';
import { toolSettings } from '../../config/settings.ts';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';
import { servedEndpoint } from '../endpoint.ts';
import { loadFarm } from '../farm/load-farm.ts';

/** These are choices of a server, not of a host: the prefix of tool names and the format of screens. */
const ofServers: readonly string[] = ['toolPrefix', 'screenFormat', 'observe', 'hold'];

/** One process cannot serve more virtual phones. */
const MOST_PHONES = 100;

const NONE_YET =
  'none attached now; it lends each phone that is plugged in; --virtual-phones N lends virtual ones';

export const host: CliCommand = {
  name: 'host',
  about: 'Lend the devices of this computer to a farm.',
  more:
    'Connects to the NATS servers of the farm, which never connect to this computer. Lends the devices named with --device and ' +
    'the virtual phones; without any, all phones that are attached. What agents may do is decided here: --policy, --audit, ' +
    '--secrets and the like apply to every call for these devices. docs/farm.md has the rest.',
  settings: [
    'metrics',
    // The address of the metrics.
    'host',
    'port',
    'allowHost',
    'token',
    'noAuth',
    ...toolSettings.filter((name) => !ofServers.includes(name)),
  ],
  abouts: {
    device:
      'Device to lend: virtual, an adb serial, tcp:HOST:PORT, linux[:DISPLAY] or macos. Repeatable. ' +
      'If not given: the virtual phones of --virtual-phones, or each phone that is attached.',
    farm: 'NATS server of the farm that the devices are lent to. Repeatable: any server of the cluster.',
  },
  own: {
    name: {
      schema: text('must be letters, digits and hyphens, at most 63', /^[A-Za-z0-9-]{1,63}$/),
      takes: 'NAME',
      about:
        'Name of this host, the first part of the names of its devices. If not given: the name of this computer.',
    },
    label: {
      schema: listOf(text('must be a name and a value such as rack=2', /^[\w.-]+=[^\s=]+$/)),
      default: [],
      takes: 'NAME=VALUE',
      about: 'Label of all devices of this host; leases can ask for it. Repeatable.',
    },
    virtualPhones: {
      schema: whole(0, MOST_PHONES),
      default: 0,
      takes: 'NUMBER',
      about: 'How many virtual phones to start and lend. Each starts anew after a lease.',
    },
  },
  async run(context) {
    const { services, config, log, folder, environment, print } = context;
    const { version, stopped } = environment;
    if (config.farm.length === 0)
      throw new UsageError('--farm: needs the address of a NATS server of the farm');
    const wish = { ...(await wishOf(context)), stopped };
    const metrics = config.metrics ? await servedEndpoint(context) : undefined;
    const options = { ...wish, log, folder, version, token: metrics?.token };
    const running = await services.openHost(config, options);
    try {
      print(welcome(context, { name: wish.name, devices: running.devices(), metrics: metrics?.url }));
      const asked = stopped.aborted ? undefined : once(stopped, 'abort');
      const lost = await Promise.race([running.lost, asked]);
      if (typeof lost === 'string') throw new Error(`${lost} This one stops.`);
      log.info('stopping');
    } finally {
      await running.stop();
    }
    log.info('stopped');
    return exit.fine;
  },
};

async function wishOf({ own }: CommandContext) {
  const { isToken, tokenOf } = await loadFarm(() => import('@handeye/farm/protocol/names'));
  const name =
    typeof own.name === 'string' ? own.name.toLowerCase() : tokenOf(hostname().split('.')[0] ?? '');
  if (!isToken(name))
    throw new UsageError(`--name: must begin and end with a letter or a digit, got: ${name}`);
  const given = Array.isArray(own.label) ? own.label.map(String) : [];
  const labels = Object.fromEntries(
    given.map((label): [string, string] => {
      const at = label.indexOf('=');
      return [label.slice(0, at), label.slice(at + 1)];
    }),
  );
  return { name, labels, virtualPhones: Number(own.virtualPhones ?? 0) };
}

interface Lending {
  readonly name: string;
  readonly devices: readonly string[];
  /** The address of the metrics, if they are served. */
  readonly metrics: string | undefined;
}

function welcome({ config, environment }: CommandContext, { name, devices, metrics }: Lending): string {
  const lent = devices.length === 0 ? NONE_YET : devices.map((one) => `${name}.${one}`).join(', ');
  return [
    `Handeye ${environment.version} is host ${name} of the farm at ${config.farm.join(', ')}.`,
    `Lends: ${lent}`,
    ...(metrics === undefined ? [] : [`Metrics: ${new URL('/metrics', metrics).href}`]),
    '',
    'Press Ctrl-C to stop the host.',
  ].join('\n');
}
