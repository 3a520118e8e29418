import type { Call } from '../device/call.ts';
import type { Clipboard } from '../device/port.ts';
import type { Programs } from './programs.ts';
import { run } from './programs.ts';

/** pbcopy and pbpaste take bytes for MacRoman unless the locale says UTF-8; LC_ALL wins over all that is set. */
const locale = { LC_ALL: 'en_US.UTF-8', LC_CTYPE: 'en_US.UTF-8', LANG: 'en_US.UTF-8' };

/** The general pasteboard, through the two programs that every Mac has. */
export function pasteboard({ pbcopy, pbpaste }: Programs): Clipboard {
  const env = { ...process.env, ...locale };
  return {
    async read(call: Call) {
      const text = (await run(pbpaste, { args: ['-Prefer', 'txt'], env }, call)).toString('utf8');
      // It prints nothing both for an empty text and for a picture.
      return text === '' ? null : text;
    },
    async write(text: string, call: Call) {
      await run(pbcopy, { input: text, env }, call);
    },
  };
}
