import type { Clock } from '../system/clock.ts';
import type { Faults } from '../system/faults.ts';
import type { LogBuffer } from '../system/log.ts';
import { SYSTEM_SERVER, type Processes } from '../system/processes.ts';
import type { PhoneShape } from '../system/shape.ts';
import { builds } from '../system/build.ts';
import { anrReason, anrTrace } from './anr-trace.ts';
import { DropBox } from './drop-box.ts';
import { javaTrace } from './java-exception.ts';
import { NativeCrash, tombstone } from './tombstone.ts';

/** The phone's state as reports mention it. */
interface FailingApp {
  readonly package: string;
  readonly main: string;
  readonly version?: string;
}

interface CrashReportsContext {
  readonly clock: Clock;
  readonly log: LogBuffer;
  readonly processes: Processes;
  readonly shape: PhoneShape;
  readonly faults: Faults;
  readonly apps: readonly FailingApp[];
  /** The activity in front. */
  resumedActivity(): { readonly package: string; readonly short: string; readonly full: string } | undefined;
}

/** The names and numbers of the failed process. */
interface Failed {
  readonly package: string;
  readonly pid: number;
  readonly uid: number;
}

/** Reports of app failures, in the log and in the drop box. */
export class CrashReports {
  readonly #context: CrashReportsContext;
  /** The stack of the main thread of each hanging app. */
  private readonly hanging = new Map<string, readonly string[]>();

  constructor(
    context: CrashReportsContext,
    readonly dropBox = new DropBox(),
  ) {
    this.#context = context;
    context.processes.onEnd(({ name }) => {
      if (this.hanging.delete(name)) context.faults.notResponding.delete(name);
    });
  }

  /** Reports an uncaught exception or a fatal signal. */
  crashed(packageName: string, error: Error): void {
    const failed = this.#failed(packageName);
    if (error instanceof NativeCrash) {
      this.#crashedNatively(failed);
      return;
    }
    const trace = javaTrace(error, this.#activity(packageName).full, this.#release);
    const process = `Process: ${packageName}, PID: ${failed.pid}`;
    const message = `FATAL EXCEPTION: main\n${process}\n${trace}`;
    this.#context.log.write({ pid: failed.pid, level: 'E', tag: 'AndroidRuntime', message, buffer: 'crash' });
    this.#drop('crash', failed, `${trace}\n`);
  }

  /** Makes an app hang with this stack, innermost first, until its process ends. */
  hangs(packageName: string, frames: readonly string[]): void {
    this.hanging.set(packageName, frames);
    this.#context.faults.notResponding.add(packageName);
  }

  /** Reports that an app did not handle input in time. */
  notResponding(packageName: string): void {
    const failed = this.#failed(packageName);
    const { short, full } = this.#activity(packageName);
    const simple = full.slice(full.lastIndexOf('.') + 1);
    const frames = this.hanging.get(packageName) ?? [`${full}.onClick(${simple}.java:64)`];
    const process = { name: packageName, pid: failed.pid, activity: `${packageName}/${short}`, frames };
    const reason = anrReason(process, this.#release);
    const words = `ANR in ${packageName} (${process.activity})\nPID: ${failed.pid}\nReason: ${reason}\nLoad: 1.02 / 0.64 / 0.41`;
    const buffer = this.#release >= 9 ? 'system' : 'main';
    this.#context.log.write({
      pid: SYSTEM_SERVER,
      level: 'E',
      tag: 'ActivityManager',
      message: words,
      buffer,
    });
    const trace = anrTrace(process, this.#release, this.#context.clock.now());
    this.#drop('anr', failed, `${trace}\n`, [`Activity: ${process.activity}`, `Subject: ${reason}`]);
  }

  get #release(): number {
    return this.#context.shape.release;
  }

  get #fingerprint(): string {
    const { version, id } = builds[this.#context.shape.release];
    return `handeye/virtual/virtual:${version}/${id}/1:user/release-keys`;
  }

  /** Writes a tombstone, as debuggerd does. */
  #crashedNatively(failed: Failed): void {
    const { clock, log } = this.#context;
    const { pid, uid, package: name } = failed;
    const build = { release: this.#release, fingerprint: this.#fingerprint };
    const text = tombstone({ name, pid, uid }, build, clock.now());
    const thread = name.slice(-15);
    const message = `Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid ${pid} (${thread}), pid ${pid} (${thread})`;
    log.write({ pid, level: 'F', tag: 'libc', message });
    log.write({ pid, level: 'F', tag: 'DEBUG', message: text, buffer: 'crash' });
    this.#drop('native_crash', failed, `${text}\n`);
    const head = ['isPrevious: false', `Build: ${this.#fingerprint}`, 'Hardware: virtual', 'Revision: 0'];
    this.dropBox.add('SYSTEM_TOMBSTONE', `${head.join('\n')}\n\n${text}\n`, clock.now());
  }

  #failed(packageName: string): Failed {
    const { processes } = this.#context;
    const pid = processes.pidOf(packageName) ?? SYSTEM_SERVER;
    return { package: packageName, pid, uid: processes.uidOf(packageName) };
  }

  #activity(packageName: string): { readonly short: string; readonly full: string } {
    const front = this.#context.resumedActivity();
    if (front?.package === packageName) return front;
    const short = this.#context.apps.find((app) => app.package === packageName)?.main ?? '.Main';
    return { short, full: short.startsWith('.') ? `${packageName}${short}` : short };
  }

  /** Newer releases have more header lines (ActivityManagerService, addErrorToDropBox). */
  #drop(kind: string, { package: name, pid, uid }: Failed, body: string, more: readonly string[] = []): void {
    const { clock, shape, apps } = this.#context;
    const isSystem = name === 'android' || name.startsWith('com.android.');
    const version = apps.find((app) => app.package === name)?.version ?? builds[shape.release].version;
    const isInFront = this.#context.resumedActivity()?.package === name;
    const head = [
      `Process: ${name}`,
      ...(shape.release >= 9 ? [`PID: ${pid}`] : []),
      ...(shape.release >= 12 ? [`UID: ${uid}`] : []),
      ...(shape.release >= 14 ? ['Frozen: false'] : []),
      `Flags: 0x${isSystem ? '3888be45' : '30c8be44'}`,
      `Package: ${name} v${shape.sdk} (${version})`,
      ...(shape.release >= 9 ? [`Foreground: ${isInFront ? 'Yes' : 'No'}`] : []),
      ...(shape.release >= 12 ? ['Process-Runtime: 12043'] : []),
      ...more,
      `Build: ${this.#fingerprint}`,
    ];
    const tag = `${isSystem ? 'system' : 'data'}_app_${kind}`;
    this.dropBox.add(tag, `${head.join('\n')}\n\n${body}`, clock.now());
  }
}
