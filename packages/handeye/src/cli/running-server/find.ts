import { type Config, flagOf, type SettingName, toolSettings } from '../../config/settings.ts';
import { isGivenNow, type Source } from '../../config/load.ts';
import { type Toolset, toolsetsNamed } from '../../tools/frame/defaults.ts';
import type { Choices, Toolbox } from '../../tools/frame/toolbox.ts';
import { Connection } from './connection.ts';
import { readRecords, type ServerRecord } from './record.ts';
import { RemoteServer, RemoteToolbox } from './remote-server.ts';

export interface Wish {
  readonly folder: string;
  readonly config: Config;
  readonly sources: ReadonlyMap<string, Source>;
  /** A toolset that is needed besides those that were asked for. */
  readonly needs?: Toolset | undefined;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Milliseconds for a server to say that it is ours; some seconds unless told. */
  readonly limit?: number;
}

export interface RunningTools {
  readonly toolbox: Toolbox;
  readonly url: string;
  readonly close: () => void;
}

/** Why the device has to be opened here. */
export interface NotServed {
  readonly why: string;
}

/** The tools of the newest server of this user that serves what is asked for. */
export async function runningTools(wish: Wish): Promise<RunningTools | NotServed> {
  let why = 'no server of yours is running';
  for (const record of await readRecords(wish.folder)) {
    if (record.onlyStudio === true) continue;
    const others = differences(record, wish);
    if (others.length > 0) {
      why = `the running server has another ${others.map(flagOf).join(', ')}`;
      continue;
    }
    const connection = await Connection.open(record, wish);
    if (connection === undefined) continue;
    try {
      const server = new RemoteServer(connection, record, {
        choices: choicesOf(record, wish),
        version: wish.version,
      });
      const toolbox = await RemoteToolbox.of(server, wish.signal);
      return {
        toolbox,
        url: record.url,
        close: () => {
          connection.close();
        },
      };
    } catch (error) {
      connection.close();
      throw error;
    }
  }
  return { why };
}

/** Settings that a server is not started with: a request chooses them, or they concern the command alone. */
const chosenPerRequest: readonly SettingName[] = ['screenFormat', 'observe', 'toolset', 'logLevel', 'config'];

/** What a server is started with, as far as its answers depend on it. */
export function startedWith(config: Config): ServerRecord['settings'] {
  const names = toolSettings.filter((name) => !chosenPerRequest.includes(name));
  return Object.fromEntries(names.map((name) => [name, config[name]]));
}

/** The settings that were given with this command and differ from the server's. */
function differences({ settings, toolsets }: ServerRecord, { config, sources }: Wish): SettingName[] {
  const differs = (name: SettingName) => {
    if (!isGivenNow(sources.get(name))) return false;
    if (name === 'toolset') return config.toolset?.some((asked) => !toolsetsNamed(asked, toolsets)) ?? false;
    return !chosenPerRequest.includes(name) && !isSame(config[name], settings[name]);
  };
  return toolSettings.filter(differs);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String).sort() : value;
}

/** What this command chooses of a server. The format is always its own: scripts count on what `handeye call` prints. */
function choicesOf({ toolsets }: ServerRecord, { config, sources, needs }: Wish): Choices {
  const asked = isGivenNow(sources.get('toolset')) ? config.toolset : undefined;
  const named = asked?.flatMap((name) => toolsetsNamed(name, toolsets) ?? []);
  // Without a wish the server's own toolsets are served; to name them is to get them and no others.
  const chosen = needs === undefined ? named : [...(named ?? toolsets), needs];
  return {
    screen: config.screenFormat,
    observe: config.observe,
    toolsets: chosen,
  };
}
