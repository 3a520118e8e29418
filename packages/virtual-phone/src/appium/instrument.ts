import type { CommandCall } from '../commands/command.ts';
import type { Package } from '../commands/pm/packages.ts';
import { sleep } from '../commands/waiting.ts';
import type { RunningAndroid } from '../commands/running-android.ts';
import { SERVER_PACKAGE, TEST_PACKAGE } from './packages.ts';
import { startServer } from './server.ts';

/** The runner's test, which is the server. */
const TEST_CLASS = 'io.appium.uiautomator2.server.test.AppiumUiAutomator2Server';
const TEST_NAME = 'startServer';
/** From the start of the process until the port listens. A real phone takes about a second. */
const START_MS = 200;

interface InstrumentOptions {
  readonly component: string;
  /** `-w`: wait until it ends; this also gives it UiAutomation. */
  readonly wait: boolean;
  /** `-r`: print every status as it comes. */
  readonly raw: boolean;
}

/** `am instrument`. The only instrumentation whose code this phone can run is the UiAutomator2 server. */
export async function instrument(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  const options = parse(args);
  const found = instrumentation(android, options.component);
  if (found === undefined) return refuse(call, options.component);
  if (!options.wait) return 0;
  if (found.owner !== TEST_PACKAGE || android.packages.get(SERVER_PACKAGE) === undefined)
    return crashed(call);
  // ActivityManagerService force-stops the target before each instrumentation, so a running one is replaced.
  android.framework.forceStop(found.target);
  return run(android, call, options);
}

async function run(android: RunningAndroid, call: CommandCall, options: InstrumentOptions): Promise<number> {
  const { clock } = android.framework;
  const began = clock.now();
  const life = new ServerLife(android, call.signal);
  const release = android.uiAutomation.take(SERVER_PACKAGE);
  life.hold(release);
  try {
    await call.print(testStarted(options));
    await Promise.race([sleep(clock, START_MS, call.signal), life.end]);
    if (release === undefined) return await failed(call, options, clock.now() - began);
    if (!life.isOver) life.hold(startServer(android, life.finish));
    const end = await life.end;
    if (end === 'killed') return await crashed(call);
    call.signal.throwIfAborted();
    await call.print(testPassed(options, clock.now() - began));
    return 0;
  } finally {
    life.finish();
  }
}

type End = 'finished' | 'killed' | 'aborted';

/** The server's process. What it holds is released when it ends, so that the next one can have it. */
class ServerLife {
  readonly end: Promise<End>;
  isOver = false;
  readonly #held: (() => void)[] = [];
  #tell: (end: End) => void = () => undefined;

  readonly #android: RunningAndroid;

  constructor(android: RunningAndroid, signal: AbortSignal) {
    this.#android = android;
    this.end = new Promise((resolve) => {
      this.#tell = resolve;
    });
    const { processes } = android.framework;
    const { pid } = processes.ensure(SERVER_PACKAGE).process;
    this.hold(
      processes.onEnd((process) => {
        if (process.pid === pid) this.#finish('killed');
      }),
    );
    // The command's stream was closed, or a signal arrived.
    const abort = () => {
      this.#finish('aborted');
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }

  hold(giveBack: (() => void) | undefined): void {
    if (giveBack !== undefined) this.#held.push(giveBack);
  }

  /** The test has finished. */
  readonly finish = (): void => {
    this.#finish('finished');
  };

  #finish(end: End): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const giveBack of this.#held) giveBack();
    if (end !== 'killed') this.#android.framework.processes.kill(SERVER_PACKAGE);
    this.#tell(end);
  }
}

function parse(args: readonly string[]): InstrumentOptions {
  const takesOne = new Set(['-p', '-f', '-n', '--user', '--abi']);
  let component = '';
  let [wait, raw] = [false, false];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-w') wait = true;
    else if (arg === '-r') raw = true;
    else if (arg === '-e') at += 2;
    else if (takesOne.has(arg)) at++;
    else if (!arg.startsWith('-')) component = arg;
  }
  return { component, wait, raw };
}

function instrumentation(
  android: RunningAndroid,
  component: string,
): { owner: string; target: string } | undefined {
  const [owner = '', runner = ''] = component.split('/');
  const name = runner.startsWith('.') ? owner + runner : runner;
  const known: Package | undefined = android.packages.get(owner);
  const found = known?.instrumentations.find((one) => one.runner === name);
  return found && { owner, target: found.target };
}

/** The answer if the package is not installed. */
async function refuse(call: CommandCall, component: string): Promise<number> {
  await call.print('INSTRUMENTATION_STATUS: id=ActivityManagerService\n');
  await call.print(
    `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${component}}\n`,
  );
  await call.print('INSTRUMENTATION_STATUS_CODE: -1\n');
  await call.complain(`android.util.AndroidException: INSTRUMENTATION_FAILED: ${component}\n`);
  return 1;
}

async function crashed(call: CommandCall): Promise<number> {
  await call.print('INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n');
  return 0;
}

function testStarted({ raw }: InstrumentOptions): string {
  return raw ? status(1, `\n${TEST_CLASS}:`) : `\n${TEST_CLASS}:`;
}

function testPassed({ raw }: InstrumentOptions, ms: number): string {
  const summary = `\n\nTime: ${seconds(ms)}\n\nOK (1 test)\n\n`;
  return raw
    ? `${status(0, '.')}INSTRUMENTATION_RESULT: stream=${summary}\nINSTRUMENTATION_CODE: -1\n`
    : `.${summary}\n`;
}

/** Another program holds UiAutomation: the test ends with the system's exception. */
async function failed(call: CommandCall, { raw }: InstrumentOptions, ms: number): Promise<number> {
  const error =
    'java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@4b9b2c already registered!';
  const trace = `${error}\n\tat android.os.Parcel.createExceptionOrNull(Parcel.java:3057)\n\tat android.app.UiAutomation.connect(UiAutomation.java:246)\n`;
  const inside = `\nError in ${TEST_NAME}(${TEST_CLASS}):\n${trace}`;
  const summary = `\n\nTime: ${seconds(ms)}\nThere was 1 failure:\n1) ${TEST_NAME}(${TEST_CLASS})\n${trace}\nFAILURES!!!\nTests run: 1,  Failures: 1\n\n`;
  await call.print(
    raw
      ? `${status(-2, inside)}INSTRUMENTATION_RESULT: stream=${summary}\nINSTRUMENTATION_CODE: -1\n`
      : `${inside}${summary}\n`,
  );
  return 0;
}

/** What `-r` prints for one step of the test. */
function status(code: number, stream: string): string {
  const facts = {
    class: TEST_CLASS,
    current: '1',
    id: 'AndroidJUnitRunner',
    numtests: '1',
    stream,
    test: TEST_NAME,
  };
  const lines = Object.entries(facts).map(([name, value]) => `INSTRUMENTATION_STATUS: ${name}=${value}\n`);
  return `${lines.join('')}INSTRUMENTATION_STATUS_CODE: ${code}\n`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3).replace(/\.?0+$/, '');
}
