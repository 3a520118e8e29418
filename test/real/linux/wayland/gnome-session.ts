import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Registry } from '@handeye/core/device/registry';
import { LinuxSource } from '@handeye/linux/source';
import { defaultLimits, type Limits } from '@handeye/core/tools/frame/defaults';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { callers } from '@handeye/testing/tools';
import { endAllOf, sessionServiceFiles, until } from '../desktop-session.ts';
import { toolsOverMcp } from '../mcp-tools.ts';
import { generous } from '../own-tools.ts';

const run = promisify(execFile);

const ANSWER_DIALOG = fileURLToPath(new URL('answer-dialog.py', import.meta.url));

/** Time limits that even a busy machine can meet. */
const limits = { ...defaultLimits, ...generous, action: 30_000, gesture: 30_000, wait: 30_000 };

/**
 * The settings of a fresh home. Without animations, because GtkSwitch takes its new state at the end of one, and a window that
 * is not shown may not be drawn.
 */
const SETTINGS = `[org/gnome/desktop/interface]
enable-animations=false
[org/gnome/desktop/session]
idle-delay=uint32 0
[org/gnome/shell]
welcome-dialog-last-shown-version='99'
`;

/** A window in the answer of list_windows. */
export interface ListedWindow {
  readonly app: string;
  readonly title: string;
  readonly frontmost: boolean;
  readonly position: { readonly x: number; readonly y: number };
  readonly positionUnknown?: true;
  readonly size: { readonly width: number; readonly height: number };
}

/** A private GNOME: a headless gnome-shell with PipeWire and the machine's desktop portals. It leaves nothing behind. */
export class GnomeDesktop {
  readonly environment: NodeJS.ProcessEnv;
  /** The functions that end it, called last first. */
  readonly #ends: (() => Promise<void>)[];

  private constructor(environment: NodeJS.ProcessEnv, ends: (() => Promise<void>)[]) {
    this.environment = environment;
    this.#ends = ends;
  }

  static async start(t: Pick<TestContext, 'after'>): Promise<GnomeDesktop> {
    const folder = await mkdtemp(join(tmpdir(), 'handeye-gnome-'));
    const ends = [() => endAllOf(folder)];
    t.after(async () => {
      for (const end of ends.toReversed()) await end();
    });
    const desktop = new GnomeDesktop(await environmentIn(folder), ends);
    // gnome-shell calls logind on the system bus. It runs without an answer, but not without a bus.
    const busFiles = {
      bus: `<servicedir>${await sessionServiceFiles(folder, isWanted)}</servicedir>`,
      system: '',
    };
    for (const [name, services] of Object.entries(busFiles)) await desktop.#startBus(folder, name, services);
    for (const program of ['pipewire', 'wireplumber']) desktop.start(program);
    const monitor = ['--virtual-monitor', '1280x1024'];
    desktop.start('gnome-shell', ['--headless', '--wayland', '--no-x11', ...monitor]);
    await desktop.#leaveOverview();
    return desktop;
  }

  get home(): string {
    return this.environment.HOME ?? '';
  }

  /** Where a server keeps what the user granted. */
  get stateFolder(): string {
    return join(this.home, 'state');
  }

  /**
   * Starts a program of the session. In no user namespace, unlike programs of other private desktops: the portal looks at
   * the processes of who calls it, and sees no others than those of its own namespace.
   */
  start(program: string, args: readonly string[] = [], own: NodeJS.ProcessEnv = {}): ChildProcess {
    return spawn(program, args, { env: { ...this.environment, ...own }, stdio: 'ignore', cwd: this.home });
  }

  /** The tools of a server of its own, called by a real MCP client. */
  async tools(
    own: Partial<Limits> = {},
  ): Promise<{ tools: ReturnType<typeof callers>; end: () => Promise<void> }> {
    const source = new LinuxSource({ environment: this.environment, stateFolder: this.stateFolder });
    const registry = new Registry({ sources: [source], configured: ['linux'] });
    const toolbox = createToolbox({
      registry,
      limits: { ...limits, ...own },
      toolsets: ['device', 'desktop'],
      screenFormat: 'lean',
    });
    const { tools, end } = await toolsOverMcp(toolbox);
    let isEnded = false;
    const endAll = async () => {
      if (isEnded) return;
      isEnded = true;
      await end();
      await registry.close();
    };
    this.#ends.push(endAll);
    return { tools, end: endAll };
  }

  /** Answers the portal's dialog as a person would, by another way than ours (pyatspi). */
  async answer(how: 'share' | 'cancel' | 'nobody-asks'): Promise<void> {
    await run('/usr/bin/python3', [ANSWER_DIALOG, how], { env: this.environment, timeout: 60_000 });
  }

  /** The output of a program of the session. */
  async output(program: string, args: readonly string[]): Promise<string> {
    return (await run(program, args, { env: this.environment, timeout: 30_000 })).stdout;
  }

  /** GNOME begins with the overview, and shows it only at the end of its start. A person leaves it by a click on a window. */
  async #leaveOverview(): Promise<void> {
    const isOpen = async () => (await this.#overview('Get')).includes('true');
    await until('the overview of GNOME Shell', isOpen);
    await this.#overview('Set', '<false>');
    await until('the end of the overview', async () => !(await isOpen()));
  }

  async #overview(member: string, ...value: string[]): Promise<string> {
    const shell = ['--session', '-d', 'org.gnome.Shell', '-o', '/org/gnome/Shell', '-m'];
    const method = `org.freedesktop.DBus.Properties.${member}`;
    const args = ['call', ...shell, method, 'org.gnome.Shell', 'OverviewActive', ...value];
    return this.output('gdbus', args).catch(() => '');
  }

  async #startBus(folder: string, name: string, services: string): Promise<void> {
    const socket = join(folder, 'run', name);
    const file = join(folder, `${name}.conf`);
    const policy = '<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>';
    await writeFile(
      file,
      `<busconfig><type>session</type><listen>unix:path=${socket}</listen>${services}
<policy context="default">${policy}</policy></busconfig>`,
    );
    this.start('dbus-daemon', [`--config-file=${file}`, '--nofork']);
    await until(`the bus ${name}`, () => existsSync(socket));
  }
}

/** xdg-document-portal mounts a file system, which would stay; handing over files is not what is tested. */
function isWanted(service: string): boolean {
  return service !== 'org.freedesktop.portal.Documents.service';
}

async function environmentIn(folder: string): Promise<NodeJS.ProcessEnv> {
  const home = join(folder, 'home');
  const settingsFolder = join(home, '.config', 'glib-2.0', 'settings');
  await mkdir(settingsFolder, { recursive: true, mode: 0o700 });
  await writeFile(join(settingsFolder, 'keyfile'), SETTINGS);
  await mkdir(join(folder, 'run'), { mode: 0o700 });
  assert.ok(process.env.PATH);
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: join(folder, 'run'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/run/bus`,
    DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${folder}/run/system`,
    GSETTINGS_BACKEND: 'keyfile',
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_SESSION_TYPE: 'wayland',
    WAYLAND_DISPLAY: 'wayland-0',
  };
}
