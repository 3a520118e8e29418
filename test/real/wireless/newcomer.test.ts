import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import jsqr from 'jsqr';
import { eventually } from '@handeye/testing/attached';
import { PrivateAdb } from '@handeye/testing/private-adb';
import { startPhone } from '@handeye/virtual-phone';
import { endings } from '../../support/endings.ts';

/*
 * The first minute of a user with a phone and no Android SDK: one command in a terminal, a QR code that the phone scans, and
 * the phone is used. The terminal is tmux; what a camera sees of it is drawn from its cells.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** The usual size of a terminal: the code and its sentences have to fit. */
const [COLUMNS, ROWS] = [80, 24];
/** The pixels of a character. */
const CELL = { width: 8, height: 16 };

const COMMAND = 'npx handeye pair';

class Terminal {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  static async open(folder: string, env: Readonly<Record<string, string>>): Promise<Terminal> {
    const terminal = new Terminal(join(folder, 'tmux'));
    const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
    const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    await terminal.#tmux('-f', '/dev/null', 'new-session', '-d', ...size, '-c', ROOT, ...settings, 'sh');
    return terminal;
  }

  async close(): Promise<void> {
    await this.#tmux('kill-server');
  }

  async type(line: string): Promise<void> {
    await this.#tmux('send-keys', '-l', line);
    await this.#tmux('send-keys', 'Enter');
  }

  async text(): Promise<string> {
    return this.#tmux('capture-pane', '-p');
  }

  /** What a camera sees: each cell in its colours. */
  async picture(): Promise<{ data: Uint8ClampedArray; width: number; height: number }> {
    const lines = (await this.#tmux('capture-pane', '-p', '-e')).split('\n').slice(0, ROWS);
    const [width, height] = [COLUMNS * CELL.width, ROWS * CELL.height];
    const data = new Uint8ClampedArray(width * height * 4);
    for (const [row, line] of lines.entries()) {
      for (const [column, { upper, lower }] of cellsOf(line).entries()) {
        for (let y = 0; y < CELL.height; y += 1) {
          const level = y < CELL.height / 2 ? upper : lower;
          for (let x = 0; x < CELL.width; x += 1) {
            const at = ((row * CELL.height + y) * width + column * CELL.width + x) * 4;
            data.set([level, level, level, 255], at);
          }
        }
      }
    }
    return { data, width, height };
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    return (await run('tmux', ['-S', this.#socket, ...args])).stdout;
  }
}

/** The brightness of the two halves of each cell; text is light on dark, as most terminals are. */
function cellsOf(line: string): { upper: number; lower: number }[] {
  const [LIGHT, DARK] = [255, 0];
  const levels: Readonly<Record<string, number>> = { 231: LIGHT, 16: DARK };
  let [ink, ground] = [LIGHT, DARK];
  const cells: { upper: number; lower: number }[] = [];
  for (const [, codes, character = ''] of line.matchAll(/\u001b\[([\d;]*)m|(.)/gu)) {
    if (codes === undefined) {
      const isInk = { upper: '▀█'.includes(character), lower: '▄█'.includes(character) };
      cells.push({ upper: isInk.upper ? ink : ground, lower: isInk.lower ? ink : ground });
      continue;
    }
    if (/^0?$|^39;49$/.test(codes)) [ink, ground] = [LIGHT, DARK];
    for (const [, layer, colour = ''] of codes.matchAll(/([34])8;5;(\d+)/g)) {
      const level = levels[colour] ?? assert.fail(`colour ${colour}`);
      if (layer === '3') ink = level;
      else ground = level;
    }
  }
  return cells;
}

test('one command, one scan, and the phone is used', async (t) => {
  const atEnd = endings(t);
  const phone = await startPhone({ release: 14, wireless: true, idleWaitMs: 10 });
  atEnd(() => phone.close());
  // An adb server without phones, which would else be started and go on.
  const adb = await PrivateAdb.start(t);
  const home = await mkdtemp(join(tmpdir(), 'handeye-newcomer-'));
  atEnd(() => rm(home, { recursive: true, force: true }));
  const port = String(adb.serverPort);
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), ANDROID_ADB_SERVER_PORT: port };
  const terminal = await Terminal.open(home, env);
  atEnd(() => terminal.close());

  await terminal.type(COMMAND);
  let scanned: string | undefined;
  await eventually(async () => {
    const { data, width, height } = await terminal.picture();
    scanned = jsqr.default(data, width, height)?.data;
    return scanned !== undefined;
  }, 'a camera can read the code in the terminal');
  const shown = await terminal.text();
  assert.match(shown, /Wireless debugging, tap\nPair device with QR code/);
  const [, sentences = ''] = shown.split('On the phone'); // npm may warn of something before
  const words = sentences.split(/[^\p{L}-]+/u).filter((word) => word.length > 1);
  assert.ok(words.length <= 35, `${words.length} words to read: ${words.join(' ')}`);

  await phone.scanPairingQr(scanned ?? '');
  await eventually(
    async () => (await terminal.text()).includes('Paired with Handeye-Virtual-Phone'),
    'it is paired',
  );
  assert.match((await terminal.text()).replaceAll('\n', ' '), /From now on, .* uses it/);
  assert.equal(phone.wireless?.computers().length, 1);

  await terminal.type('clear; npx handeye call get_screen_state --screen-format lean --fresh');
  await eventually(
    async () => (await terminal.text()).includes('com.android.launcher3'),
    'handeye uses the phone',
  );
});
