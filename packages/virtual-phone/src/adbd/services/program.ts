import { setTimeout as delay } from 'node:timers/promises';
import { BrokenPipe, type Process, type Source } from '../../kernel/process.ts';
import type { AdbStream } from '../stream.ts';
import type { Service } from './context.ts';
import {
  SHELL_HEADER_BYTES,
  exitPacket,
  readShellInput,
  stderrPacket,
  stdoutPacket,
} from './shell-packets.ts';

const SIGHUP = 1;

/**
 * How long a program may take to read the host's last bytes after the stream is closed. adb sends a CLSE right behind the last
 * bytes (`adb exec-in`), and a phone's program still gets them before the hang-up.
 */
const LAST_WORDS_MS = 1000;

/** Runs a program over raw bytes: stdout and stderr are mixed, and the exit code is lost. */
export function bareProgram(start: () => Process): Service {
  return async (stream) => {
    const program = start();
    hangUpAfter(stream, program, feedBytes(stream.incoming, program));
    const send = (bytes: Uint8Array) => stream.outgoing.write(bytes);
    await Promise.all([forEach(program.stdout, send), forEach(program.stderr, send), program.exit]);
  };
}

/** Runs a program over the shell protocol: stdin can end, stderr stays apart, and the exit code is sent. */
export function packetProgram(start: () => Process): Service {
  return async (stream) => {
    const program = start();
    hangUpAfter(stream, program, feedPackets(stream.incoming, program));
    const send = (wrap: (bytes: Uint8Array) => Buffer) => async (bytes: Uint8Array) => {
      // A shell packet that fits one ADB packet reaches the host's reader in one piece.
      for (const piece of piecesOf(bytes, stream.maxPayload - SHELL_HEADER_BYTES)) {
        await stream.outgoing.write(wrap(piece));
      }
    };
    const [code] = await Promise.all([
      program.exit,
      forEach(program.stdout, send(stdoutPacket)),
      forEach(program.stderr, send(stderrPacket)),
    ]);
    await stream.outgoing.write(exitPacket(code));
  };
}

async function feedBytes(source: Source, program: Process): Promise<void> {
  await forEach(source, (bytes) => program.stdin.write(bytes).catch(ignoreBrokenPipe));
}

async function feedPackets(source: Source, program: Process): Promise<void> {
  for await (const input of readShellInput(source)) {
    if (input.kind === 'stdin') await program.stdin.write(input.bytes).catch(ignoreBrokenPipe);
    else if (input.kind === 'end of stdin') program.stdin.end();
    else program.resize(input.size);
  }
}

/**
 * Hangs up once the stream is closed by either side and the host's bytes are read: a running program ends, and so do the
 * background jobs of one that has ended.
 */
function hangUpAfter(stream: AdbStream, program: Process, feeding: Promise<void>): void {
  const fed = feeding.catch(() => {
    stream.close(); // the host sent bytes that are no shell packets
  });
  const exited = program.exit.catch(() => undefined);
  const hangUp = async (): Promise<void> => {
    await Promise.race([fed, exited, delay(LAST_WORDS_MS, undefined, { ref: false })]);
    program.kill(SIGHUP);
  };
  if (stream.closed.aborted) void hangUp();
  else stream.closed.addEventListener('abort', () => void hangUp(), { once: true });
}

/** A program may ignore its stdin: the bytes are lost. */
function ignoreBrokenPipe(error: unknown): void {
  if (!(error instanceof BrokenPipe)) throw error;
}

async function forEach(source: Source, take: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  for await (const bytes of source) await take(bytes);
}

function* piecesOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
