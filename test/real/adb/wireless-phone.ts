import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { NetworkNamespace } from './network-namespace.ts';

const CLI = new URL('../../../packages/virtual-phone/src/cli.ts', import.meta.url);

/** The command that runs a source file as a program. */
export function sourceProgram(source: URL): readonly [program: string, ...args: string[]] {
  return [process.execPath, '--conditions=handeye-source', '--import', 'tsx', fileURLToPath(source)];
}

export interface WirelessPhone {
  /** Its mDNS name, and the port for paired computers. */
  readonly instance: string;
  readonly port: number;
  /** Switches it off as Ctrl-C does; resolves when it is gone. */
  stop(): Promise<void>;
}

/** `virtual-phone --wireless` in a network of its own; its plain port is 6555. */
export async function startWirelessPhone(
  t: TestContext,
  network: NetworkNamespace,
  flags: readonly string[] = [],
): Promise<WirelessPhone> {
  const [program, ...args] = sourceProgram(CLI);
  const child = network.spawn(program, [...args, '--wireless', '--idle-wait', '100', ...flags]);
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  t.after(stop);
  let text = '';
  child.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
  for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
    text += bytes.toString();
    const [, instance, port] = /is on: (\S+), 127\.0\.0\.1:(\d+)\./.exec(text) ?? [];
    if (instance !== undefined) return { instance, port: Number(port), stop };
  }
  throw new Error(`the phone did not start: ${text}`);
}
