import assert from 'node:assert/strict';
import { start } from '../../desktop-session.ts';
import type { Task } from '../task.ts';
import { picture } from './common.ts';

const NO_TREE = 'it offers no accessibility: it is used by keys, text and pictures';

/** Writes a file by a command that is typed. `named` is the option that titles its window. */
function terminal(program: string, named: string): Task {
  return {
    program,
    async start({ session, evidence }) {
      const { environment, asUser } = session;
      const child = start(
        program,
        [named, 'A terminal', ...(program === 'xterm' ? ['-e'] : []), 'sh'],
        environment,
        asUser,
      );
      await evidence.title(/A terminal/);
      return child;
    },
    without: { read: NO_TREE, click: NO_TREE, menu: NO_TREE, 'context menu': NO_TREE, scroll: NO_TREE },
    steps: [
      {
        ability: 'type',
        async run({ agent, evidence }) {
          const note = await agent.screen();
          assert.match(note, /no accessibility/);
          assert.doesNotMatch(note, /Electron|Qt/, 'the advice does not fit a terminal');
          const said = await agent.type("printf 'half %s\\n' '½ ö 漢' > made.txt");
          assert.match(said, /read back/);
          await agent.press('ENTER');
          await evidence.file('made.txt', /^half ½ ö 漢\n$/);
        },
      },
      picture,
    ],
  };
}

export const xterm = terminal('xterm', '-T');
/** Wayland's own terminal. */
export const foot = terminal('foot', '-T');
