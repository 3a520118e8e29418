import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { AuthPolicy, HostKey } from './adbd/auth.ts';
import { drawSeed, LARGEST_SEED } from './kernel/random.ts';
import type { AndroidRelease } from './kernel/release.ts';
import {
  faultForms,
  parseFault,
  startPhone,
  type VirtualPhone,
  type StartPhoneOptions,
} from './start-phone.ts';

/** The process around the command; a parameter, so that tests can give another one. */
export interface CommandProcess {
  /** The name of the command: `virtual-phone`, or `handeye phone`. */
  readonly name: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** The file with the keys that were allowed before. */
  readonly keysFile: string;
  /** Fires when the user asks the program to stop. */
  readonly stopped: AbortSignal;
}

const exitCode = { ok: 0, failed: 1, wrongUsage: 2 } as const;

const releases: readonly AndroidRelease[] = [5, 9, 12, 14];
const policies = ['any', 'known', 'prompt'] as const;

const flags = {
  port: { type: 'string', default: '6555' },
  android: { type: 'string', default: '14' },
  auth: { type: 'string', default: 'any' },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  wireless: { type: 'boolean', default: false },
  hostile: { type: 'boolean', default: false },
  seed: { type: 'string' },
  'idle-wait': { type: 'string', default: '1000' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Starts a phone by the arguments and runs it until the stop signal. Returns the exit code. */
export async function runCommand(argv: readonly string[], process: CommandProcess): Promise<number> {
  try {
    const options = read(argv, process);
    if (options === 'help') process.stdout.write(`${help(process.name)}\n`);
    else await run(await options, process);
    return exitCode.ok;
  } catch (error) {
    const isWrongUsage = error instanceof RangeError || isParseError(error);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (isWrongUsage) process.stderr.write(`Run ${process.name} --help to see all options.\n`);
    return isWrongUsage ? exitCode.wrongUsage : exitCode.failed;
  }
}

async function run(options: StartPhoneOptions, { stdout, stopped }: CommandProcess): Promise<void> {
  const phone = await startPhone(options);
  try {
    stdout.write(`${welcome(phone)}\n`);
    if (!stopped.aborted) await once(stopped, 'abort');
  } finally {
    await phone.close();
  }
}

function read(argv: readonly string[], process: CommandProcess): 'help' | Promise<StartPhoneOptions> {
  const { values } = parseArgs({ args: [...argv], options: flags, strict: true });
  if (values.help) return 'help';
  const port = whole('--port', values.port, { least: 1, most: 65_535 });
  const release = releases.find((known) => String(known) === values.android);
  if (release === undefined) throw notOneOf('--android', releases, values.android);
  const accept = policies.find((known) => known === values.auth);
  if (accept === undefined) throw notOneOf('--auth', policies, values.auth);
  const { hostile, wireless } = values;
  const faults = values.fault.map(parseFault);
  const idleWaitMs = whole('--idle-wait', values['idle-wait'], { least: 0, most: 60_000 });
  const seed =
    values.seed === undefined ? drawSeed() : whole('--seed', values.seed, { least: 0, most: LARGEST_SEED });
  return authPolicy(accept, process).then((auth) => ({
    port,
    release,
    auth,
    faults,
    wireless,
    hostile,
    seed,
    idleWaitMs,
  }));
}

function whole(flag: string, text: string, { least, most }: { least: number; most: number }): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new RangeError(`${flag}: must be a whole number from ${least} to ${most}, got: ${text}`);
}

function notOneOf(flag: string, names: readonly unknown[], text: string): RangeError {
  return new RangeError(`${flag}: must be one of ${names.join(', ')}, got: ${text}`);
}

/** parseArgs throws TypeErrors with a code of their own for unknown flags and missing values. */
function isParseError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_PARSE_ARGS')
  );
}

function welcome({ serial, seed, wireless }: VirtualPhone): string {
  const isWireless = wireless?.port !== undefined;
  return [
    'The virtual phone is ready.',
    '',
    `  adb connect ${serial}`,
    `  handeye serve --device tcp:${serial}`,
    '',
    ...(isWireless
      ? [
          `Wireless debugging is on: ${wireless.instance}, ${wireless.address}:${wireless.port}. To pair, open on the phone`,
          'Settings > System > Developer options > Wireless debugging > Pair device with pairing code.',
          '',
        ]
      : []),
    `Its seed is ${seed}. Ctrl-C switches it off.`,
  ].join('\n');
}

function help(name: string): string {
  return `Start the virtual phone alone, for adb and other tools.

Usage: ${name} [options]

Connect to it with adb connect 127.0.0.1:PORT. It listens on this computer only.

Options:
  --port NUMBER
      Port to listen on. 5555 to 5585 belong to adb's emulators. (default: ${flags.port.default})
  --android VERSION
      Android version: ${releases.join(', ')}. (default: ${flags.android.default})
  --auth POLICY
      Whose adb may connect: any, known (only keys allowed before) or prompt (asks here). (default: ${flags.auth.default})
  --fault FAULT
      Make something go wrong. Can be repeated:
      ${faultLines().join(',\n      ')}
  --wireless
      Switch wireless debugging on: pairing, TLS, mDNS on this computer's loopback. Android 12 and 14.
  --hostile
      Add apps that try to mislead an agent: overlays, look-alikes, swapped buttons, texts that speak to it.
      What they achieved is in adb logcat -s Harm.
  --seed NUMBER
      Where the phone's random numbers come from, its serial number among them. Two phones with the same seed are alike.
      (default: another one each time)
  --idle-wait MS
      How long the screen must rest before uiautomator dump reads it. (default: ${flags['idle-wait'].default})
  -h, --help
      Show this help.`;
}

/** The faults, several on a line. */
function faultLines(): readonly string[] {
  const starts = [0, 6, 13, 17, 20, 24, 28];
  return starts.map((start, line) => faultForms.slice(start, starts[line + 1]).join(', '));
}

async function authPolicy(accept: AuthPolicy['accept'], process: CommandProcess): Promise<AuthPolicy> {
  if (accept === 'any') return { accept };
  const file = process.keysFile;
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const knownKeys = new Set(lines.filter((line) => line !== ''));
  if (accept === 'known') return { accept, knownKeys };
  const ask = async (key: HostKey, signal: AbortSignal) => {
    const allowed = await isAllowed(key, signal, process);
    if (allowed) await keepKeys(file, [...knownKeys, key.base64]);
    return allowed;
  };
  return { accept, knownKeys, ask };
}

async function isAllowed({ name }: HostKey, signal: AbortSignal, process: CommandProcess): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    // Quoted, because the other computer chooses the name and could write a question of its own.
    const answer = await terminal.question(`Allow debugging from ${JSON.stringify(name)}? [y/N] `, {
      signal,
    });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}

async function keepKeys(file: string, keys: readonly string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${keys.join('\n')}\n`, { mode: 0o600 });
}
