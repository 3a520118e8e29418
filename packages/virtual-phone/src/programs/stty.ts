/** stty: the size and the modes of the terminal. */
import type { Terminal, TerminalModes } from '../shell/terminal.ts';
import { say, tool, ToolError } from './tool.ts';

const names: readonly (keyof TerminalModes)[] = ['icrnl', 'opost', 'onlcr', 'isig', 'icanon', 'echo'];

const all = (on: boolean): TerminalModes => ({
  icanon: on,
  echo: on,
  isig: on,
  icrnl: on,
  opost: on,
  onlcr: on,
});

/** Words for several modes at once. `raw` leaves echo unchanged. */
const groups: Readonly<Record<string, Partial<TerminalModes>>> = {
  sane: all(true),
  cooked: { icanon: true, isig: true, icrnl: true, opost: true, onlcr: true },
  '-raw': { icanon: true, isig: true, icrnl: true, opost: true, onlcr: true },
  raw: { icanon: false, isig: false, icrnl: false, opost: false },
  '-cooked': { icanon: false, isig: false, icrnl: false, opost: false },
  cbreak: { icanon: false },
  '-cbreak': { icanon: true },
  nl: { icrnl: false, onlcr: false },
  '-nl': { icrnl: true, onlcr: true },
};

/** Modes of toybox's stty that have no effect here. */
const accepted =
  /^-?(brkint|crtscts|cs[5-8]|echoe|echok|echoctl|echoke|evenp|hupcl|iexten|iutf8|ixany|ixoff|ixon|noflsh|parenb|tostop)$/;

export const stty = tool(async (task) => {
  const words = [...task.args];
  if (words[0] === '-F') words.splice(0, 2);
  const { terminal } = task.session;
  if (terminal === undefined) throw new ToolError('-: Not a tty');
  if (words.length === 0 || words[0] === '-a') {
    await say(task, describe(terminal, words[0] === '-a'));
    return 0;
  }
  if (words[0] === '-g') {
    await say(task, `${names.map((name) => (terminal.modes[name] ? '1' : '0')).join(':')}\n`);
    return 0;
  }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === 'size') await say(task, `${terminal.size.rows} ${terminal.size.columns}\n`);
    else if (word === 'speed') await say(task, '38400\n');
    else if (word === 'rows' || word === 'cols' || word === 'columns') resize(terminal, word, words.shift());
    else set(terminal, word);
  }
  return 0;
});

function resize(terminal: Terminal, what: string, text = ''): void {
  if (!/^\d+$/.test(text)) throw new ToolError(`bad ${what}: ${text}`);
  terminal.size = { ...terminal.size, [what === 'rows' ? 'rows' : 'columns']: Number(text) };
}

function set({ modes }: Terminal, word: string): void {
  const group = groups[word];
  const name = names.find((one) => one === word.replace(/^-/, ''));
  if (group !== undefined) Object.assign(modes, group);
  else if (name !== undefined) modes[name] = !word.startsWith('-');
  else if (/^[01](:[01])+$/.test(word))
    for (const [place, value] of word.split(':').entries()) {
      const one = names[place];
      if (one !== undefined) modes[one] = value === '1';
    }
  else if (!accepted.test(word)) throw new ToolError(`unknown option: ${word}`);
}

function describe({ size, modes }: Terminal, whole: boolean): string {
  const head = `speed 38400 baud; rows ${size.rows}; columns ${size.columns}; line = 0;\n`;
  if (!whole) return head;
  const keys = 'intr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; start = ^Q; stop = ^S; susp = ^Z;\n';
  return `${head}${keys}${names.map((name) => `${modes[name] ? '' : '-'}${name}`).join(' ')}\n`;
}
