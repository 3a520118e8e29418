import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, Lost, type Meter, tokensOf } from '../meter.ts';
import type { Place } from '../place.ts';
import { realProgram } from '../../real-programs.ts';

const CALL_LIMIT_MS = 120_000;

/** The text that its skill tells a model to read first. */
const guides = ['SKILL.md', 'references/bootstrap-install.md', 'references/exploration.md'];

export interface Step {
  readonly command: string;
  readonly positionals: readonly string[];
}

/** agent-device is a command: a call is a run of it, an answer its output. */
export class Commands {
  readonly #meter: Meter;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(meter: Meter, env: NodeJS.ProcessEnv) {
    this.#meter = meter;
    this.#env = env;
  }

  static async start(place: Place, meter: Meter): Promise<Commands> {
    const env = {
      ...(await place.adbServer()),
      AGENT_DEVICE_PLATFORM: 'android',
      AGENT_DEVICE_NO_UPDATE_NOTIFIER: '1',
    };
    place.cleanUps.push(() => endDaemon(place.home));
    const commands = new Commands(meter, env);
    // Starts its daemon.
    await commands.#run(['session', 'list']);
    return commands;
  }

  static async guideTokens(): Promise<number> {
    const texts = guides.map((name) =>
      readFile(realProgram(`agent-device/skills/agent-device/${name}`), 'utf8'),
    );
    return tokensOf((await Promise.all(texts)).join('\n'));
  }

  /** Runs a command that must not fail; a model would stop and report. */
  async run(...args: readonly string[]): Promise<string> {
    const { text, failed } = await this.tries(...args);
    if (failed) throw new Lost(text);
    return text;
  }

  /** Runs a command that may fail. */
  tries(...args: readonly string[]): Promise<Answer> {
    return this.#meter.measure(args.join(' '), () => this.#run(args));
  }

  /** Several commands in one call. */
  batch(...steps: readonly Step[]): Promise<string> {
    return this.run('batch', '--steps', JSON.stringify(steps));
  }

  #run(args: readonly string[]): Promise<Answer> {
    // It needs Node 22.
    const [node, command] = [realProgram('node/bin/node'), realProgram('agent-device/bin/agent-device.mjs')];
    return new Promise((resolve) => {
      const options = { env: this.#env, timeout: CALL_LIMIT_MS };
      execFile(node, [command, ...args], options, (error, stdout, stderr) => {
        resolve({ text: `${stdout}${stderr}`.trimEnd(), failed: error !== null });
      });
    });
  }
}

/** Its daemon outlives the session; its home has the process number. */
async function endDaemon(home: string): Promise<void> {
  const file = await readFile(join(home, '.agent-device', 'daemon.json'), 'utf8').catch(() => undefined);
  if (file !== undefined) process.kill((JSON.parse(file) as { readonly pid: number }).pid);
}
