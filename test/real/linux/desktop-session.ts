import assert from 'node:assert/strict';
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Desktop } from '@handeye/core/device/desktop';
import type { Device } from '@handeye/core/device/port';
import { Registry } from '@handeye/core/device/registry';
import { LinuxSource } from '@handeye/linux/source';
import { defaultLimits, type ScreenFormat } from '@handeye/core/tools/frame/defaults';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { defaultPolicy, type Policy } from '@handeye/core/guard/policy';
import type { UiNode } from '@handeye/screen/node';
import type { callers } from '@handeye/testing/tools';
import { toolsOverMcp } from './mcp-tools.ts';

/** Generous, because the machine may be busy. */
const PATIENCE = 60_000;
/** GIMP asks each of its plug-ins what it is when it starts for the first time: minutes on a busy machine. */
const START_PATIENCE = 240_000;
const limits = { ...defaultLimits, look: 60_000, action: 30_000, gesture: 30_000, wait: 30_000 };

/** A private headless desktop with its own X server, buses, window manager and home. It leaves nothing behind. */
export class PrivateDesktop {
  readonly environment: NodeJS.ProcessEnv;
  /** The tools of a desktop, called by a real MCP client. */
  readonly tools: ReturnType<typeof callers>;
  readonly #registry: Registry;
  readonly #asUser: boolean;
  readonly #folder: string;

  private constructor({
    environment,
    registry,
    tools,
    asUser,
    folder,
  }: Pick<PrivateDesktop, 'environment' | 'tools'> & {
    registry: Registry;
    asUser: boolean;
    folder: string;
  }) {
    this.environment = environment;
    this.tools = tools;
    this.#registry = registry;
    this.#asUser = asUser;
    this.#folder = folder;
  }

  /** `own` adds to the session's environment or overrides it. */
  static start(
    t: Pick<TestContext, 'after'>,
    own: NodeJS.ProcessEnv = {},
    policy: Partial<Policy> = {},
    screenFormat: ScreenFormat = 'compact',
  ): Promise<PrivateDesktop> {
    return PrivateDesktop.open(t, { own, policy, screenFormat, openScreen: openXvfb, asUser: false });
  }

  /** For programs that refuse to run as root. */
  static startAsUser(t: Pick<TestContext, 'after'>, screenFormat: ScreenFormat): Promise<PrivateDesktop> {
    return PrivateDesktop.open(t, { policy: {}, screenFormat, openScreen: openXvfb });
  }

