import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { startPiped } from '../desktop-session.ts';
import { soon } from './agent.ts';
import type { Session } from './session.ts';

/** Width and height to which pictures are reduced to compare them. */
const THUMB = { width: 64, height: 48 };
/** Mean difference of two pictures of the same screen, of 255; a caret blinks, and one is a JPEG. */
const SAME = 6;

/** What looks at a desktop without our tools: files on disk, xclip, xdotool, libatspi and GDK's picture of the root window. */
export class Evidence {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Waits until a file in the home holds this. */
  async file(name: string, content: RegExp): Promise<void> {
    const path = join(this.#session.home, name);
    let text = '';
    await soon(
      `${String(content)} in ${name}`,
      async () => {
        if (!existsSync(path)) return false;
        text = await readFile(path, 'utf8');
        return content.test(text);
      },
      () => text,
    );
  }

  /** What a program of the session prints. */
  async says(program: string, args: readonly string[]): Promise<string> {
    const { environment, asUser } = this.#session;
    const child = startPiped(program, args, environment, asUser);
    const parts: Buffer[] = [];
    child.stdout?.on('data', (bytes: Buffer) => parts.push(bytes));
    await once(child, 'close');
    return Buffer.concat(parts).toString();
  }

  /** Waits until the window in front has this title, as xdotool tells it. */
  async title(title: RegExp): Promise<void> {
    let now = '';
    await soon(
      `the title ${String(title)}`,
      async () => {
        now = await this.says('xdotool', ['getactivewindow', 'getwindowname']);
        return title.test(now);
      },
      () => now,
    );
  }

  /** Waits until xclip pastes this. */
  async clipboard(content: RegExp): Promise<void> {
    let now = '';
    await soon(
      `${String(content)} on the clipboard`,
      async () => {
        now = await this.says('xclip', ['-o', '-selection', 'clipboard']);
        return content.test(now);
      },
      () => now,
    );
  }

  /** The largest value of the vertical scroll bars in sight, as libatspi tells it. */
  async scrolled(app: string): Promise<number> {
    return Number(await this.says('/usr/bin/python3', ['-W', 'ignore', script('scrolled.py'), app]));
  }

  /** Compares a picture of ours with the one that GDK takes of the root window. */
  async isPictureOfScreen(ours: Buffer): Promise<void> {
    const file = join(this.#session.home, 'evidence.png');
    await this.says('/usr/bin/python3', ['-W', 'ignore', script('picture.py'), file]);
    const [one, other] = await Promise.all([thumb(ours), thumb(await readFile(file))]);
    let sum = 0;
    for (const [index, value] of one.entries()) sum += Math.abs(value - (other[index] ?? 0));
    const difference = sum / one.length;
    assert.ok(difference < SAME, `the picture differs from the screen by ${difference.toFixed(1)} of 255`);
    assert.ok(new Set(one).size > 8, 'the picture is empty');
  }
}

function script(name: string): string {
  return join(import.meta.dirname, name);
}

async function thumb(image: Buffer): Promise<Buffer> {
  return sharp(image)
    .resize({ ...THUMB, fit: 'fill' })
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer();
}
