import type { WorkProfile } from './framework/profiles/work-profile.ts';
import { apps as registeredApps } from './apps/registry.ts';
import { androidProgramNames, androidPrograms } from './commands/android-programs.ts';
import { DumpFaults } from './commands/uiautomator/dump-faults.ts';
import { InstallSessions } from './commands/install-sessions.ts';
import { Packages, type PackageStorage } from './commands/pm/packages.ts';
import { Properties } from './commands/settings/properties.ts';
import { UiAutomation } from './commands/uiautomator/ui-automation.ts';
import type { AppOpModes } from './commands/running-android.ts';
import { sleep } from './commands/waiting.ts';
import { phoneFiles, plantFile } from './files/layout.ts';
import { FREE_BYTES, SYSTEM_BYTES, TOTAL_BYTES } from './files/partitions.ts';
import { UserFiles } from './files/user-files.ts';
import type { Disk } from './files/disk.ts';
import { ROOT, shellUser, SYSTEM_USER, type User } from './files/users.ts';
import type { FileSystem } from './kernel/file-system.ts';
import type { Debuggable, AdbdDevice } from './adbd/device.ts';
import type { AndroidRelease } from './kernel/release.ts';
import type { Connection, Ports } from './kernel/ports.ts';
import { checkpoint } from './kernel/checkpoint.ts';
import { Network } from './kernel/network.ts';
import type { Random } from './kernel/random.ts';
import { DropBox } from './framework/crashes/drop-box.ts';
import { Painter } from './framework/render/picture.ts';
import type { Process, SpawnOptions } from './kernel/process.ts';
import { newPidCounter, type PidCounter } from './shell/kernel.ts';
import type { ProcessTable } from './shell/processes.ts';
import { generalPrograms } from './programs/general-programs.ts';
import { createShell, type Shell } from './shell/shell.ts';
import { createFramework, type Framework } from './framework/system/framework.ts';
import type { ForwardClock } from './framework/system/clock.ts';
import type { App } from './framework/system/app.ts';
import type { PhoneShape } from './framework/system/shape.ts';
import { COMPANION_CLASS, companionProgram } from './companion/companion.ts';
import { CompanionFaults } from './companion/faults.ts';
import type { WirelessServers } from './framework/system/wireless-debugging.ts';
import { systemSurfaces } from './framework/system-ui/system-surfaces.ts';

export interface AndroidOptions {
  readonly shape: PhoneShape;
  readonly clock: ForwardClock;
  /** The source of the phone's random numbers. */
  readonly random: Random;
  readonly apps?: readonly App[] | undefined;
  readonly workProfile?: WorkProfile | undefined;
  /** How long the screen must be idle before `uiautomator dump` reads it. */
  readonly idleWaitMs: number;
  /** How long a dump waits for an idle screen before it gives up. */
  readonly idlePatienceMs?: number | undefined;
  /** Android's programs that this build lacks, as some builds do screenrecord. */
  readonly lacking?: readonly string[] | undefined;
  /** The longest side of a film that the phone's encoder takes. */
  readonly encoderLimit?: number | undefined;
  /** The servers of wireless debugging; for Android 11 and newer. */
  readonly wireless?: WirelessServers | undefined;
  /** ro.serialno. */
  readonly serialNumber: string;
  /** Called when a program on the phone requests a reboot. */
  readonly onReboot: (reason: string) => void;
  /** Called for every command that runs on the phone. */
  readonly onCommand?: ((argv: readonly string[]) => void) | undefined;
  /** Called for every request that a companion gets. */
  readonly onCompanionRequest?: ((method: string) => void) | undefined;
  /** Awaited by a companion between a comparison and the touch or act that it allowed. */
  readonly onCompanionCompared?: (() => Promise<void>) | undefined;
  /** Called for every program that crashed. */
  readonly onCrash?: ((program: string, error: unknown) => void) | undefined;
}

/** A dump gives up if the screen was never idle for this time. */
const DEFAULT_IDLE_PATIENCE_MS = 10_000;

/** The usual limit of phones: 4K. */
const DEFAULT_ENCODER_LIMIT = 4096;

/** The state since the last boot. */
interface Boot {
  readonly framework: Framework;
  readonly packages: Packages;
  readonly sessions: InstallSessions;
  readonly appOps: AppOpModes;
  readonly pids: PidCounter;
}

/** The running processes and the ports that they listen on; no part of a snapshot. */
interface Runtime {
  readonly shell: Shell;
  readonly ports: Ports;
}

