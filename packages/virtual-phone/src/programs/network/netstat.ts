/** netstat: listening ports and connections inside the phone. */
import type { NetworkInterface } from '../../kernel/network.ts';
import type { Ports } from '../../kernel/ports.ts';
import { parseOptions, say, tool } from '../tool.ts';

interface SocketLine {
  readonly local: string;
  readonly foreign: string;
  readonly state: 'LISTEN' | 'ESTABLISHED';
}

/** Programs connect over the loopback, with client ports chosen by the kernel. */
const FIRST_CLIENT_PORT = 40_000;

function tcpSockets(ports: Ports): readonly SocketLine[] {
  const portOf = (address: string): string | undefined => /^tcp:(\d+)/.exec(address)?.[1];
  const listening = ports.listening().flatMap((address): SocketLine[] => {
    const port = portOf(address);
    return port === undefined ? [] : [{ local: `0.0.0.0:${port}`, foreign: '0.0.0.0:*', state: 'LISTEN' }];
  });
  const connected = ports.connected().flatMap((address, index): SocketLine[] => {
    const port = portOf(address);
    if (port === undefined) return [];
    const [server, client] = [`127.0.0.1:${port}`, `127.0.0.1:${FIRST_CLIENT_PORT + index}`];
    return [
      { local: server, foreign: client, state: 'ESTABLISHED' },
      { local: client, foreign: server, state: 'ESTABLISHED' },
    ];
  });
  return [...listening, ...connected];
}

/** toybox's netstat. Without -t, -u, -w or -x it shows all kinds; without -a or -l it omits listening sockets. */
export const netstat = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'pWrxwutneal' });
  const { network } = task.system;
  const { ports } = network;
  const wanted = (letter: string): boolean =>
    options.has(letter) || !['t', 'u', 'w', 'x', 'r'].some((one) => options.has(one));
  const which = options.has('a') ? 'established and' : options.has('l') ? 'only' : 'w/o';
  if (options.has('r')) await say(task, routes(network.interfaces()));
  if (['t', 'u', 'w'].some(wanted)) {
    const width = options.has('W') ? 51 : 23;
    const cell = (text: string): string => text.slice(0, width).padEnd(width);
    await say(
      task,
      `Active Internet connections (${which} servers)\n` +
        `Proto Recv-Q Send-Q ${cell('Local Address')} ${cell('Foreign Address')} State      ` +
        `${options.has('p') ? ' PID/Program Name' : ''}\n`,
    );
    const shown = tcpSockets(ports).filter(
      ({ state }) => options.has('a') || (state === 'LISTEN') === options.has('l'),
    );
    for (const { local, foreign, state } of wanted('t') ? shown : []) {
      await say(
        task,
        `tcp        0      0 ${cell(local)} ${cell(foreign)} ${state.padEnd(11)}${options.has('p') ? ' -' : ''}\n`,
      );
    }
  }
  if (wanted('x')) await say(task, unixSockets(ports, { which, all: options.has('a') || options.has('l') }));
  return 0;
});

function routes(interfaces: readonly NetworkInterface[]): string {
  const rows = interfaces.flatMap(({ name, isLoopback, address }) => {
    if (isLoopback || address === undefined) return [];
    const [network, mask] = networkOf(address);
    return [
      `${network.padEnd(15)} ${'*'.padEnd(15)} ${mask.padEnd(16)}${'U'.padEnd(6)}    0 0          0 ${name}\n`,
    ];
  });
  return (
    'Kernel IP routing table\nDestination\tGateway \tGenmask \tFlags   MSS Window  irtt Iface\n' +
    rows.join('')
  );
}

/** The network of an address, and its mask: 192.168.1.0 and 255.255.255.0. */
export function networkOf({ ip, prefix }: { ip: string; prefix: number }): readonly [string, string] {
  const mask = Array.from({ length: 4 }, (_, part) => {
    const bits = Math.min(8, Math.max(0, prefix - part * 8));
    return 256 - 2 ** (8 - bits);
  });
  const network = ip.split('.').map((part, index) => Number(part) & (mask[index] ?? 0));
  return [network.join('.'), mask.join('.')];
}

function unixSockets(ports: Ports, { which, all }: { which: string; all: boolean }): string {
  const line = (address: string, state: string, flags: string, inode: number): string => {
    const name = address.replace(/^localabstract:/, '@').replace(/^local(filesystem|reserved)?:/, '');
    return `unix  2      ${`[ ${flags}]`.padEnd(11)} ${'STREAM'.padEnd(10)} ${state.padEnd(13)} ${String(inode).padStart(8)} ${name}\n`;
  };
  const isUnix = (address: string): boolean => address.startsWith('local');
  const listening = all ? ports.listening().filter(isUnix) : [];
  return (
    `Active UNIX domain sockets (${which} servers)\nProto RefCnt Flags\t Type\t    State\t    I-Node Path\n` +
    listening.map((address, index) => line(address, 'LISTENING', 'ACC ', 20_000 + index)).join('') +
    ports
      .connected()
      .filter(isUnix)
      .map((address, index) => line(address, 'CONNECTED', '', 30_000 + index))
      .join('')
  );
}

/** Android 5's netstat: all of TCP, whatever the options. */
export const toolboxNetstat = tool(async (task) => {
  await say(task, 'Proto Recv-Q Send-Q Local Address          Foreign Address        State\n');
  for (const { local, foreign, state } of tcpSockets(task.system.network.ports)) {
    await say(task, ` tcp       0      0 ${local.padEnd(22)} ${foreign.padEnd(22)} ${state}\n`);
  }
  return 0;
});
