import { isTypable, keyCodeOf } from '../input/keys.ts';
import { sleep } from '../waiting.ts';
import type { RunningAndroid } from '../running-android.ts';
import { variableNames, variableValue } from './variables.ts';

/** Commands of monkey's network protocol (MonkeySourceNetwork) and their answers. */

const OK = 'OK';
const INVALID = 'ERROR:Invalid Argument';
const actions = ['down', 'up', 'move'] as const;

type NetworkCommand = (android: RunningAndroid, args: readonly string[]) => Promise<string> | string;

const commands: ReadonlyMap<string, NetworkCommand> = new Map(
  Object.entries<NetworkCommand>({
    touch({ framework }, [name, x, y]) {
      const action = actions.find((one) => one === name);
      const [left, top] = [Number(x), Number(y)];
      if (action === undefined || Number.isNaN(left) || Number.isNaN(top)) return INVALID;
      framework.pointer({ action, id: 0, x: left, y: top });
      return OK;
    },
    tap({ framework }, [x, y]) {
      const point = { id: 0, x: Number(x), y: Number(y) };
      if (Number.isNaN(point.x) || Number.isNaN(point.y)) return INVALID;
      framework.pointer({ ...point, action: 'down' });
      framework.pointer({ ...point, action: 'up' });
      return OK;
    },
    // A key acts when it goes down; its release has no effect.
    key: (android, [action, name]) =>
      action === 'up' ? OK : action === 'down' && name !== undefined ? press(android, name) : INVALID,
    press: (android, [name]) => (name === undefined ? INVALID : press(android, name)),
    type({ framework }, [text]) {
      if (text === undefined || !isTypable(text)) return INVALID;
      for (const character of text) framework.commitText(character);
      return OK;
    },
    wake({ framework }) {
      framework.wake();
      return OK;
    },
    async sleep({ framework }, [ms]) {
      const time = Number(ms);
      if (!(time >= 0)) return INVALID;
      await sleep(framework.clock.programs, time, new AbortController().signal);
      return OK;
    },
    // There is no trackball and no flip keyboard.
    trackball: () => OK,
    flip: () => OK,
    getvar(android, [name]) {
      if (name === undefined) return INVALID;
      const value = variableValue(android, name);
      return value === undefined ? 'ERROR:unknown var' : `OK:${value}`;
    },
    listvar: () => `OK:${variableNames.join(' ')}`,
    done: () => 'done',
    quit: () => 'quit',
  }),
);

/** Answers a line; `done` and `quit` end the connection, `quit` also monkey itself. */
export async function perform(android: RunningAndroid, line: string): Promise<string> {
  const [name = '', ...args] = wordsOf(line);
  const command = commands.get(name);
  return command === undefined ? 'ERROR:Unknown command' : command(android, args);
}

function press({ framework }: RunningAndroid, name: string): string {
  const code = keyCodeOf(framework, name);
  if (code <= 0) return INVALID;
  framework.key(code);
  return OK;
}

/** Words separated by blanks; double quotes hold several together, and a backslash escapes a character. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g), ([, quoted, bare]) =>
    (quoted ?? bare ?? '').replaceAll(/\\(.)/g, '$1'),
  );
}
