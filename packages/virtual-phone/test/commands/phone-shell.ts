import type { TestContext } from 'node:test';
import { startPhone, type VirtualPhone, type StartPhoneOptions } from '../../src/start-phone.ts';
import type { SpawnOptions } from '../../src/kernel/process.ts';

/** The result of a command line. */
export interface Ran {
  readonly out: string;
  readonly err: string;
  /** Both in their order, as on a terminal. */
  readonly text: string;
  readonly code: number;
}

export interface PhoneShell {
  readonly phone: VirtualPhone;
  readonly run: (line: string, options?: SpawnOptions & { input?: string | Uint8Array }) => Promise<Ran>;
}

/** A running phone with its shell. Windows open at once, and a dump waits only a moment for idle. */
export async function phoneShell(t: TestContext, options: StartPhoneOptions = {}): Promise<PhoneShell> {
  const phone = await startPhone({ idleWaitMs: 10, ...options });
  t.after(() => phone.close());
  for (const name of ['window_animation_scale', 'transition_animation_scale'])
    phone.framework.settings.put('global', name, '0');
  return { phone, run: (line, how) => run(phone, line, how) };
}

async function run(
  phone: VirtualPhone,
  line: string,
  { input, ...options }: SpawnOptions & { input?: string | Uint8Array } = {},
): Promise<Ran> {
  const process = phone.android.spawn(line, options);
  const all: Buffer[] = [];
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    const own: Buffer[] = [];
    for await (const bytes of source) {
      own.push(Buffer.from(bytes));
      all.push(Buffer.from(bytes));
    }
    return Buffer.concat(own).toString();
  };
  const outputs = Promise.all([collect(process.stdout), collect(process.stderr)]);
  if (input !== undefined) await process.stdin.write(Buffer.from(input));
  process.stdin.end();
  const [out, err] = await outputs;
  return { out, err, text: Buffer.concat(all).toString(), code: await process.exit };
}
