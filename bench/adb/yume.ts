import { once } from 'node:events';
import type { Adb, AdbServerClient } from '@yume-chan/adb';
import { AdbServerClient as ServerClient } from '@yume-chan/adb';
import { tcpStreams } from '../../packages/virtual-phone/test/adbd/yume-host.ts';

interface CleanUps {
  readonly after: (cleanUp: () => unknown) => void;
}

/** @yume-chan/adb at the phone behind an adb server. */
export async function yumeThroughServer(t: CleanUps, port: number, serial: string): Promise<Adb> {
  const connector: AdbServerClient.ServerConnector = {
    connect: () => connection(t, port),
    addReverseTunnel: unused,
    removeReverseTunnel: unused,
    clearReverseTunnels: unused,
  };
  return new ServerClient(connector).createAdb({ serial });
}

/** A shell that is kept open over @yume-chan/adb: a command is written to it, a marker line ends the output. */
export async function yumeKeptShell(t: CleanUps, adb: Adb): Promise<(command: string) => Promise<string>> {
  const process = await mustHave(adb).spawn('sh');
  t.after(() => process.kill());
  // It rejects when the connection closes before the shell, as at the end of a run.
  process.exited.catch(() => undefined);
  const input = process.stdin.getWriter();
  const output = process.stdout.getReader();
  let turn = 0;
  return async (command) => {
    const mark = `mark-${++turn}:`;
    await input.write(Buffer.from(`${command}; echo ${mark}$?\n`));
    let text = '';
    while (!text.includes(mark) || !text.endsWith('\n')) {
      const { done, value } = await output.read();
      if (done) throw new Error('the shell ended');
      text += Buffer.from(value).toString();
    }
    return text;
  };
}

/** How @yume-chan/adb runs a command: a shell for each, with output and exit code. */
export async function yumeCommand(adb: Adb, command: string): Promise<unknown> {
  return mustHave(adb).spawnWaitText(command);
}

async function connection(t: CleanUps, port: number): Promise<AdbServerClient.ServerConnection> {
  const { socket, readable, writable } = await tcpStreams(t, port);
  return {
    readable,
    writable,
    close: () => {
      socket.destroy();
    },
    closed: once(socket, 'close').then(() => undefined),
  };
}

function mustHave({ subprocess: { shellProtocol } }: Adb): NonNullable<Adb['subprocess']['shellProtocol']> {
  if (shellProtocol === undefined) throw new Error('this phone has no shell protocol');
  return shellProtocol;
}

function unused(): never {
  throw new Error('no reverse tunnels are measured');
}
