import { Listeners } from '../../kernel/listeners.ts';

/** The processes that ps shows: a few of the system, and one for each running app. */
export interface RunningProcess {
  readonly pid: number;
  readonly ppid: number;
  readonly user: string;
  readonly uid: number;
  readonly name: string;
}

const systemProcesses: readonly RunningProcess[] = [
  { pid: 1, ppid: 0, user: 'root', uid: 0, name: 'init' },
  { pid: 312, ppid: 1, user: 'logd', uid: 1036, name: 'logd' },
  { pid: 318, ppid: 1, user: 'system', uid: 1000, name: 'servicemanager' },
  { pid: 402, ppid: 1, user: 'root', uid: 0, name: 'zygote64' },
  { pid: 431, ppid: 1, user: 'system', uid: 1000, name: 'surfaceflinger' },
  { pid: 512, ppid: 1, user: 'shell', uid: 2000, name: 'adbd' },
  { pid: 1043, ppid: 402, user: 'system', uid: 1000, name: 'system_server' },
  { pid: 1290, ppid: 402, user: 'u0_a66', uid: 10066, name: 'com.android.systemui' },
  { pid: 1402, ppid: 402, user: 'u0_a71', uid: 10071, name: 'com.android.inputmethod.latin' },
];

export const SYSTEM_SERVER = 1043;

/** UserHandle.PER_USER_RANGE: uids per user. */
const USER_UIDS = 100_000;

/** An app has one process for each user. */
function keyOf(packageName: string, profile: number | undefined): string {
  return profile === undefined ? packageName : `${profile}:${packageName}`;
}

export class Processes {
  private readonly apps = new Map<string, RunningProcess>();
  private readonly uids = new Map<string, number>();
  readonly #started = new Listeners<[RunningProcess]>();
  readonly #ended = new Listeners<[RunningProcess]>();
  private nextPid = 2218;

  list(): readonly RunningProcess[] {
    return [...systemProcesses, ...this.apps.values()];
  }

  pidOf(name: string): number | undefined {
    return this.list().find((process) => process.name === name)?.pid;
  }

  /** An app keeps its uid; its pid changes with each new process. */
  uidOf(packageName: string): number {
    let uid = this.uids.get(packageName);
    if (uid === undefined) {
      uid = 10080 + this.uids.size;
      this.uids.set(packageName, uid);
    }
    return uid;
  }

  /** The app's process, started if necessary; `started` says whether it was. */
  ensure(packageName: string, profile?: number): { process: RunningProcess; started: boolean } {
    const key = keyOf(packageName, profile);
    const running = this.apps.get(key);
    if (running !== undefined) return { process: running, started: false };
    const appId = this.uidOf(packageName);
    const user = `u${profile ?? 0}_a${appId - 10000}`;
    const uid = (profile ?? 0) * USER_UIDS + appId;
    const process = { pid: this.nextPid, ppid: 402, user, uid, name: packageName };
    this.nextPid += 37;
    this.apps.set(key, process);
    this.#started.emit(process);
    return { process, started: true };
  }

  kill(packageName: string, profile?: number): RunningProcess | undefined {
    const key = keyOf(packageName, profile);
    const process = this.apps.get(key);
    this.apps.delete(key);
    if (process !== undefined) this.#ended.emit(process);
    return process;
  }

  /** Calls back for every app process that starts. */
  onStart(listener: (process: RunningProcess) => void): () => void {
    return this.#started.add(listener);
  }

  /** Calls back for every app process that ends. */
  onEnd(listener: (process: RunningProcess) => void): () => void {
    return this.#ended.add(listener);
  }
}
