import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { StartPhoneOptions } from '@handeye/virtual-phone';
import { connectedPhone, type ConnectedPhone } from './real-phone.ts';

type Watcher = EventEmitter & { end(): void };

interface IntentOptions {
  readonly component?: string;
  readonly action?: string;
  readonly data?: string;
  readonly wait?: boolean;
}

interface FileEntry {
  readonly name: string;
  readonly size: number;
  isFile(): boolean;
}

/** The part of adbkit that is used. Its own types need those of Bluebird, which it does not bring along. */
interface DeviceClient {
  openLogcat(options: { clear: boolean }): Promise<Watcher>;
  openProcStat(): Promise<Watcher>;
  trackJdwp(): Promise<Watcher>;
  install(apk: string): Promise<unknown>;
  uninstall(name: string): Promise<unknown>;
  isInstalled(name: string): Promise<boolean>;
  getPackages(flags?: string): Promise<readonly string[]>;
  clear(name: string): Promise<unknown>;
  startActivity(options: IntentOptions): Promise<unknown>;
  startService(options: IntentOptions): Promise<unknown>;
  getProperties(): Promise<Readonly<Record<string, string>>>;
  shell(command: readonly string[]): Promise<Readable>;
  screencap(): Promise<Readable>;
  readdir(path: string): Promise<readonly FileEntry[]>;
  stat(path: string): Promise<FileEntry>;
  push(file: string, path: string): Promise<Readable>;
  pull(path: string): Promise<Readable>;
}

interface AdbKit {
  createClient(options: { host: string; port: number }): { getDevice(serial: string): DeviceClient };
}

const require = createRequire(import.meta.url);
const { Adb } = require('../node_modules/@devicefarmer/adbkit') as { Adb: AdbKit };

export interface AdbkitPhone extends ConnectedPhone {
  readonly device: DeviceClient;
}

/** adbkit, unmodified, at a device of an adb server of the test's own. */
export async function adbkit(t: TestContext, options: StartPhoneOptions = {}): Promise<AdbkitPhone> {
  const connected = await connectedPhone(t, options);
  const client = Adb.createClient({ host: '127.0.0.1', port: connected.adb.serverPort });
  return { ...connected, device: client.getDevice(connected.phone.serial) };
}
