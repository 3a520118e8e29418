import type { Call } from '../../call/call.ts';
import { callWithoutDeadline, pause, withinLimit } from '../../call/call.ts';
import { isTimeout } from '../../device/errors.ts';
import type { Phone } from '../phone.ts';
import type { Program } from '../adb/shell/program.ts';
import { sh } from '../phone.ts';
import { HelperGone, HelperRefused } from './errors.ts';
import { ask, fieldOf, isPortOpen, type Request } from './http.ts';
import { SERVER_PACKAGE, TEST_PACKAGE } from './packages.ts';

const RUNNER = `${TEST_PACKAGE}/androidx.test.runner.AndroidJUnitRunner`;

/** How often a starting helper is asked whether it is ready. */
const STARTING_PAUSE = 100;
/** The port of a stopped process is free at once; a busy phone gets a few checks. */
const PORT_CHECKS = 5;

/**
 * A helper that takes longer than this hangs. Shorter than the limit of an action (10 s), so that it is noticed before
 * the call ends, and of a look (20 s), which then continues with a new helper.
 */
const ANSWER_LIMIT = 8_000;

/** The limit for ending the session: its processes are ended in any case, which needs time, too. */
const GOODBYE_LIMIT = 1_000;

/** How much of the instrumentation's output is kept at least: its end says why it ended. */
const MOST_OUTPUT = 4000;

const settings = {
  // A look shows the current state; wait_for_idle waits.
  waitForIdleTimeout: 0,
  waitForSelectorTimeout: 0,
  enableMultiWindows: true,
  // Rows that an application keeps ready outside the view are listed, too, without the flag for visible.
  allowInvisibleElements: true,
  ignoreUnimportantViews: false,
  // Toasts are part of the source only while the server listens for notifications.
  enableNotificationListener: true,
  // Unplugging a phone that is reached over the network must not end its helper.
  shutdownOnPowerDisconnect: false,
};

/**
 * A running helper. It lives as long as the `am instrument` behind it: that process holds the phone's only
 * UiAutomation, so when our stream to it ends, however we end, Android takes it back.
 */
export class RunningHelper {
  readonly #phone: Phone;
  readonly #program: Program;
  readonly #path: string;

  private constructor(phone: Phone, program: Program, session: string) {
    this.#phone = phone;
    this.#program = program;
    this.#path = `/session/${session}`;
  }

  /** Starts the helper; HelperGone says why it cannot run. `life` ends it, `onEnd` is called when it ended. */
  static async start(
    phone: Phone,
    { life, onEnd }: { life: AbortSignal; onEnd: () => void },
    call: Call,
  ): Promise<RunningHelper> {
    await stopPackages(phone, call);
    await mustFindPortFree(phone, call);
    const forLife = callWithoutDeadline(call.clock, life);
    const program = await phone.stream(sh`am instrument -w -e disableAnalytics true ${RUNNER}`, forLife);
    const output = new Output(program, onEnd);
    try {
      await output.until(() => isReady(phone, call), call);
      const created = await ask(phone, newSession, call);
      const session = fieldOf(created, 'sessionId');
      if (typeof session !== 'string') throw new HelperGone('The helper opened no session.', false);
      const helper = new RunningHelper(phone, program, session);
      await helper.ask({ method: 'POST', path: '/appium/settings', body: { settings } }, call);
      return helper;
    } catch (error) {
      program.close();
      throw error instanceof HelperRefused ? new HelperGone(error.message, false, { cause: error }) : error;
    }
  }

  /** Sends a request of the session; `path` follows the session's path. */
  async ask({ path, ...request }: Request, call: Call): Promise<unknown> {
    const limit = ANSWER_LIMIT + (request.takes ?? 0);
    try {
      return await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, (asking) =>
        ask(this.#phone, { ...request, path: this.#path + path }, asking),
      );
    } catch (error) {
      if (!call.signal.aborted && isTimeout(error))
        throw new HelperGone('The helper on the phone hangs.', true, { cause: error });
      // The server has only one session: somebody else's new session ends ours.
      if (!(error instanceof HelperRefused) || error.code !== 'invalid session id') throw error;
      throw new HelperGone('Another program took the helper over.', false, { cause: error });
    }
  }

  /** Closes the stream without ending the session: Android then ends the process. */
  hangUp(): void {
    this.#program.close();
  }

  /** Ends the session and the processes, and with them the hold on UiAutomation. */
  async stop(call: Call): Promise<void> {
    try {
      await withinLimit({ clock: call.clock, limit: GOODBYE_LIMIT, cancelled: call.signal }, (goodbye) =>
        this.ask({ method: 'DELETE', path: '' }, goodbye),
      );
    } catch (error) {
      // It may be gone already; continue anyway.
      if (call.signal.aborted) throw error;
    } finally {
      this.#program.close();
    }
    await stopPackages(this.#phone, call);
  }
}

const newSession: Request = {
  method: 'POST',
  path: '/session',
  body: { capabilities: { firstMatch: [{}], alwaysMatch: {} } },
};

/** Also ends a helper that an earlier owner left behind, whose state is unknown. */
export async function stopPackages(phone: Phone, call: Call): Promise<void> {
  await phone.script([sh`am force-stop ${TEST_PACKAGE}`, sh`am force-stop ${SERVER_PACKAGE}`], call);
}

async function mustFindPortFree(phone: Phone, call: Call): Promise<void> {
  for (let check = 1; await isPortOpen(phone, call); check += 1) {
    if (check === PORT_CHECKS)
      throw new HelperGone(
        'Another program on the phone listens on port 6790, which the helper needs.',
        false,
      );
    await pause(STARTING_PAUSE, call);
  }
}

async function isReady(phone: Phone, call: Call): Promise<boolean> {
  try {
    return fieldOf(await ask(phone, { method: 'GET', path: '/status' }, call), 'ready') === true;
  } catch (error) {
    if (error instanceof HelperGone) return false;
    throw error;
  }
}

/** The instrumentation's output: empty while all is well; at the end it says why it ended. */
class Output {
  #text = '';
  #ended = false;

  constructor(program: Program, onEnd: () => void) {
    void this.#read(program).finally(onEnd);
  }

  /** Waits for `ready`, unless the instrumentation ends first. */
  async until(ready: () => Promise<boolean>, call: Call): Promise<void> {
    while (!(await ready())) {
      if (this.#ended) throw new HelperGone(reasonIn(this.#text), false);
      await pause(STARTING_PAUSE, call);
    }
  }

  async #read(program: Program): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of program.stdout) {
        this.#text = (this.#text + decoder.decode(bytes, { stream: true })).slice(-MOST_OUTPUT);
      }
      this.#text += program.stderr;
    } catch {
      // The phone disconnected, or we closed the stream: it has ended.
    } finally {
      this.#ended = true;
    }
  }
}

/** Maps messages of `am instrument` and of Android's UiAutomation to a reason. */
function reasonIn(output: string): string {
  if (/Unable to find instrumentation|INSTRUMENTATION_FAILED/.test(output))
    return 'The helper is no longer installed on the phone.';
  if (/already registered|UiAutomation/i.test(output))
    return "Another program holds the phone's accessibility (a test runner, a recorder).";
  const said = /(?:shortMsg|longMsg)=(.{1,200})/.exec(output)?.[1] ?? 'it gave no reason';
  return `The helper ended right after it was started (${said}).`;
}
