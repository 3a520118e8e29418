import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import * as z from 'zod';
import { choice, listOf, text, whole } from '../config/values.ts';
import type { AuthPolicy, HostKey } from '../phone/adbd/index.ts';
import type { AndroidRelease } from '../phone/machine.ts';
import type { Phone } from '../phone/phone.ts';
import { type Command, type Context, exit, UsageError } from './command.ts';

const releases = ['5', '9', '12', '14'] as const;

/** What the command's own flags become once they are checked. */
const ownFlags = z.object({
  port: z.number(),
  android: z.enum(releases),
  auth: z.enum(['any', 'known', 'prompt']),
  fault: z.array(z.string()),
  idleWait: z.number(),
});

export const phone: Command = {
  name: 'phone',
  about: 'Start the built-in virtual phone alone, for adb and other tools.',
  more: 'Connect to it with adb connect 127.0.0.1:PORT. It listens on this computer only.',
  settings: ['logLevel'],
  own: {
    port: {
      schema: whole(1, 65_535),
      standard: 6555,
      takes: 'NUMBER',
      about: 'Port to listen on; not 5555 to 5585.',
    },
    android: {
      schema: choice(releases),
      standard: '14',
      takes: 'VERSION',
      about: 'Which Android it is: 5, 9, 12 or 14.',
    },
    auth: {
      schema: choice(['any', 'known', 'prompt']),
      standard: 'any',
      takes: 'POLICY',
      about: 'Whose adb may connect: any, known (allowed before) or prompt (asks here).',
    },
    fault: {
      schema: listOf(text('must be a fault', /\S/)),
      standard: [],
      takes: 'FAULT',
      about:
        'What goes wrong, several allowed: offline, unauthorized, slow:MS, slow-java:MS, cut:BYTES, dump-idle[:TIMES], ' +
        'dump-null-root[:TIMES], dump-killed[:TIMES], dump-crash[:TIMES], secure, never-idle, kill:PACKAGE, hang:PACKAGE.',
    },
    idleWait: {
      schema: whole(0, 60_000),
      standard: 1000,
      takes: 'MS',
      about: 'How much rest uiautomator dump waits for.',
    },
  },
  async run(context) {
    const { world, print, log } = context;
    const started = await start(context);
    try {
      log.info('virtual phone started', { address: started.serial });
      print(welcome(started));
      if (!world.stopped.aborted) await once(world.stopped, 'abort');
    } finally {
      await started.close();
    }
    return exit.fine;
  },
};

async function start(context: Context): Promise<Phone> {
  const { port, android, auth, fault, idleWait } = ownFlags.parse(context.own);
  const { parseFault, startPhone } = await import('../phone/phone.ts');
  try {
    return await startPhone({
      release: Number(android) as AndroidRelease, // `releases` are its names
      port,
      auth: await policy(auth, context),
      faults: fault.map(parseFault),
      idleWaitMs: idleWait,
    });
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

function welcome({ serial }: Phone): string {
  return [
    'The virtual phone is ready.',
    '',
    `  adb connect ${serial}`,
    `  handeye serve --device tcp:${serial}`,
    '',
    'Ctrl-C switches it off.',
  ].join('\n');
}

async function policy(accept: AuthPolicy['accept'], context: Context): Promise<AuthPolicy> {
  if (accept === 'any') return { accept };
  const file = join(context.folder, 'phone-keys');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const knownKeys = new Set(lines.filter((line) => line !== ''));
  if (accept === 'known') return { accept, knownKeys };
  const ask = async (key: HostKey, signal: AbortSignal) => {
    const allowed = await asked(key, signal, context);
    if (allowed) await keep(file, [...knownKeys, key.base64]);
    return allowed;
  };
  return { accept, knownKeys, ask };
}

async function asked({ name }: HostKey, signal: AbortSignal, { world }: Context): Promise<boolean> {
  const terminal = createInterface({ input: world.stdin, output: world.stdout });
  try {
    // A name is what the other computer calls itself: quoted, so that it cannot write a question of its own.
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

async function keep(file: string, keys: readonly string[]): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(file, `${keys.join('\n')}\n`, { mode: 0o600 });
}
