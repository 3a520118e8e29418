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
/** More than a caret that blinks or a row that is pointed at: several lines of text have moved. */
const SCROLLED_PIXELS = 1500;

/** Looks at a desktop without our tools: by files on disk, xclip, xdotool, libatspi and GDK's picture of the root window. */
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

  /** The output of a program of the session. */
  async says(program: string, args: readonly string[]): Promise<string> {
    const { environment, asUser } = this.#session;
    const child = startPiped(program, args, environment, asUser);
    const parts: Buffer[] = [];
    child.stdout?.on('data', (bytes: Buffer) => parts.push(bytes));
    await once(child, 'close');
    return Buffer.concat(parts).toString();
  }

  /** Waits until the window in front has this title, by xdotool, sway or libatspi. */
  async title(title: RegExp): Promise<void> {
    let now = '';
    await soon(
      `the title ${String(title)}`,
      async () => title.test((now = (await this.#title()).trim())),
      () => now,
    );
  }

  /** Waits until xclip or wl-paste pastes this. */
  async clipboard(content: RegExp): Promise<void> {
    const isX11 = this.#session.name === 'X11';
    let now = '';
    await soon(
      `${String(content)} on the clipboard`,
      async () => {
        now = await (isX11
          ? this.says('xclip', ['-o', '-selection', 'clipboard'])
          : this.says('wl-paste', ['--no-newline']));
        return content.test(now);
      },
      () => now,
    );
  }

  /** Does something and waits until a good part of the screen looks different, in pictures that another program takes. */
  async changesPicture(what: string, act: () => Promise<unknown>): Promise<void> {
    const before = await pixels(await this.#picture());
    await act();
    let changed = 0;
    await soon(
      what,
      async () => {
        const now = await pixels(await this.#picture());
        changed = now.reduce((sum, value, at) => sum + Number(Math.abs(value - (before[at] ?? 0)) > 32), 0);
        return changed > SCROLLED_PIXELS;
      },
      () => `${changed} pixels differ`,
    );
  }

  /** How far everything visible is scrolled: the values of its scroll bars, by libatspi. */
  async scrolled(app: string): Promise<number> {
    return Number(await this.says('/usr/bin/python3', ['-W', 'ignore', script('scrolled.py'), app]));
  }

  /** Compares our picture with one that another program takes: GDK of the root window, grim on sway. */
  async isPictureOfScreen(ours: Buffer): Promise<void> {
    const one = await thumb(ours);
    assert.ok(new Set(one).size > 8, 'the picture is empty');
    const theirs = await this.#picture();
    // GNOME lets no other program take one.
    if (theirs === undefined) return;
    const other = await thumb(theirs);
    let sum = 0;
    for (const [index, value] of one.entries()) sum += Math.abs(value - (other[index] ?? 0));
    const difference = sum / one.length;
    assert.ok(difference < SAME, `the picture differs from the screen by ${difference.toFixed(1)} of 255`);
  }

  async #title(): Promise<string> {
    switch (this.#session.name) {
      case 'X11':
        return this.says('xdotool', ['getactivewindow', 'getwindowname']);
      case 'sway':
        return (
          focusedName(JSON.parse(await this.says('swaymsg', ['-r', '-t', 'get_tree'])) as SwayNode) ?? ''
        );
      case 'GNOME on Wayland':
        return this.says('/usr/bin/python3', ['-W', 'ignore', script('title.py')]);
    }
  }

  async #picture(): Promise<Buffer | undefined> {
    const { name, home } = this.#session;
    if (name === 'GNOME on Wayland') return undefined;
    const file = join(home, 'evidence.png');
    if (name === 'sway') await this.says('grim', [file]);
    else await this.says('/usr/bin/python3', ['-W', 'ignore', script('picture.py'), file]);
    return readFile(file);
  }
}

interface SwayNode {
  readonly focused: boolean;
  readonly name: string | null;
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
}

function focusedName({ focused, name, nodes, floating_nodes }: SwayNode): string | undefined {
  if (focused) return name ?? '';
  for (const node of [...nodes, ...floating_nodes]) {
    const found = focusedName(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function script(name: string): string {
  return join(import.meta.dirname, name);
}

async function pixels(image: Buffer | undefined): Promise<Buffer> {
  assert.ok(image, 'no other program takes a picture here');
  return sharp(image).removeAlpha().greyscale().raw().toBuffer();
}

async function thumb(image: Buffer): Promise<Buffer> {
  return sharp(image)
    .resize({ ...THUMB, fit: 'fill' })
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer();
}
