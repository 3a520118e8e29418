import type { Call } from '../commands/command.ts';
import type { Package } from '../commands/pm/packages.ts';
import { sleep } from '../commands/waiting.ts';
import type { World } from '../commands/command-context.ts';
import { SERVER_PACKAGE, TEST_PACKAGE } from './packages.ts';
import { startServer } from './server.ts';

/** The runner's test that is the server. */
const TEST_CLASS = 'io.appium.uiautomator2.server.test.AppiumUiAutomator2Server';
const TEST_NAME = 'startServer';
/** From the process's start until the port listens. A real phone takes about a second. */
const START_MS = 200;

interface Wish {
  readonly component: string;
  /** `-w`: stay until it ends, which is also what gives it UiAutomation. */
  readonly wait: boolean;
  /** `-r`: every status as it comes. */
  readonly raw: boolean;
}

/** `am instrument`: the only instrumentation whose code this phone can run is the UiAutomator2 server. */
export async function instrument(world: World, call: Call, args: readonly string[]): Promise<number> {
  const wish = parse(args);
  const found = instrumentation(world, wish.component);
  if (found === undefined) return refuse(call, wish.component);
  if (!wish.wait) return 0;
  if (found.owner !== TEST_PACKAGE || world.packages.get(SERVER_PACKAGE) === undefined) return crashed(call);
  // ActivityManagerService stops the target before each instrumentation: one that runs already loses to the next.
  world.system.forceStop(found.target);
  return run(world, call, wish);
}

async function run(world: World, call: Call, wish: Wish): Promise<number> {
  const { clock } = world.system;
  const began = clock.now();
  const life = new ServerLife(world, call.signal);
  const release = world.uiAutomation.take(SERVER_PACKAGE);
  life.hold(release);
  try {
    await call.print(testStarted(wish));
    await Promise.race([sleep(clock, START_MS, call.signal), life.end]);
    if (release === undefined) return await failed(call, wish, clock.now() - began);
    if (!life.isOver) life.hold(startServer(world, life.finish));
    const end = await life.end;
    if (end === 'killed') return await crashed(call);
    call.signal.throwIfAborted();
    await call.print(testPassed(wish, clock.now() - began));
    return 0;
  } finally {
    life.finish();
  }
}

type End = 'finished' | 'killed' | 'aborted';

/** The server's process. What it holds is given back in the moment of its end, so that the next one can have it. */
class ServerLife {
  readonly end: Promise<End>;
  isOver = false;
  readonly #held: (() => void)[] = [];
  #tell: (end: End) => void = () => undefined;

  readonly #world: World;

  constructor(world: World, signal: AbortSignal) {
    this.#world = world;
    this.end = new Promise((resolve) => {
      this.#tell = resolve;
    });
    const { processes } = world.system;
    const { pid } = processes.ensure(SERVER_PACKAGE).process;
    this.hold(
      processes.onEnd((process) => {
        if (process.pid === pid) this.#finish('killed');
      }),
    );
    // The command's stream was closed, or a signal came.
    const abort = () => {
      this.#finish('aborted');
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }

  hold(giveBack: (() => void) | undefined): void {
    if (giveBack !== undefined) this.#held.push(giveBack);
  }

  /** The test is through. */
  readonly finish = (): void => {
    this.#finish('finished');
  };

  #finish(end: End): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const giveBack of this.#held) giveBack();
    if (end !== 'killed') this.#world.system.processes.kill(SERVER_PACKAGE);
    this.#tell(end);
  }
}

function parse(args: readonly string[]): Wish {
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

function instrumentation(world: World, component: string): { owner: string; target: string } | undefined {
  const [owner = '', runner = ''] = component.split('/');
  const name = runner.startsWith('.') ? owner + runner : runner;
  const known: Package | undefined = world.packages.get(owner);
  const found = known?.instrumentations.find((one) => one.runner === name);
  return found && { owner, target: found.target };
}

/** The answer of a phone that lacks the package. */
async function refuse(call: Call, component: string): Promise<number> {
  await call.print('INSTRUMENTATION_STATUS: id=ActivityManagerService\n');
  await call.print(
    `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${component}}\n`,
  );
  await call.print('INSTRUMENTATION_STATUS_CODE: -1\n');
  await call.complain(`android.util.AndroidException: INSTRUMENTATION_FAILED: ${component}\n`);
  return 1;
}

async function crashed(call: Call): Promise<number> {
  await call.print('INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n');
  return 0;
}

function testStarted({ raw }: Wish): string {
  return raw ? status(1, `\n${TEST_CLASS}:`) : `\n${TEST_CLASS}:`;
}

function testPassed({ raw }: Wish, ms: number): string {
  const summary = `\n\nTime: ${seconds(ms)}\n\nOK (1 test)\n\n`;
  return raw
    ? `${status(0, '.')}INSTRUMENTATION_RESULT: stream=${summary}\nINSTRUMENTATION_CODE: -1\n`
    : `.${summary}\n`;
}

/** Somebody else holds UiAutomation: the test ends with what the system throws. */
async function failed(call: Call, { raw }: Wish, ms: number): Promise<number> {
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

/** What `-r` prints of one step of the one test. */
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
