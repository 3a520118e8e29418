import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  BrokenPipe,
  Ports,
  type AndroidRelease,
  type Connection,
  type AdbdDevice,
  type Process,
} from '@handeye/virtual-phone';
import { SmallFiles } from './small-files.ts';

const SIGHUP = 1;

/**
 * A phone whose shell is the real one of this computer, so that quoting, exit codes and signals are real too. A closed stream
 * hangs up the shell alone, as adbd does; the shell's programs go on.
 */
export class HostMachine implements AdbdDevice {
  readonly files = new SmallFiles();
  /** The number of started shells. */
  shells = 0;
  readonly #children = new Set<ChildProcessWithoutNullStreams>();
  readonly #ports = new Ports();

  /** Ends with the test, with everything that runs on it. */
  static async start(
    t: Pick<TestContext, 'after'>,
    release: AndroidRelease = 14,
    serial = 'HOST',
  ): Promise<HostMachine> {
    const home = await mkdtemp(join(tmpdir(), 'handeye-phone-'));
    await writeFile(join(home, 'getprop'), `#!/bin/sh\necho ${serial}\n`);
    await chmod(join(home, 'getprop'), 0o755);
    const machine = new HostMachine(release, home);
    t.after(async () => {
      machine.#killAll();
      await rm(home, { recursive: true, force: true });
    });
    return machine;
  }

  private constructor(
    readonly release: AndroidRelease,
    readonly home: string,
  ) {}

  property(name: string): string {
    return name;
  }

  /** The files that commands have left in their directory. */
  async traces(): Promise<string[]> {
    return (await readdir(this.home)).filter((name) => name !== 'getprop');
  }

  spawn(commandLine: string): Process {
    this.shells += 1;
    const child = spawn('sh', commandLine === '' ? ['-'] : ['-c', commandLine], {
      cwd: this.home,
      detached: true, // adbd makes each shell the leader of its own process group
      env: { PATH: `${this.home}:/usr/bin:/bin`, HOME: this.home },
    });
    child.stdin.on('error', () => undefined);
    this.#children.add(child);
    return {
      stdin: {
        write: async (bytes) => {
          if (child.stdin.destroyed) throw new BrokenPipe('nobody reads');
          if (!child.stdin.write(bytes))
            await Promise.race([once(child.stdin, 'drain'), once(child, 'exit')]);
        },
        end: () => child.stdin.end(),
      },
      stdout: child.stdout,
      stderr: child.stderr,
      exit: once(child, 'close').then(([code, signal]) => {
        if (!isGroupAlive(child.pid)) this.#children.delete(child);
        return signal === null ? Number(code) : 128 + SIGHUP;
      }),
      resize: () => undefined,
      kill: () => {
        child.kill('SIGHUP');
        child.stdin.end();
        child.stdout.destroy();
        child.stderr.destroy();
      },
    };
  }

  execute(): Process {
    throw new Error('this phone has no abb');
  }

  connect(address: string): Promise<Connection | undefined> {
    return Promise.resolve(this.#ports.connect(address));
  }

  listen(address: string, accept: () => Connection): (() => void) | undefined {
    return this.#ports.listen(address, accept);
  }

  reboot(): void {
    this.#killAll();
  }

  #killAll(): void {
    for (const { pid } of this.#children) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // ended meanwhile
      }
    }
  }
}

/** Whether a process of the shell's group still runs: a closed stream hangs up the shell alone. */
function isGroupAlive(leader: number | undefined): boolean {
  try {
    return leader !== undefined && process.kill(-leader, 0);
  } catch {
    return false;
  }
}
