import type { Call } from '@handeye/core/call/call';
import type { Clipboard } from '@handeye/core/device/port';
import type { Programs } from './run.ts';
import { run } from './run.ts';

/** pbcopy and pbpaste use MacRoman unless the locale says UTF-8. LC_ALL overrides the other variables. */
const utf8Locale = { LC_ALL: 'en_US.UTF-8', LC_CTYPE: 'en_US.UTF-8', LANG: 'en_US.UTF-8' };

/** The general pasteboard, through pbcopy and pbpaste. */
export function pasteboard({ pbcopy, pbpaste }: Programs): Clipboard {
  const env = { ...process.env, ...utf8Locale };
  return {
    async read(call: Call) {
      const text = (await run(pbpaste, { args: ['-Prefer', 'txt'], env }, call)).toString('utf8');
      // pbpaste prints nothing for an empty text and for a picture.
      return text === '' ? null : text;
    },
    async write(text: string, call: Call) {
      await run(pbcopy, { input: text, env }, call);
    },
  };
}
