import { type Config, flagOf, type SettingName, toolSettings } from '../../config/settings.ts';
import { isGivenNow, type Source } from '../../config/load.ts';
import { type Toolset, toolsetsNamed } from '@handeye/core/tools/frame/defaults';
import type { Choices, Toolbox } from '@handeye/core/tools/frame/toolbox';
import { Connection } from './connection.ts';
import { readRecords, type ServerRecord } from './record.ts';
import { RemoteServer, RemoteToolbox } from './remote-server.ts';

export interface Wish {
  readonly folder: string;
  readonly config: Config;
  readonly sources: ReadonlyMap<string, Source>;
  /** A toolset that is needed besides the configured ones. */
  readonly needs?: Toolset | undefined;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Milliseconds for a server to identify itself; some seconds by default. */
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

/** The tools of this user's newest server that fits the request. */
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

/** Settings that do not belong to a server: a request chooses them, or they concern only the command. */
const chosenPerRequest: readonly SettingName[] = ['screenFormat', 'observe', 'toolset', 'logLevel', 'config'];

/** The settings of a server that affect its answers. */
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

/** The query of this command. It always names the format, because scripts rely on the output of `handeye call`. */
function choicesOf({ toolsets }: ServerRecord, { config, sources, needs }: Wish): Choices {
  const asked = isGivenNow(sources.get('toolset')) ? config.toolset : undefined;
  const named = asked?.flatMap((name) => toolsetsNamed(name, toolsets) ?? []);
  // Without a named toolset the server serves its own; with one it serves only that.
  const chosen = needs === undefined ? named : [...(named ?? toolsets), needs];
  return {
    screen: config.screenFormat,
    observe: config.observe,
    toolsets: chosen,
  };
}
