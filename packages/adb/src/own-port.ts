/** The phone that this program runs on: its wireless debugging listens on every address, and so on 127.0.0.1. */
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import type { Call } from '@handeye/core/call/call';
import { DeadlineExceeded, withinLimit } from '@handeye/core/call/call';
import { encodePacket, MAX_PAYLOAD, PacketCommand, VERSION_WITHOUT_CHECKSUM } from './daemon/packet.ts';

const HOST = '127.0.0.1';
const PROPERTY = 'service.adb.tls.port';
/** For all of the search. */
const SEARCH_LIMIT = 3000;
/** A daemon answers at once; something else that listens may say nothing. */
const ANSWER_LIMIT = 400;
/** Linux picks ports from this range when a program asks for any free one (ip_local_port_range). */
const FREE_PORTS = { first: 32_768, last: 60_999 };
const AT_ONCE = 128;
/** Milliseconds in which the phone's own announcement is heard. */
const LISTEN = 600;

export interface OwnPortSearch {
  /** The port that worked last. */
  readonly last?: number | undefined;
  /** The ports to try if none of the others is it. */
  readonly among?: { readonly first: number; readonly last: number };
}

/** The ports of this machine at which wireless debugging answers; empty if none was found in three seconds. */
export async function ownPorts(
  { last, among = FREE_PORTS }: OwnPortSearch,
  call: Call,
): Promise<readonly number[]> {
  const found: number[] = [];
  const limit = Math.min(SEARCH_LIMIT, call.remaining());
  const search = async (own: Call): Promise<void> => {
    const { signal } = own;
    if (last !== undefined) await note(last, found, signal);
    if (found.length > 0) return;
    const told = (await Promise.all([portInProperty(signal), announcedPorts(own)])).flat();
    const ports = [...new Set(told)];
    const answers = await Promise.all(ports.map((port) => wantsTls(port, signal)));
    found.push(...ports.filter((_, at) => answers[at]));
    if (found.length > 0) return;
    let next = among.first;
    const look = async () => {
      while (next <= among.last && found.length === 0 && !signal.aborted) await note(next++, found, signal);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, look));
  };
  await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, search).catch((error: unknown) => {
    if (!(error instanceof DeadlineExceeded) || call.signal.aborted) throw error;
  });
  return found;
}

/** Of all phones in the network: which of these ports is ours is found out by asking. */
async function announcedPorts(call: Call): Promise<number[]> {
  const { WirelessServices } = await import('./wireless/mdns.ts');
  const services = new WirelessServices();
  try {
    const heard = await services.settle(LISTEN, call);
    return heard.filter(({ kind }) => kind === 'connect').map(({ port }) => port);
  } finally {
    services.close();
  }
}

/**
 * Turns wireless debugging on, which a restart of the phone turns off: by Termux:API, if the user gave it the permission
 * WRITE_SECURE_SETTINGS. Resolves with whether that was tried.
 */
export function turnOnWirelessDebugging(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('termux-adb-wifi-enable', ['true'], { signal, timeout: SEARCH_LIMIT }, (error) => {
      resolve(error === null);
    });
  });
}

/** Set while wireless debugging is on. Some phones do not let apps read it. */
function portInProperty(signal: AbortSignal): Promise<number[]> {
  return new Promise((resolve) => {
    execFile('getprop', [PROPERTY], { signal, timeout: ANSWER_LIMIT * 2 }, (_, said) => {
      const port = Number(said);
      resolve(Number.isInteger(port) && port > 0 && port <= 65_535 ? [port] : []);
    });
  });
}

async function note(port: number, found: number[], signal: AbortSignal): Promise<void> {
  if (await wantsTls(port, signal)) found.push(port);
}

/** Greets what listens at the port: wireless debugging answers STLS. */
function wantsTls(port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port, signal });
    const finish = (itDoes: boolean) => {
      resolve(itDoes);
      socket.destroy();
    };
    socket.setTimeout(ANSWER_LIMIT, () => {
      finish(false);
    });
    socket.once('connect', () => {
      const data = Buffer.from('host::features=shell_v2');
      const greeting = {
        command: PacketCommand.CNXN,
        arg0: VERSION_WITHOUT_CHECKSUM,
        arg1: MAX_PAYLOAD,
        data,
      };
      socket.write(encodePacket(greeting, true));
    });
    socket.once('data', (bytes: Buffer) => {
      finish(bytes.length >= 4 && bytes.readUInt32LE(0) === PacketCommand.STLS);
    });
    socket.once('error', () => {
      finish(false);
    });
    socket.once('close', () => {
      finish(false);
    });
  });
}
