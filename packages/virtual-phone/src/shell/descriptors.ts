/** File descriptors: open files that are shared by all tasks that inherit them and closed with the last reference. */
import { FileError, type FileSystem } from '../kernel/file-system.ts';
import { BrokenPipe, type Sink, type Source } from '../kernel/process.ts';
import type { Random } from '../kernel/random.ts';
import type { Input, PipeReader, PipeWriter, ReadRequest } from '../kernel/pipe.ts';
import { breathe } from './clock.ts';

/** The source and sink of a descriptor. */
export interface Stream {
  read?(request: ReadRequest): Promise<Uint8Array | undefined>;
  unread?(bytes: Uint8Array): void;
  write?(bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  close?(): void;
}

/** An open file; descriptors that were inherited or duplicated share it, with its position. */
export class OpenFile {
  readonly #stream: Stream;
  #references = 1;

  constructor(
    stream: Stream,
    readonly isTerminal = false,
  ) {
    this.#stream = stream;
  }

  retain(): this {
    this.#references++;
    return this;
  }

  release(): void {
    if (--this.#references === 0) this.#stream.close?.();
  }

  get readable(): boolean {
    return this.#stream.read !== undefined;
  }

  get writable(): boolean {
    return this.#stream.write !== undefined;
  }

  async read(request: ReadRequest = {}): Promise<Uint8Array | undefined> {
    await breathe(); // files and devices never wait, so yield here
    request.signal?.throwIfAborted();
    return this.#stream.read?.(request);
  }

  unread(bytes: Uint8Array): void {
    this.#stream.unread?.(bytes);
  }

  async write(bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    await breathe();
    signal?.throwIfAborted();
    if (!this.#stream.write) throw new BrokenPipe('not open for writing');
    await this.#stream.write(bytes, signal);
  }
}

/** The descriptors of one task. */
export class Descriptors {
  readonly #files = new Map<number, OpenFile>();

  constructor(files: Iterable<readonly [number, OpenFile]> = []) {
    for (const [fd, file] of files) this.#files.set(fd, file);
  }

  get(fd: number): OpenFile | undefined {
    return this.#files.get(fd);
  }

  /** Sets a descriptor to an open file (taking over its reference), closing the one that was there. */
  set(fd: number, file: OpenFile): void {
    this.#files.get(fd)?.release();
    this.#files.set(fd, file);
  }

  close(fd: number): void {
    this.#files.get(fd)?.release();
    this.#files.delete(fd);
  }

  /** The same open files, for a child. */
  inherit(): Descriptors {
    return new Descriptors([...this.#files].map(([fd, file]) => [fd, file.retain()] as const));
  }

  closeAll(): void {
    for (const fd of [...this.#files.keys()]) this.close(fd);
  }
}

export function readingEnd(reader: PipeReader): OpenFile {
  return new OpenFile({
    read: (request) => reader.read(request),
    unread: (bytes) => {
      reader.unread(bytes);
    },
    close: () => {
      reader.close();
    },
  });
}

export function writingEnd(writer: PipeWriter): OpenFile {
  return new OpenFile({
    write: (bytes, signal) => writer.write(bytes, signal),
    close: () => {
      writer.end();
    },
  });
}

/** A program's own source as an open file. */
export function fromSource(source: Source): OpenFile {
  if (isInput(source)) {
    return new OpenFile({
      read: (request) => source.read(request),
      unread: (bytes) => {
        source.unread(bytes);
      },
    });
  }
  const iterator = source[Symbol.asyncIterator]();
  const left: Uint8Array[] = [];
  return new OpenFile({
    read: async ({ limit = Infinity }) => {
      const next = left.pop() ?? (await nextOf(iterator));
      if (!next || next.length <= limit) return next;
      left.push(next.subarray(limit));
      return next.subarray(0, limit);
    },
    unread: (bytes) => {
      if (bytes.length > 0) left.push(bytes);
    },
  });
}

async function nextOf(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const result = await iterator.next();
  return result.done ? undefined : result.value;
}

export function fromSink(sink: Sink): OpenFile {
  return new OpenFile({ write: (bytes) => sink.write(bytes) });
}

/** An open file with these bytes, for here-documents and files. */
export function fromBytes(bytes: Uint8Array): OpenFile {
  return new OpenFile(bytesToRead((start, end) => bytes.subarray(start, end)));
}

const FILE_READ_SIZE = 65_536;

function bytesToRead(
  bytes: (start: number, end: number) => Uint8Array,
): Required<Pick<Stream, 'read' | 'unread'>> {
  let position = 0;
  return {
    read: ({ limit = FILE_READ_SIZE }) => {
      const chunk = bytes(position, position + limit);
      position += chunk.length;
      return Promise.resolve(chunk.length > 0 ? chunk : undefined);
    },
    unread: (back) => {
      position -= back.length;
    },
  };
}

const LARGEST_SNAPSHOT = 1024 * 1024;

interface FilesAndRandom {
  readonly files: FileSystem;
  readonly random: Random;
}

export type OpenMode = 'read' | 'write' | 'append' | 'both';

/** Opens a file or a plain device by its path; the task handles terminals and /proc/self/fd. */
export function openPath({ files, random }: FilesAndRandom, path: string, mode: OpenMode): OpenFile {
  if (files.exists(path) && files.stat(path).kind === 'device')
    return openDevice(files.resolve(path), random);
  if (mode === 'read') {
    // An open file keeps its content, even if it is renamed or removed; only large files are read when needed.
    const whole = files.stat(path).size <= LARGEST_SNAPSHOT ? files.read(path) : undefined;
    return new OpenFile(
      bytesToRead((start, end) => whole?.subarray(start, end) ?? files.read(path, { start, end })),
    );
  }
  files.write(path, new Uint8Array(), { append: mode !== 'write' });
  const write = (bytes: Uint8Array): Promise<void> => {
    files.write(path, bytes, { append: true });
    return Promise.resolve();
  };
  return new OpenFile(
    mode === 'both' ? { write, ...bytesToRead((start, end) => files.read(path, { start, end })) } : { write },
  );
}

function openDevice(path: string, random: Random): OpenFile {
  const discard = (): Promise<void> => Promise.resolve();
  switch (path) {
    case '/dev/zero':
      return new OpenFile({
        write: discard,
        read: ({ limit = 4096 }) => Promise.resolve(new Uint8Array(Math.min(limit, FILE_READ_SIZE))),
      });
    case '/dev/random':
    case '/dev/urandom':
      return new OpenFile({
        write: discard,
        read: ({ limit = 4096 }) => Promise.resolve(random.bytes(Math.min(limit, FILE_READ_SIZE))),
      });
    case '/dev/full':
      return new OpenFile({ write: () => Promise.reject(new FileError('ENOSPC', path)) });
    default:
      return new OpenFile({ write: discard, read: () => Promise.resolve(undefined) });
  }
}

function isInput(source: Source): source is Input {
  return 'read' in source && 'unread' in source;
}
