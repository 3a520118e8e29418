import type { Call } from '../../call/call.ts';
import { pause } from '../../call/call.ts';
import type { Apps, AppsWish, InstalledApp } from '../../device/apps.ts';
import { invalidParams } from '../../device/errors.ts';
import type { Remark } from '../../device/port.ts';
import type { RunningApplication } from '../bridge/protocol.ts';
import type { Programs } from '../programs/run.ts';
import { run } from '../programs/run.ts';
import type { MacSession } from '../session.ts';
import type { Bundle } from './bundles.ts';
import { readBundles } from './bundles.ts';

/** How long an application may take to come to the front, and how often we ask. */
const FRONT_TIMEOUT_MS = 10_000;
const POLL_MS = 150;
/** What the rest of a call needs. */
const SHARE_OF_CALL = 0.8;

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
    const { clock } = call;
    const end = clock.now() + Math.min(FRONT_TIMEOUT_MS, call.remaining() * SHARE_OF_CALL);
    for (;;) {
      const front = (await this.#session.applications(call)).find(({ frontmost }) => frontmost);
      if (front && (front.path === path || front.bundleId === app.id)) return undefined;
      if (clock.now() + POLL_MS >= end)
        return `it did not come to the front in time; in front: ${front?.name ?? 'nothing'}`;
      await pause(POLL_MS, call);
    }
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
