import type { DeviceKind } from '../device/platforms.ts';
import type { Readable, Writable } from 'node:stream';
import type { Cleaned } from '../android/clean.ts';
import type { Trial as PhoneTrial } from '../android/selftest/check.ts';
import type { Report } from '../android/selftest/report.ts';
import type { HelperAction } from '../android/helper/choice.ts';
import type { Config } from '../config/settings.ts';
import type { Asker } from '../guard/questions.ts';
import type { DesktopDiagnosis } from '../linux/diagnosis.ts';
import type { StateOutcome } from '../device/services/device-state.ts';
import type { Capabilities } from '../device/port.ts';
import type { Checkup } from '../macos/selftest/checkup.ts';
import type { Trial } from '../macos/selftest/selftest.ts';
import type { Metrics } from '../server/metrics/metrics.ts';
import type { Mount } from '../server/mount.ts';
import type { Toolbox } from '../tools/frame/toolbox.ts';
import type { Log } from './log.ts';
import type { BrowserEnvironment } from './open-browser.ts';
import type { NotServed, RunningTools, Wish } from './running-server/find.ts';
import type { StudioWish } from './running-server/studio-link.ts';

/** What the commands need from the rest of the program. wiring.ts provides it; tests bring their own. */
export interface Services {
  /** The tools of this configuration and their devices. Works with no device attached, too. */
  openTools(config: Config, options: OpenToolsOptions): Promise<OpenTools>;
  /** Lends the devices of this computer to the farm of this configuration. */
  openHost(config: Config, options: OpenHostOptions): Promise<RunningHost>;
  /** The same of a server of this user that runs and serves what is asked for. */
  runningTools(wish: Wish): Promise<RunningTools | NotServed>;
  /** The devices that could be used now: the configured ones and everything else that is attached. */
  devices(config: Config, options: DeviceListOptions): Promise<readonly DeviceRow[]>;
  /** What the farm of this configuration has, in a line; undefined without one. Throws with the reason if it cannot be used. */
  farm(config: Config): Promise<string | undefined>;
  /**
   * How each requested desktop can be read and used; empty for a phone. Throws with the reason if one cannot be used.
   */
  desktops(config: Config): Promise<readonly DesktopDiagnosis[]>;
  /** Installs, removes or looks for the helper on the chosen phone; returns its state afterwards. */
  helper(action: HelperAction, config: Config, options: ServiceOptions): Promise<string>;
  /** Puts back what Handeye left changed on the chosen phone, and removes what it put there. */
  clean(config: Config, options: ServiceOptions): Promise<CleanedPhone>;
  /** The state of the Mac that we run on; undefined on other platforms. */
  checkMac(): Promise<Checkup | undefined>;
  /** Tries every platform call on this Mac once, and yields each result. */
  selftest(signal: AbortSignal): AsyncIterable<Trial>;
  /** Tries every tool and every request on the chosen phone, and tells of each when it is done. */
  testPhone(config: Config, options: TestPhoneOptions): Promise<Report>;
  /** The saved token; generated on the first call. */
  keptToken(folder: string): Promise<string>;
  /** The same for a server, which can use a temporary token: `unkept` says why the token could not be saved. */
  serverToken(folder: string): Promise<{ readonly token: string; readonly unkept?: string }>;
  /** Serves tools over HTTP or HTTPS. Fails with EADDRINUSE or EADDRNOTAVAIL as node does. */
  startHttp(toolbox: Toolbox, options: HttpOptions): Promise<Listening>;
  /** A link into the Studio of a server of this user that runs, or why there is none. */
  studioLink(wish: StudioWish): Promise<{ readonly link: string } | { readonly why: string }>;
  /** Opens an address in the person's browser; false where that is not possible. */
  openInBrowser(url: string, environment: BrowserEnvironment): Promise<boolean>;
  /** Serves tools over standard input and output until the input ends or the signal fires. */
  serveStdio(toolbox: Toolbox, options: StdioOptions): Promise<void>;
}

