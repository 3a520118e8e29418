import type { App, InstalledApp } from './app.ts';
import type { Cancel, Clock } from './clock.ts';
import type { LogBuffer } from './log.ts';
import { SYSTEM_SERVER, type Processes } from './processes.ts';

interface InstalledAppsContext {
  readonly clock: Clock;
  readonly log: LogBuffer;
  readonly processes: Processes;
  /** An app's code threw an exception. */
  readonly crashed: (packageName: string, error: Error) => void;
}

/**
 * The apps on this phone: their code, run so that exceptions crash only the app, their timers, and the end of their processes.
 */
export class InstalledApps {
  private readonly installed = new Map<string, InstalledApp>();
  private readonly inProfiles = new Map<string, InstalledApp>();
  private readonly timers = new Map<string, Set<Cancel>>();

  readonly #context: InstalledAppsContext;

  constructor(context: InstalledAppsContext, apps: readonly App[]) {
    this.#context = context;
    for (const app of apps) this.install(app);
  }

  get list(): readonly App[] {
    return [...this.installed.values()].map(({ app }) => app);
  }

  /** An app of the phone's user, or of a profile, which has its own data. */
  get(packageName: string, user?: number): InstalledApp | undefined {
    const own = this.installed.get(packageName);
    if (user === undefined || own === undefined) return own;
    const key = `${user}:${packageName}`;
    const inProfile = this.inProfiles.get(key) ?? own.app.install();
    this.inProfiles.set(key, inProfile);
    return inProfile;
  }

  label(packageName: string): string {
    return this.get(packageName)?.app.label ?? packageName;
  }

  install(app: App): void {
    this.installed.set(app.package, app.install());
  }

  uninstall(packageName: string): boolean {
    return this.installed.delete(packageName);
  }

  /** Runs an app's code. An exception crashes the app as on a phone, never the phone. */
  guard<Result>(packageName: string, code: () => Result): Result | undefined {
    try {
      return code();
    } catch (error) {
      if (!this.installed.has(packageName) || !(error instanceof Error)) throw error;
      this.#context.clock.after(0, () => {
        this.#context.crashed(packageName, error);
      });
      return undefined;
    }
  }

  /** A timer of an app, which ends with its process. */
  after(packageName: string, ms: number, callback: () => void): Cancel {
    const timers = this.timers.get(packageName) ?? new Set();
    this.timers.set(packageName, timers);
    const stop = this.#context.clock.after(ms, () => {
      timers.delete(stop);
      this.guard(packageName, callback);
    });
    timers.add(stop);
    return () => {
      timers.delete(stop);
      stop();
    };
  }

  /** Ends an app's process with all its timers. */
  endProcess(packageName: string, reason: string, user?: number): void {
    for (const stop of this.timers.get(packageName) ?? []) stop();
    this.timers.delete(packageName);
    const process = this.#context.processes.kill(packageName, user);
    if (process === undefined) return;
    const message = `Killing ${process.pid}:${packageName}/${process.user.replace('_', '')} (adj 0): ${reason}`;
    this.#context.log.write({
      pid: SYSTEM_SERVER,
      level: 'I',
      tag: 'ActivityManager',
      message,
      buffer: 'system',
    });
  }
}
