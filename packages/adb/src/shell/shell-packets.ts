/**
 * The shell protocol (feature shell_v2, Android 7 and later): one byte for the kind, four bytes for the length, data.
 * It separates stderr from stdout and reports the exit code.
 */
import { bufferOf } from '../byte-reader.ts';

const HEADER_BYTES = 5;
const Kind = { STDIN: 0, STDOUT: 1, STDERR: 2, EXIT: 3 } as const;

/** The listener for the parts of a program's answer. */
export interface ShellListener {
  stdout(bytes: Uint8Array): void;
  stderr(bytes: Uint8Array): void;
  exit(code: number): void;
}

/** Input for a program, as it goes over the wire. */
export function stdinPacket(bytes: Uint8Array): Buffer {
  const packet = Buffer.allocUnsafe(HEADER_BYTES + bytes.length);
  packet.writeUInt8(Kind.STDIN, 0);
  packet.writeUInt32LE(bytes.length, 1);
  packet.set(bytes, HEADER_BYTES);
  return packet;
}

/** Parses an answer that arrives in chunks of any size; output is passed on before its packet is complete. */
export class ShellPackets {
  readonly #listener: ShellListener;
  #header: Buffer = Buffer.alloc(0);
  #kind = 0;
  #left = 0;

  constructor(listener: ShellListener) {
    this.#listener = listener;
  }

  push(chunk: Uint8Array): void {
    let bytes = bufferOf(chunk);
    while (bytes.length > 0) {
      if (this.#left > 0) {
        const data = bytes.subarray(0, this.#left);
        this.#left -= data.length;
        bytes = bytes.subarray(data.length);
        this.#deliver(data);
      } else {
        const missing = HEADER_BYTES - this.#header.length;
        this.#header = Buffer.concat([this.#header, bytes.subarray(0, missing)]);
        bytes = bytes.subarray(missing);
        this.#startPacket();
      }
    }
  }

  #startPacket(): void {
    if (this.#header.length < HEADER_BYTES) return;
    this.#kind = this.#header.readUInt8(0);
    this.#left = this.#header.readUInt32LE(1);
    this.#header = Buffer.alloc(0);
  }

  /** Unknown kinds are ignored. */
  #deliver(data: Buffer): void {
    if (this.#kind === Kind.STDOUT) this.#listener.stdout(data);
    else if (this.#kind === Kind.STDERR) this.#listener.stderr(data);
    else if (this.#kind === Kind.EXIT) this.#listener.exit(data.readUInt8(0));
  }
}