/** An installed Android: its files, which outlive a reboot, and the state since the last boot. */
export class Android implements AdbdDevice {
  readonly release: AndroidRelease;
  readonly files: FileSystem;
  readonly properties: Properties;
  readonly dumpFaults = new DumpFaults();
  readonly companionFaults: CompanionFaults;
  readonly #dropBox = new DropBox();
  readonly #disk: Disk;
  readonly #options: AndroidOptions;
  readonly #user: User;
  readonly #storage: PackageStorage;
  #boot: Boot;
  #runtime: Runtime;

  constructor(options: AndroidOptions) {
    const { shape } = options;
    this.#options = options;
    this.companionFaults = new CompanionFaults(options.onCompanionCompared);
    this.release = shape.release;
    this.properties = new Properties(shape, options.serialNumber);
    // The recorded Android 5 runs its daemon as root.
    this.#user = shape.release === 5 ? ROOT : shellUser(shape.release);
    this.#disk = phoneFiles({
      release: shape.release,
      appFoldersClosed: shape.appFoldersClosed,
      sdCard: shape.sdCard,
      now: () => options.clock.now(),
      tools: generalPrograms(shape.release).keys(),
      programs: androidProgramNames(shape.release, options.lacking),
      buildProperties: this.properties.buildFile(),
      processes: () =>
        this.#runtime.shell.processes.list().map(({ pid, name, commandLine }) => [pid, commandLine ?? name]),
      abstractSockets: () =>
        this.#runtime.ports.listening().flatMap((address) => /^localabstract:(.*)$/.exec(address)?.[1] ?? []),
    });
    this.files = new UserFiles(this.#disk, this.#user);
    this.#storage = {
      files: new UserFiles(this.#disk, SYSTEM_USER),
      plant: (path, make) => {
        plantFile(this.#disk, path, make);
      },
    };
    this.#boot = this.#start(options.apps ?? registeredApps);
    this.#runtime = this.#run(this.#boot);
  }

  /** The counterpart of system_server, since the last boot. */
  get framework(): Framework {
    return this.#boot.framework;
  }

  /** Files as system_server reads and writes them. */
  get systemFiles(): FileSystem {
    return this.#storage.files;
  }

  property(name: string): string | undefined {
    return this.properties.get(name);
  }

  readonly debuggable: Debuggable = {
    pids: () => {
      const { packages, framework } = this.#boot;
      const names = new Set(
        packages.list().flatMap(({ isDebuggable, name }) => (isDebuggable ? [name] : [])),
      );
      return framework.processes.list().flatMap(({ name, pid }) => (names.has(name) ? [pid] : []));
    },
    follow: (changed) => {
      const { processes } = this.#boot.framework;
      const stops = [processes.onStart(changed), processes.onEnd(changed)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };

  spawn(commandLine: string, options?: SpawnOptions): Process {
    return this.#runtime.shell.spawn(commandLine, options);
  }

  execute(argv: readonly string[]): Process {
    return this.#runtime.shell.execute(argv);
  }

  connect(address: string): Promise<Connection | undefined> {
    return Promise.resolve(this.#runtime.ports.connect(address));
  }

  listen(address: string, accept: () => Connection): (() => void) | undefined {
    return this.#runtime.ports.listen(address, accept);
  }

  /** Ends everything that runs and boots again; files, settings and installed apps stay. Wireless debugging is off then. */
  reboot(): void {
    const before = this.#boot;
    this.#options.wireless?.rebooted();
    this.shutDown();
    this.#boot = this.#start(before.framework.apps, before);
    this.#runtime = this.#run(this.#boot);
  }

  /**
   * Saves the state of the phone; the returned function restores it. Processes go on and see the restored phone; if the
   * phone was rebooted since, they end. Time continues from the moment of the snapshot.
   */
  snapshot(): () => void {
    const boot = this.#boot;
    const { clock, random } = this.#options;
    const time = clock.now();
    const restoreState = checkpoint([
      boot,
      random,
      this.properties,
      this.dumpFaults,
      this.companionFaults,
      this.#dropBox,
      this.#disk,
    ]);
    return () => {
      const wasRebooted = this.#boot !== boot;
      if (wasRebooted) this.shutDown();
      const { framework } = boot;
      framework.clock.suspend();
      clock.setTo(time);
      restoreState();
      framework.clock.resume();
      if (wasRebooted) {
        this.#boot = boot;
        this.#runtime = this.#run(boot);
      }
      // Makes running programs read the screen again.
      framework.events.send('windowsChanged', framework.resumedActivity()?.package ?? 'android');
    };
  }

  shutDown(): void {
    this.#runtime.shell.close();
    this.#boot.framework.shutDown();
  }

  #start(apps: readonly App[], before?: Boot): Boot {
    const { shape } = this.#options;
    const painter = new Painter();
    const framework = createFramework({
      shape,
      clock: this.#options.clock,
      apps,
      workProfile: this.#options.workProfile,
      wireless: this.#options.wireless,
      paint: (scene) => painter.paint(scene),
      systemUi: systemSurfaces,
      dropBox: this.#dropBox,
      storage: {
        total: TOTAL_BYTES,
        system: SYSTEM_BYTES,
        factoryFree: FREE_BYTES,
        free: () => {
          const { capacity, used } = this.files.space?.() ?? { capacity: 0, used: 0 };
          return capacity - used;
        },
      },
    });
    if (before !== undefined) {
      keepSettings(before.framework, framework);
      framework.wirelessDebugging.isTrusted = before.framework.wirelessDebugging.isTrusted;
      framework.configuration.load();
    }
    const packages = new Packages(framework, {
      storage: this.#storage,
      before: before?.packages,
      // A build of one of the phone's own apps: their code is here.
      knownApp: (name) => registeredApps.find((app) => app.package === name),
    });
    framework.settings.follow(() => {
      const { locale } = framework.configuration;
      if (locale !== 'en-US' || this.properties.get('persist.sys.locale') !== undefined)
        this.properties.set('persist.sys.locale', locale);
    });
    return {
      framework,
      packages,
      sessions: new InstallSessions(this.#storage.files),
      appOps: new Map(),
      pids: newPidCounter(),
    };
  }

  #run(boot: Boot): Runtime {
    const { framework } = boot;
    const { shape, idleWaitMs, onReboot, onCommand, onCompanionRequest, onCrash, random } = this.#options;
    const { idlePatienceMs = DEFAULT_IDLE_PATIENCE_MS } = this.#options;
    const network = new Network(() => framework.radios.wifi);
    const { ports } = network;
    const programs = androidPrograms({
      ...boot,
      files: this.files,
      properties: this.properties,
      uiAutomation: new UiAutomation(framework.accessibilityServices, shape.sdk),
      ports,
      dumpFaults: this.dumpFaults,
      idle: { quietMs: idleWaitMs, maxMs: Math.max(idlePatienceMs, idleWaitMs) },
      javaPrograms: new Map([[COMPANION_CLASS, companionProgram(this.companionFaults, onCompanionRequest)]]),
      encoderLimit: this.#options.encoderLimit ?? DEFAULT_ENCODER_LIMIT,
      reboot: onReboot,
    });
    const shell = createShell({
      release: shape.release,
      files: this.files,
      tools: generalPrograms(shape.release),
      programs,
      user: this.#user,
      random,
      clock: {
        now: () => framework.clock.now(),
        wait: (ms, signal) => sleep(framework.clock.programs, ms, signal),
      },
      processes: processTable(framework, this.#user),
      pids: boot.pids,
      network,
      hostName: this.property('ro.product.device') ?? 'virtual',
      onCommand,
      onCrash,
    });
    return { shell, ports };
  }
}

function keepSettings(from: Framework, to: Framework): void {
  for (const table of ['system', 'secure', 'global'] as const) {
    for (const [name, value] of from.settings.list(table))
      if (name !== 'adb_wifi_enabled') to.settings.put(table, name, value);
  }
}

/** The apps' processes for ps and kill: only root may end them. */
function processTable(framework: Framework, user: User): ProcessTable {
  return {
    list: () =>
      framework.processes.list().map(({ pid, ppid, user: owner, name }) => ({
        pid,
        parent: ppid,
        user: owner,
        name,
        commandLine: name === 'init' ? '/init' : name === 'adbd' ? '/sbin/adbd' : name,
        virtualKilobytes: 814_976,
        residentKilobytes: 64_756,
      })),
    kill: (pid, signal) => {
      const process = framework.processes.list().find((one) => one.pid === pid);
      if (process === undefined) return 'no such process';
      if (signal === 0) return user.uid === 0 ? 'sent' : 'not permitted';
      if (user.uid !== 0 || process.uid < 10_000) return 'not permitted';
      framework.kill(process.name);
      return 'sent';
    },
  };
}