  /** The same on any screen. */
  static async open(
    t: Pick<TestContext, 'after'>,
    { own = {}, policy, screenFormat, openScreen, asUser = true }: DesktopOptions,
  ): Promise<PrivateDesktop> {
    const folder = await mkdtemp(join(tmpdir(), 'handeye-desktop-'));
    for (const name of ['home', 'run']) await mkdir(join(folder, name), { mode: 0o700 });
    const ends = [() => endAllOf(folder)];
    t.after(async () => {
      for (const end of ends.toReversed()) await end();
    });
    const environment: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      HOME: join(folder, 'home'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/run/bus`,
      GSETTINGS_BACKEND: 'memory',
      QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
      ACCESSIBILITY_ENABLED: '1',
      // Otherwise GTK 4 draws with an emulated graphics card, and a busy program has no time to answer.
      GSK_RENDERER: 'cairo',
      ...own,
    };
    const screen = await openScreen(environment);
    ends.push(() => screen.end());
    const services = await sessionServices(folder);
    start('dbus-daemon', [`--config-file=${services}`, '--nofork'], environment, asUser);
    await until('the session bus', () => existsSync(`${folder}/run/bus`));
    screen.onBus?.(asUser);
    const registry = new Registry({ sources: [new LinuxSource({ environment })], configured: ['linux'] });
    const { tools, end } = await toolsOverMcp(
      createToolbox({
        registry,
        limits,
        policy: { ...defaultPolicy, ...policy },
        toolsets: ['device', 'desktop', 'notifications'],
        screenFormat,
      }),
    );
    ends.push(
      () => registry.close(),
      () => end(),
    );
    const desktop = new PrivateDesktop({ environment, registry, tools, asUser, folder });
    await desktop.device();
    return desktop;
  }

  /** Ends every program that is not part of the session itself, and waits until its windows are gone. */
  async endPrograms(): Promise<void> {
    await until('the end of the programs', () => {
      const ours = processesOf(this.#folder).filter(
        (pid) => !SESSION_PROGRAMS.test(fileOf(pid, 'comm').trim()),
      );
      for (const pid of ours) endProcess(pid);
      return ours.length === 0;
    });
    const desktop = await this.port();
    await until('a desktop without windows', async () => {
      const windows = await this.during((call) => desktop.windows(undefined, call));
      const apps = await this.during((call) => desktop.applications(call));
      return windows.length === 0 && apps.length === 0;
    });
  }

  /** A folder of this desktop for files that programs read and write. */
  get home(): string {
    return this.environment.HOME ?? '';
  }

  async device(): Promise<Device> {
    return this.during(async (call) => (await this.#registry.choose(undefined, call)).device);
  }

  async port(): Promise<Desktop> {
    const { desktop } = await this.device();
    assert.ok(desktop);
    return desktop;
  }

  during<T>(work: (call: Call) => Promise<T>, limit = PATIENCE): Promise<T> {
    return withinLimit({ clock: realClock, limit }, work);
  }

  /** Starts a program and waits until a window with this title is active. */
  async launch(
    program: string,
    args: readonly string[],
    title: RegExp,
    own: NodeJS.ProcessEnv = {},
  ): Promise<ChildProcess> {
    const child = start(program, args, { ...this.environment, ...own }, this.#asUser);
    const desktop = await this.port();
    await until(
      `a window ${String(title)} of ${program}`,
      async () => {
        assert.equal(child.exitCode, null, `${program} ended with ${child.exitCode ?? ''}`);
        const windows = await this.during((call) => desktop.windows(undefined, call));
        const window = windows.find((one) => title.test(one.title));
        const apps = await this.during((call) => desktop.applications(call));
        return window?.frontmost === true && apps.some(({ pid }) => pid === window.pid);
      },
      START_PATIENCE,
    );
    return child;
  }

  /** The id of an element that find_elements finds; waits until it is there. */
  async find(by: string, value: string, exact = true): Promise<string> {
    let id: string | undefined;
    await until(`an element with ${by} '${value}'`, async () => {
      const result = await this.tools.call('find_elements', { by, value, exact_match: exact });
      const found = (result.structuredContent?.elements ?? []) as { id: string; visible: boolean }[];
      id = (found.find(({ visible }) => visible) ?? found[0])?.id;
      return id !== undefined;
    });
    return id ?? '';
  }

  async click(text: string): Promise<void> {
    await this.tools.text('click_element', { element_id: await this.find('text', text) });
  }
}

/**
 * One desktop for all tests of a file. It starts with the first test; the programs of a test end with that test.
 */
export function sharedDesktop(): (t: Pick<TestContext, 'after'>) => Promise<PrivateDesktop> {
  const ends: (() => unknown)[] = [];
  let opening: Promise<PrivateDesktop> | undefined;
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return async (t) => {
    opening ??= PrivateDesktop.start({ after: (end) => ends.push(end as () => unknown) });
    const desktop = await opening;
    t.after(() => desktop.endPrograms());
    return desktop;
  };
}

interface DesktopOptions {
  readonly own?: NodeJS.ProcessEnv;
  readonly policy: Partial<Policy>;
  readonly screenFormat: ScreenFormat;
  readonly openScreen: OpenScreen;
  /** Runs as an ordinary user where tests are root's; see `start`. */
  readonly asUser?: boolean;
}

/** Opens the screen of a private desktop, adds to its environment how to reach it, and says how it ends. */
export type OpenScreen = (environment: NodeJS.ProcessEnv) => Promise<{
  readonly end: () => Promise<void>;
  /** Starts what needs the session's bus. */
  readonly onBus?: (asUser: boolean) => void;
}>;

const openXvfb: OpenScreen = async (environment) => {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  environment.DISPLAY = `:${await firstLine(xvfb)}`;
  return { end: () => stopped(xvfb), onBus: (asUser) => void start('openbox', [], environment, asUser) };
};

/** The exact content of the active application's first field. */
export async function editorText(desktop: PrivateDesktop): Promise<string | undefined> {
  const device = await desktop.device();
  const view = await desktop.during((call) => device.look({ picture: false }, call));
  return view.windows.flatMap(({ root }) => (root ? fields(root) : []))[0]?.rawText;
}

function fields(node: UiNode): UiNode[] {
  return [...(node.editable ? [node] : []), ...node.children.flatMap(fields)];
}

/** Waits for a condition, never for a fixed time. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patience = PATIENCE,
): Promise<void> {
  const end = Date.now() + patience;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `${what} did not come`);
    await sleep(50);
  }
}

/**
 * Starts a program of a session. Tests run as root in CI, which VLC and sway refuse: a session that is to be an ordinary
 * user's runs in a user namespace, its bus included, because a bus serves one user.
 */
export function start(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  asUser = true,
): ChildProcess {
  return spawnAs(asUser, program, args, { env, stdio: 'ignore', cwd: env.HOME });
}

/** The same, with an output that can be read. */
export function startPiped(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  asUser: boolean,
): ChildProcess {
  return spawnAs(asUser, program, args, { env, stdio: ['ignore', 'pipe', 'ignore'], cwd: env.HOME });
}

function spawnAs(
  asUser: boolean,
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  if (!asUser || process.getuid?.() !== 0) return spawn(program, args, options);
  return spawn('unshare', ['--map-user=1000', '--map-group=1000', '--', program, ...args], options);
}

const SERVICES = '/usr/share/dbus-1/services';

/**
 * The configuration of a session bus that starts what the machine's does, without desktop portals: those wait for a
 * desktop that is not there, and programs wait for them.
 */
async function sessionServices(folder: string): Promise<string> {
  const own = await sessionServiceFiles(folder, (name) => !name.includes('portal'));
  const file = join(folder, 'session.conf');
  await writeFile(
    file,
    `<busconfig><type>session</type><keep_umask/><listen>unix:path=${folder}/run/bus</listen><servicedir>${own}</servicedir>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`,
  );
  return file;
}

/** A folder with those of the machine's services that a private session bus may start. */
export async function sessionServiceFiles(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<string> {
  const own = join(folder, 'services');
  await mkdir(own);
  for (const name of readdirSync(SERVICES).filter(isWanted)) {
    await symlink(join(SERVICES, name), join(own, name));
  }
  return own;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`${child.spawnfile} ended with ${code ?? ''}`));
    });
    child.stdio[3]?.once('data', (bytes: Buffer) => {
      resolve(bytes.toString().trim());
    });
  });
}

/** A killed X server leaves its lock and socket behind; after SIGTERM it removes them. */
export async function stopped(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
}

/** Ends every process of the private desktop, including those that its bus started: their environment has its folder. */
export async function endAllOf(folder: string): Promise<void> {
  await until('the end of the private desktop', () => {
    const ours = processesOf(folder);
    for (const pid of ours) endProcess(pid);
    return ours.length === 0;
  });
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => ['environ', 'cmdline'].some((name) => fileOf(pid, name).includes(folder)));
}

/** The programs of a session; everything else was started by a test. */
const SESSION_PROGRAMS = /^(?:Xvfb|openbox|sway|Xwayland|dbus-daemon|at-spi.*)$/;

/** Chromium writes over its environment; its command line has the folder, too. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
