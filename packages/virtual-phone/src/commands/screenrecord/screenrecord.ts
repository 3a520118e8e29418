import { FileError } from '../../kernel/file-system.ts';
import { errorText } from '../../shell/errors.ts';
import { SIGHUP, SIGINT } from '../../shell/signals.ts';
import type { Executable, Task } from '../../shell/task.ts';
import { encode } from '../../shell/text.ts';
import type { RunningAndroid } from '../running-android.ts';
import { sleep } from '../waiting.ts';
import { Film, type FilmTarget } from './film.ts';
import { parseRecord, type RecordOptions } from './options.ts';
import { contentArea, type VideoSize } from './yuv.ts';

/** The interval between two looks at the screen. A real phone's screen hands over each frame; this one draws only on demand. */
const FRAME_MS = 200;
/** The fallback if the encoder cannot take the display's own size. */
const FALLBACK: VideoSize = { width: 720, height: 1280 };
/** Errors of the kernel and the media framework: screenrecord prints these numbers and exits with them. */
const NO_SPACE = -28;
const BAD_VALUE = -22;

/** `screenrecord [options] FILE`: a film of the screen, until SIGINT, SIGHUP or the time limit. */
export function screenrecord(android: RunningAndroid): Executable {
  return async (task) => {
    const options = parseRecord(task.args, android.framework.shape.release);
    if ('words' in options) {
      await task.stderr.write(encode(options.words));
      return options.code;
    }
    return new Recorder(android, task, options).record();
  };
}

class Recorder {
  readonly #android: RunningAndroid;
  readonly #task: Task;
  readonly #options: RecordOptions;
  readonly #path: string;

  constructor(android: RunningAndroid, task: Task, options: RecordOptions) {
    this.#android = android;
    this.#task = task;
    this.#options = options;
    this.#path = android.files.resolve(options.file, task.cwd);
  }

  async record(): Promise<number> {
    if (!(await this.#makeFile())) return 1;
    const size = await this.#size();
    if (size === undefined) return BAD_VALUE & 0xff;
    try {
      return await this.#film(size);
    } catch (error) {
      if (!(error instanceof FileError) || error.code !== 'ENOSPC') throw error;
      await this.#complain(`Encoder failed (err=${NO_SPACE})`);
      return NO_SPACE & 0xff;
    }
  }

  /**
   * Opens the file early, so that errors are reported. Android 5 leaves the file readable to all; later only its owner may read
   * it.
   */
  async #makeFile(): Promise<boolean> {
    const { files, framework } = this.#android;
    if (this.#options.format === 'h264' && this.#options.file === '-') return true;
    try {
      files.write(this.#path, new Uint8Array(), { mode: framework.shape.release === 5 ? 0o644 : 0o600 });
      return true;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await this.#complain(`Unable to open '${this.#options.file}': ${errorText(error)}`);
      return false;
    }
  }

  /** The size of the film, if the encoder takes one: only even sizes, up to the phone's limit. */
  async #size(): Promise<VideoSize | undefined> {
    const { width, height } = this.#android.framework.display.size;
    const wanted = this.#options.size ?? { width: width & ~1, height: height & ~1 };
    const turned = { width: FALLBACK.height, height: FALLBACK.width };
    const smaller = width > height ? turned : FALLBACK;
    for (const size of this.#options.size ? [wanted] : [wanted, smaller]) {
      await this.#say(
        `Configuring recorder for ${size.width}x${size.height} video/avc at ${(this.#options.bitRate / 1_000_000).toFixed(2)}Mbps`,
      );
      if (this.#takes(size)) return size;
      await this.#complain(
        `ERROR: unable to configure video/avc codec at ${size.width}x${size.height} (err=${BAD_VALUE})`,
      );
      if (size === wanted && !this.#options.size) {
        await this.#complain(
          `WARNING: failed at ${size.width}x${size.height}, retrying at ${smaller.width}x${smaller.height}`,
        );
      }
    }
    return undefined;
  }

  #takes({ width, height }: VideoSize): boolean {
    const { encoderLimit } = this.#android;
    return width % 2 === 0 && height % 2 === 0 && Math.max(width, height) <= encoderLimit;
  }

  async #film(size: VideoSize): Promise<number> {
    const { framework, files } = this.#android;
    const { timeLimit, format } = this.#options;
    const area = contentArea(framework.display.size, size);
    await this.#say(`Content area is ${area.width}x${area.height} at offset x=${area.left} y=${area.top}`);
    const film = new Film(size, this.#target());
    await film.begin();
    const stopped = this.#stopSignal();
    const start = framework.clock.now();
    const elapsed = () => framework.clock.now() - start;
    while (!stopped.aborted && elapsed() < timeLimit * 1000) {
      const time = elapsed();
      await film.show(framework.screenshot(), time);
      const left = Math.min(FRAME_MS, Math.max(1, timeLimit * 1000 - elapsed()));
      await sleep(framework.clock.programs, left, AbortSignal.any([stopped, this.#task.signal])).catch(
        () => undefined,
      );
      this.#task.signal.throwIfAborted();
    }
    if (!stopped.aborted) await this.#say('Time limit reached');
    const seconds = Math.round(elapsed() / 1000);
    await this.#say(`Encoder stopping; recorded ${film.frames} frames in ${seconds} seconds`);
    if (format === 'mp4') film.end(files, this.#path, elapsed());
    return 0;
  }

  #target(): FilmTarget {
    const { files } = this.#android;
    const { format, file } = this.#options;
    const toStdout = format === 'h264' && file === '-';
    return {
      format,
      append: (bytes) => {
        if (toStdout) return this.#task.stdout.write(bytes);
        files.write(this.#path, bytes, { append: true });
        return Promise.resolve();
      },
    };
  }

  /** The first SIGINT or SIGHUP ends the film; a second one ends the program at once. */
  #stopSignal(): AbortSignal {
    const stop = new AbortController();
    this.#task.catchSignals((signal) => {
      if (stop.signal.aborted || (signal !== SIGINT && signal !== SIGHUP)) return false;
      stop.abort();
      return true;
    });
    return stop.signal;
  }

  async #say(words: string): Promise<void> {
    if (this.#options.verbose) await this.#task.stdout.write(encode(`${words}\n`));
  }

  async #complain(words: string): Promise<void> {
    await this.#task.stderr.write(encode(`${words}\n`));
  }
}
