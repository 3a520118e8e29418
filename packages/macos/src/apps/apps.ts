import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { Apps, AppsWish, InstalledApp } from '@handeye/core/device/apps';
import type { Application } from '@handeye/core/device/desktop';
import { actionFailed, invalidParams } from '@handeye/core/device/errors';
import type { Remark } from '@handeye/core/device/port';
import { addressOf } from '../bridge/address.ts';
import type { RunningApplication } from '../bridge/protocol.ts';
import type { Programs } from '../programs/run.ts';
import { run } from '../programs/run.ts';
import type { MacSession } from '../session.ts';
import type { Bundle } from './bundles.ts';
import { readBundles } from './bundles.ts';

/** How long an application may take to come to the front, and how often we ask. */
const FRONT_TIMEOUT_MS = 10_000;
const POLL_MS = 150;
/** How long one may take to quit. */
const QUIT_TIMEOUT_MS = 6_000;
const RESTORE_TIMEOUT_MS = 2_000;
const MOST_WINDOWS = 1_000;
/** The parts that the rest of a call needs. */
const SHARE_OF_CALL = 0.8;

/** Runs in osascript. NSRunningApplication's `terminate` is the polite way: the application gets the command to quit. */
const QUIT = `
ObjC.import('AppKit');
function run([pid]) {
  const app = $.NSRunningApplication.runningApplicationWithProcessIdentifier(Number(pid));
  return app.isNil() ? 'gone' : String(app.terminate);
}`;

/** Runs in osascript: ends it whatever it asks. */
const FORCE_QUIT = QUIT.replace('app.terminate', 'app.forceTerminate');

/** The applications of a Mac: those in its folders, and whatever else runs. */
export class MacApps implements Apps {
  readonly #session: MacSession;
  readonly #programs: Programs;
  readonly #folders: readonly string[];
  readonly #paths = new WeakMap<InstalledApp, string>();

  constructor(session: MacSession, options: { programs: Programs; folders: readonly string[] }) {
    this.#session = session;
    this.#programs = options.programs;
    this.#folders = options.folders;
  }

  async list(_wish: AppsWish, call: Call): Promise<readonly InstalledApp[]> {
    const [bundles, running] = await Promise.all([
      readBundles(this.#folders, this.#programs, call),
      this.#session.applications(call),
    ]);
    return unique([...bundles, ...running.map(bundleOf)]).map((bundle) => this.#app(bundle));
  }

  /** `open` starts it or brings it to the front, and asks one without a visible window to show one. */
  async open(app: InstalledApp, activity: string | undefined, call: Call): Promise<Remark> {
    if (activity !== undefined) {
      throw invalidParams("Parameter 'activity' is for Android: applications of a Mac have none.");
    }
    const path = this.#paths.get(app);
    const args = path === undefined ? ['-b', app.id] : ['-a', path];
    await run(this.#programs.open, { args }, call);
    const remark = await this.whenInFront(app.id, path, call);
    if (remark === undefined) await this.#restore(app, call);
    return remark;
  }

  /** Waits until an application is in front; resolves with what is there instead if it does not come. */
  async whenInFront(id: string, path: string | undefined, call: Call): Promise<Remark> {
    const { clock } = call;
    const end = clock.now() + Math.min(FRONT_TIMEOUT_MS, call.remaining() * SHARE_OF_CALL);
    for (;;) {
      const front = (await this.#session.applications(call)).find(({ frontmost }) => frontmost);
      if (front && (front.path === path || front.bundleId === id)) return undefined;
      if (clock.now() + POLL_MS >= end)
        return `it did not come to the front in time; in front: ${front?.name ?? 'nothing'}`;
      await pause(POLL_MS, call);
    }
  }

  /** Asks it to quit as its menu does: it may ask whether to save. Nothing is killed. */
  async close(app: InstalledApp, call: Call): Promise<boolean> {
    const running = await this.#runningOf(app, call);
    for (const { pid } of running) await this.#tell(QUIT, pid, call);
    if (!(await this.#ends(async () => (await this.#runningOf(app, call)).length === 0, call)))
      throw actionFailed(
        `${app.name ?? app.id} was asked to quit and still runs. It may be asking whether to save, or hang: look at the screen. It was not killed.`,
      );
    return running.length > 0;
  }

  async end({ pid, name }: Application, call: Call): Promise<void> {
    await this.#tell(FORCE_QUIT, pid, call);
    const isGone = async () => !(await this.#session.applications(call)).some((one) => one.pid === pid);
    if (!(await this.#ends(isGone, call))) throw actionFailed(`${name} (process ${pid}) could not be ended.`);
  }

  async #tell(script: string, pid: number, call: Call): Promise<void> {
    await run(this.#programs.osascript, { args: ['-l', 'JavaScript', '-e', script, String(pid)] }, call);
  }

  /** Whether it is over within the time that an application may take to quit. */
  async #ends(isOver: () => Promise<boolean>, call: Call): Promise<boolean> {
    const { clock } = call;
    const end = clock.now() + Math.min(QUIT_TIMEOUT_MS, call.remaining() * SHARE_OF_CALL);
    while (!(await isOver())) {
      if (clock.now() + POLL_MS >= end) return false;
      await pause(POLL_MS, call);
    }
    return true;
  }

  async #runningOf(app: InstalledApp, call: Call): Promise<readonly RunningApplication[]> {
    const path = this.#paths.get(app);
    const running = await this.#session.applications(call);
    return running.filter((one) => one.bundleId === app.id || one.path === path);
  }

  /** Takes a window out of the Dock if the application has no other. */
  async #restore(app: InstalledApp, call: Call): Promise<void> {
    const front = (await this.#runningOf(app, call)).find(({ frontmost }) => frontmost);
    if (!front) return;
    const params = {
      pid: front.pid,
      milliseconds: RESTORE_TIMEOUT_MS,
      nodes: MOST_WINDOWS,
      windowsOnly: true,
    };
    const { nodes } = await this.#session.ask('tree', params, { call, app: front.name });
    const windows = nodes.flatMap((node, index) => (node.role === 'AXWindow' ? [{ node, index }] : []));
    const [first] = windows;
    if (!first || windows.some(({ node }) => node.minimized !== true)) return;
    const element = addressOf(front.pid, nodes, first.index);
    await this.#session.ask('focus', { element }, { call, app: front.name });
  }

  #app({ id, name, version, path }: Bundle): InstalledApp {
    const app = {
      id: id ?? name,
      name,
      version,
      launchable: true,
      system: path.startsWith('/System/'),
    };
    this.#paths.set(app, path);
    return app;
  }
}

function bundleOf({ path, name, bundleId }: RunningApplication): Bundle {
  return { path, name, id: bundleId, version: undefined };
}

/** Of one that runs several times, or lies in several places, the first: one in a folder comes before one that runs. */
function unique(bundles: readonly Bundle[]): readonly Bundle[] {
  const seen = new Set<string>();
  return bundles.filter(({ id, path }) => {
    const isNew = !seen.has(id ?? path);
    seen.add(id ?? path);
    return isNew;
  });
}
