import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { phoneShell } from '../commands/phone-shell.ts';
import { corpora, count, textOf } from './corpus.ts';

/** The release of the corpus that each phone is compared with: its own, or the nearest older one. */
const releases = [
  { release: 14, like: '13' },
  { release: 12, like: '12' },
  { release: 9, like: '9' },
] as const;

/** The classes of the corpus whose services this phone has, and the commands that call them. */
const services: readonly (readonly [name: RegExp, command: string])[] = [
  [/\.am\.ActivityManagerShellCommand$/, 'am'],
  [/\.pm\.PackageManagerShellCommand$/, 'pm'],
  [/\.wm\.WindowManagerShellCommand$/, 'wm'],
  [/InputMethodManagerService\$ShellCommandImpl$/, 'cmd input_method'],
  [/UiModeManagerService\$Shell$/, 'cmd uimode'],
  [/StatusBarShellCommand$/, 'cmd statusbar'],
  [/\.notification\.Notification.*Cmd$/, 'cmd notification'],
  [/ConnectivityService\$ShellCmd$/, 'cmd connectivity'],
  [/\.power\.PowerManagerShellCommand$/, 'cmd power'],
  [/\.content\.ContentShellCommand$/, 'cmd content'],
  [/\.input\.InputShellCommand$/, 'cmd input'],
];

interface Answer {
  readonly command: string;
  /** The first line on stdout. The rest of a page differs by program. */
  readonly beginning: readonly string[];
  readonly code: number;
}

const beginningOf = (text: string) => text.split('\n').slice(0, 1);

/** The answers of this phone's services, except those that could not run where the corpus was made. */
function answersIn(text: string): Answer[] {
  return text
    .split(/^##### /m)
    .slice(1)
    .flatMap((part) => {
      const [, name = '', args = '', result] = /^(\S+) \[(.*?)\] \[result (-?\d+)\]\n/.exec(part) ?? [];
      const command = services.find(([pattern]) => pattern.test(name))?.[1];
      const said = part.slice(part.indexOf('\n') + 1).split(/^\[stderr\]/m)[0] ?? '';
      if (command === undefined || result === undefined || said.trim() === '') return [];
      return [
        { command: `${command} ${args}`.trim(), beginning: beginningOf(said), code: Number(result) & 255 },
      ];
    });
}

for (const corpus of corpora()) {
  describe(`help and unknown commands, against ${corpus.name}`, () => {
    for (const { release, like } of releases) {
      test(`Android ${release} answers in the form of ${like}`, async (t) => {
        const answers = answersIn(textOf(corpus.path('android-truth', 'shell-help', `${like}.txt`)) ?? '');
        assert.notEqual(answers.length, 0);
        const { run } = await phoneShell(t, { release });
        const different: string[] = [];
        for (const answer of answers) {
          const { out, err, code } = await run(answer.command);
          const said = { command: answer.command, beginning: beginningOf(out), code };
          if (isDeepStrictEqual(said, answer) && err === '') continue;
          different.push(answer.command);
          t.diagnostic(JSON.stringify({ answer, said, err }));
        }
        count(t, `help of Android ${release}, ${corpus.name}`, answers.length, different);
      });
    }
  });
}
