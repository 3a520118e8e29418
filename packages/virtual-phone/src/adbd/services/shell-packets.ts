import type { Source, TerminalSize } from '../../kernel/process.ts';
import { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../packet.ts';

/**
 * The shell protocol (shell_v2): one byte kind, four bytes length, data. It carries several streams
 * and the exit code over one ADB stream.
 */
const Kind = { STDIN: 0, STDOUT: 1, STDERR: 2, EXIT: 3, CLOSE_STDIN: 4, WINDOW_SIZE: 5 } as const;

export const SHELL_HEADER_BYTES = 5;
/** "65535x65535,65535x65535" and some room: all packets but stdin are short. */
const MAX_CONTROL_BYTES = 64;

/** A message from the host to a program. Stdin comes in the pieces in which it arrives, never whole. */
export type ShellInput =
  | { readonly kind: 'stdin'; readonly bytes: Uint8Array }
  | { readonly kind: 'end of stdin' }
  | { readonly kind: 'window size'; readonly size: TerminalSize };

export function stdoutPacket(bytes: Uint8Array): Buffer {
  return shellPacket(Kind.STDOUT, bytes);
}

export function stderrPacket(bytes: Uint8Array): Buffer {
  return shellPacket(Kind.STDERR, bytes);
}

export function exitPacket(code: number): Buffer {
  return shellPacket(Kind.EXIT, Uint8Array.of(code & 0xff));
}

/** Reads the host's packets until its stream ends. Unknown kinds are skipped, as a real daemon does. */
export async function* readShellInput(source: Source): AsyncGenerator<ShellInput> {
  const reader = new ByteReader(source);
  for (;;) {
    const header = await reader.exactly(SHELL_HEADER_BYTES);
    if (header === undefined) return;
    const kind = header.readUInt8(0);
    const length = header.readUInt32LE(1);
    if (kind === Kind.STDIN) {
      yield* readStdin(reader, length);
      continue;
    }
    if (length > MAX_CONTROL_BYTES)
      throw new ProtocolError(`a shell packet of kind ${kind} with ${length} bytes`);
    const data = length === 0 ? Buffer.alloc(0) : await reader.exactly(length);
    if (kind === Kind.CLOSE_STDIN) yield { kind: 'end of stdin' };
    const size = kind === Kind.WINDOW_SIZE && data !== undefined ? windowSizeOf(data) : undefined;
    if (size !== undefined) yield { kind: 'window size', size };
  }
}

async function* readStdin(reader: ByteReader, length: number): AsyncGenerator<ShellInput> {
  for (let left = length; left > 0;) {
    const bytes = await reader.some(left);
    if (bytes === undefined) return;
    left -= bytes.length;
    yield { kind: 'stdin', bytes };
  }
}

/** "ROWSxCOLUMNS,WIDTHxHEIGHT", the latter in pixels and mostly 0. */
function windowSizeOf(data: Uint8Array): TerminalSize | undefined {
  const [, rows, columns] = /^(\d+)x(\d+),\d+x\d+/.exec(Buffer.from(data).toString('latin1')) ?? [];
  return rows === undefined || columns === undefined
    ? undefined
    : { rows: Number(rows), columns: Number(columns) };
}

function shellPacket(kind: number, bytes: Uint8Array): Buffer {
  const packet = Buffer.allocUnsafe(SHELL_HEADER_BYTES + bytes.length);
  packet.writeUInt8(kind, 0);
  packet.writeUInt32LE(bytes.length, 1);
  packet.set(bytes, SHELL_HEADER_BYTES);
  return packet;
}