export interface CleanedPhone extends Cleaned {
  readonly name: string;
  /** What became of each setting that a server left changed. */
  readonly state?: readonly StateOutcome[];
}

/** A command's log, and the config folder (settings, token and keys). */
export interface ServiceOptions {
  readonly log: Log;
  readonly folder: string;
}

export interface OpenToolsOptions extends ServiceOptions {
  /** For the audit file. */
  readonly version?: string;
  /** Ways to a person beside the client that calls, in the order they are tried. */
  readonly askers?: readonly Asker[];
  /** Whether Studio is wanted, the page to watch and take over. */
  readonly studio?: boolean;
}

/** What a host of a farm is to be. */
export interface HostWish {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly virtualPhones: number;
  /** Ends the wait for its name. */
  readonly stopped: AbortSignal;
}

export interface OpenHostOptions extends ServiceOptions, HostWish {
  readonly version: string;
  /** For who reads its metrics; undefined if none is required. */
  readonly token?: string | undefined;
}

export interface RunningHost {
  /** Its devices, without the host's name. */
  readonly devices: () => readonly string[];
  /** Resolves with the reason if it cannot go on. */
  readonly lost: Promise<string>;
  /** Ends all leases, takes the devices out of the farm and closes them. */
  readonly stop: () => Promise<void>;
}

export interface TestPhoneOptions extends ServiceOptions {
  readonly version: string;
  readonly stopped: AbortSignal;
  readonly onTrial: (trial: PhoneTrial) => void;
}

export interface DeviceListOptions extends ServiceOptions {
  /** Whether what would serve a phone is started for a moment. Otherwise nothing on it changes. */
  readonly tryOut?: boolean;
}

export interface OpenTools {
  readonly toolbox: Toolbox;
  /** One line for the person who starts the server: the device in use, or why there is none. */
  readonly inUse: () => Promise<string>;
  /** What the person who starts the server should know of earlier runs; a sentence each. */
  readonly notices?: readonly string[];
  /** Studio, if it was asked for. */
  readonly studio?: StudioPage | undefined;
  /** The numbers for /metrics, if they were asked for. */
  readonly metrics?: Metrics | undefined;
  readonly close: () => Promise<void>;
}

/** Studio as the commands use it. */
export interface StudioPage extends Mount {
  /** The path of a link that lets one browser in, once. */
  newLink(): string;
  /** Where MCP clients connect, once it is known. */
  mcp: string | undefined;
}

/** A device as `handeye devices` shows it. */
export interface DeviceRow {
  /** What --device takes. */
  readonly id: string;
  readonly kind: DeviceKind;
  readonly title: string;
  /** `ready`, or one word that says why not. */
  readonly state: string;
  /** The tier that serves it, if there is a choice. */
  readonly servedBy?: string | undefined;
  /** Why a faster tier, which was tried, cannot serve it. */
  readonly problem?: string | undefined;
  /** What would make it ready. */
  readonly fix?: string | undefined;
  readonly capabilities?: Capabilities | undefined;
}

export interface HttpOptions {
  readonly version: string;
  readonly config: Config;
  /** Undefined: no token is required. */
  readonly token: string | undefined;
  /** Where the generated certificate is kept. */
  readonly folder: string;
  readonly log: Log;
  /** A page to serve beside MCP. */
  readonly mount?: Mount | undefined;
  /** Numbers to serve at /metrics. */
  readonly metrics?: Metrics | undefined;
  /** Only that page is served, on loopback: MCP is spoken elsewhere. */
  readonly onlyMount?: boolean;
}

export interface Listening {
  /** The certificate that clients have to trust, if it was generated. */
  readonly certificate?: MadeCertificate | undefined;
  /** Lets calls in flight finish or cancels them, then frees the port. */
  stop(): Promise<void>;
}

export interface MadeCertificate {
  readonly file: string;
  /** For people: one line for each way to make a client trust it. */
  readonly trust: readonly string[];
}

export interface StdioOptions {
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
  readonly log: Log;
}
