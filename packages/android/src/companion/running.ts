import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { type Phone, sh } from '../phone.ts';
import { CompanionConnection, type Answer } from './connection.ts';
import type { Dex } from './dex.ts';
import { CompanionGone, CompanionRefused } from './errors.ts';
import { installed } from './installing.ts';
import { openStream } from './stream.ts';
import { displayOf } from './view.ts';
import { fieldOf, listIn, numberIn, textIn } from './wire.ts';

/** The protocol that we speak. */
const VERSION = 1;

/** The default limit of a request: shorter than the limit of an action (10 s) and of a look (20 s). */
const USUAL_LIMIT = 8_000;

/** The limit for its goodbye: it puts back its changes, and its own watchdog ends it after two seconds. */
const GOODBYE_LIMIT = 2_500;

export interface StartOptions {
  readonly dex: Dex;
  /**
   * Whether to refuse or to start where the user has other accessibility services on: on Android 5 and 6 they would be switched
   * off.
   */
  readonly services: 'refuse' | 'save';
  /** Called if something else was in the companion's place on the phone, and was removed. */
  readonly onReplaced?: (() => void) | undefined;
}

/** A companion on a phone, started and checked. */
export class RunningCompanion {
  readonly #connection: CompanionConnection;
  /** Resolves when its stream has ended: then it no longer holds the phone's accessibility. */
  readonly ended: Promise<void>;

  private constructor(connection: CompanionConnection, ended: Promise<void>) {
    this.#connection = connection;
    this.ended = ended;
  }

  /** Starts the companion and verifies that it can see; CompanionGone gives the reason if it cannot. */
  static async start(phone: Phone, options: StartOptions, call: Call): Promise<RunningCompanion> {
    if (await installed(phone, options.dex, call)) options.onReplaced?.();
    const { companion, greeting, hash } = await RunningCompanion.#open(phone, options, call);
    if (hash === options.dex.hash) return companion.#checked(greeting, call);
    companion.hangUp();
    throw new CompanionGone('Another program answers in the place of the companion.', 'no');
  }

  static async #open(phone: Phone, { dex, services }: StartOptions, call: Call) {
    let ends: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (ends = resolve));
    const command = startCommand(dex, `services=${services}`);
    const stream = await openStream(phone, command, call);
    const { connection, greeting } = await CompanionConnection.open(stream, ends, call);
    return { companion: new RunningCompanion(connection, ended), greeting, hash: textIn(greeting, 'dex') };
  }

  /** The reason for its end, if it has ended: itself, or the connection to the phone. */
  get endedBy(): 'companion' | 'connection' | undefined {
    return this.#connection.endedBy;
  }

  /** Sends a request, limited by `limit` (milliseconds) and the call's remaining time. */
  ask(
    request: { readonly do: string; readonly [parameter: string]: unknown },
    call: Call,
    limit = USUAL_LIMIT,
  ): Promise<Answer> {
    const within = Math.max(1, Math.floor(Math.min(limit, call.remaining())));
    return this.#connection.request({ ...request, within }, call);
  }

  /** Closes its stream: it then ends by itself. */
  hangUp(): void {
    this.#connection.close();
  }

  /** Ends it, and waits until it no longer holds the phone's accessibility, or the limit has passed. */
  async quit(call: Call): Promise<void> {
    try {
      const options = { clock: call.clock, limit: GOODBYE_LIMIT, cancelled: call.signal };
      await withinLimit(options, async (goodbye) => {
        await this.ask({ do: 'quit' }, goodbye);
        await this.ended;
      });
    } catch (error) {
      // It may be gone already, or hang: the end of its stream ends it in either case.
      if (call.signal.aborted) throw error;
    } finally {
      this.hangUp();
    }
  }

  /** The greeting must say that it can see, and a first look must show something, unless the phone sleeps. */
  async #checked(greeting: unknown, call: Call): Promise<this> {
    try {
      const problem = problemIn(greeting);
      if (problem !== undefined) throw new CompanionGone(problem, 'no');
      await this.#mustSee(call);
      return this;
    } catch (error) {
      await this.quit(call);
      throw error instanceof CompanionRefused
        ? new CompanionGone(`The companion cannot read the screen (${error.code}: ${error.message}).`, 'no', {
            cause: error,
          })
        : error;
    }
  }

  async #mustSee(call: Call): Promise<void> {
    const { ok: look } = await this.ask({ do: 'look', nodes: SELF_CHECK_NODES, keep: false }, call);
    const { awake } = displayOf(fieldOf(look, 'display'));
    const windows = listIn(look, 'windows');
    const isReadable = windows.some((window) => typeof fieldOf(window, 'root') === 'object');
    const isHung = windows.some((window) => textIn(window, 'missing') === 'hung');
    if (awake && !isReadable && !isHung) throw new CompanionGone('The companion sees no window.', 'no');
  }
}

/**
 * The command that starts the companion. adbd sends SIGHUP when the stream ends. Ignoring it, which lasts over exec, gives the
 * companion the time to put back its changes; the end of its stdin ends it.
 */
export function startCommand({ path }: Dex, option: string): ShellCommand {
  return sh`trap '' HUP; CLASSPATH=${path} exec app_process /system/bin handeye.companion.Main ${option} 2>/dev/null`;
}

/** A first look only has to show something. */
const SELF_CHECK_NODES = 50;

/** Why the greeting companion cannot serve; undefined if it can. */
function problemIn(greeting: unknown): string | undefined {
  const version = numberIn(greeting, 'companion');
  if (version !== VERSION)
    return `The companion on the phone speaks another protocol (${version ?? 'none'}).`;
  const automation = fieldOf(greeting, 'automation');
  if (automation === 'connected') return undefined;
  const names = listIn(automation, 'names').map(String).join(', ').slice(0, 200);
  switch (textIn(automation, 'code')) {
    case 'registered':
      return `Another program holds the phone's accessibility (a test runner, Appium, another Handeye)${names === '' ? '' : `: ${names}`}.`;
    case 'services':
      return `On Android 5 and 6 the companion would switch off the accessibility services that are on (${names}). With --tier companion it does, and puts them back when it ends.`;
    case undefined:
    default:
      return `Android did not let the companion connect to accessibility (${textIn(automation, 'message')?.slice(0, 200) ?? 'without a reason'}).`;
  }
}
