import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from './ports.ts';

/** The output of a run of adb. */
export interface AdbResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** stdout as text. */
  readonly text: string;
}

export interface AdbRunOptions {
  /** The standard input of adb; empty by default. */
  readonly input?: string | Uint8Array;
  /** A run is killed after this time: no test hangs on adb. */
  readonly timeoutMs?: number;
}

/** How many free ports are tried. */
const MOST_PORTS = 5;
const RUN_TIMEOUT_MS = 30_000;

/** The real adb with a server, a key and a home of its own, so that it meets neither the developer's server nor their phones. */
export class PrivateAdb {
  /** A directory of its own, gone with the server; tests may keep files in it. */
  readonly home: string;
  /** Where the server listens, for clients that speak to it directly. */
  readonly serverPort: number;

  private constructor(home: string, serverPort: number) {
    this.home = home;
    this.serverPort = serverPort;
  }

  /** Starts a server; it is stopped, and its home removed, when the test ends. Fails where adb is not installed. */
  static async start(t: Pick<TestContext, 'after'>): Promise<PrivateAdb> {
    await requireAdb();
    const home = await mkdtemp(join(tmpdir(), 'handeye-adb-'));
    for (let attempt = 1; ; attempt += 1) {
      const adb = new PrivateAdb(home, await freePort());
      const { code, stderr } = await adb.run(['start-server']);
      if (code === 0) {
        t.after(() => adb.stop());
        return adb;
      }
      // Another test may have taken the port between our look and adb's: then adb finds another program there.
      if (attempt === MOST_PORTS) throw new Error(`adb start-server ended with ${code}: ${stderr}`);
    }
  }

  /** Runs `adb …args` to its end, whatever that is. */
  async run(args: readonly string[], options: AdbRunOptions = {}): Promise<AdbResult> {
    const child = spawn('adb', args, { env: this.environment, timeout: options.timeoutMs ?? RUN_TIMEOUT_MS });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
    child.stdin.on('error', () => undefined); // adb may end before it has read everything
    child.stdin.end(options.input ?? '');
    const [code] = (await once(child, 'close')) as [number | null];
    const output = Buffer.concat(stdout);
    return {
      code: code ?? -1,
      stdout: output,
      stderr: Buffer.concat(stderr).toString(),
      text: output.toString(),
    };
  }

  /** Runs `adb …args`, which has to succeed, and returns what it printed. */
  async expect(...args: readonly string[]): Promise<string> {
    const { code, text, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`adb ${args.join(' ')} ended with ${code}: ${text}${stderr}`);
    return text;
  }

  /** Connects to a daemon on this machine and waits until it is usable; returns its serial. */
  async connect(port: number): Promise<string> {
    const serial = `127.0.0.1:${port}`;
    await this.expect('connect', serial);
    await this.expect('-s', serial, 'wait-for-device');
    return serial;
  }

  /** Stops the server and removes its home. */
  async stop(): Promise<void> {
    await this.run(['kill-server']);
    await rm(this.home, { recursive: true, force: true });
  }

  /** For programs that start adb themselves. */
  get environment(): NodeJS.ProcessEnv {
    return { ...process.env, HOME: this.home, ANDROID_ADB_SERVER_PORT: String(this.serverPort) };
  }
}

function requireAdb(): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('adb', ['version'], (error) => {
      if (error === null) resolve();
      else reject(new Error('These tests need the real adb: install it (Debian: apt-get install adb).'));
    });
  });
}
