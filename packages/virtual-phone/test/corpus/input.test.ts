import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { keyCodes } from '../../src/framework/input/keys.ts';
import type { InputEvent } from '../../src/framework/system/input-event.ts';
import { phoneShell, type PhoneShell } from '../commands/phone-shell.ts';
import { corpora, count, textOf } from './corpus.ts';

/** The release of the corpus that each phone is compared with: its own, or the nearest older one. */
const releases = [
  { release: 14, like: '13' },
  { release: 12, like: '12' },
  { release: 9, like: '8.1' },
] as const;

/** The events and the output of a command line, in the fields that both sides have. */
interface Answer {
  readonly events: readonly string[];
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly ended: string;
}

/** `input text a b` in the corpus is a program with the arguments `text`, `a` and `b`. */
function answersIn(text: string): [command: string, answer: Answer][] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...lines] = part.trimEnd().split('\n');
      return [command, recorded(lines)];
    });
}

function recorded(lines: readonly string[]): Answer {
  const events = lines.flatMap((line) => /^inject (.*)$/.exec(line)?.[1] ?? []).map(fieldsOf);
  const result = /^\[result (-?\d+)\]$/m.exec(lines.join('\n'))?.[1];
  const dies = lines.some((line) => line.startsWith('[uncaught]'));
  return {
    events: withoutCount(events),
    stdout: form(partOf(lines, 'stdout')),
    stderr: form(partOf(lines, 'stderr')),
    ended: dies ? 'killed' : result === '-1' ? 'failed' : 'well',
  };
}

function partOf(lines: readonly string[], stream: string): readonly string[] {
  const start = lines.indexOf(`[${stream}]`);
  if (start < 0) return [];
  const end = lines.findIndex((line, at) => at > start && /^(\[|inject |KeyCharacterMap)/.test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

/**
 * The form of the output: the first line of a help page; the kind and message of a service's exception. The message of a
 * NullPointerException comes from the desktop's JVM, and the line above an exception from an older base class.
 */
function form(lines: readonly string[]): string[] {
  const kept = lines.filter((line) => !/^\s|^$|^Exception occurred|^The (sources|commands)|^-d:/.test(line));
  return kept.map((line) =>
    line.startsWith('java.lang.NullPointerException') ? (line.split(':')[0] ?? '') : line,
  );
}

const compared = [
  'action',
  'code',
  'x',
  'y',
  'pressure',
  'toolType',
  'repeat',
  'meta',
  'flags',
  'source',
  'display',
  'mode',
];

/** An event of the corpus, in the fields that vary. */
function fieldsOf(event: string): string {
  const fields = new Map(
    [...event.matchAll(/(\w+)=([^\s(]+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const isMotion = event.startsWith('Motion');
  // These fields of a motion event are 0 in every answer of the corpus.
  const wanted = compared.filter((name) => !(isMotion && ['meta', 'flags'].includes(name)));
  return wanted
    .flatMap((name) => {
      const value = fields.get(name);
      return value === undefined ? [] : [`${name}=${isNaN(Number(value)) ? value : Number(value)}`];
    })
    .join(' ');
}

/** The number of MOVEs depends on the machine: a run of MOVEs counts as one, between the same ends. */
function withoutCount(events: readonly string[]): string[] {
  const isMove = (event: string | undefined) => event?.startsWith('action=MOVE') === true;
  // A single MOVE was requested.
  if (events.length === 1) return [...events];
  return events
    .filter((event, at) => !(isMove(event) && isMove(events[at - 1])))
    .map((event) => (isMove(event) ? event.replace(/ x=\S+ y=\S+/, '') : event));
}

/** An event of the phone in the same fields; up to Android 9 it has no display and no tool type. */
function told(event: InputEvent, release: number): string {
  const action = event.action.toUpperCase();
  const rest = [
    `source=${event.source}`,
    ...(release >= 12 && event.display !== undefined ? [`display=${event.display}`] : []),
    `mode=${event.mode === 'finish' ? 2 : 0}`,
  ];
  if (event.kind === 'key') {
    const { code, repeat, meta, flags } = event;
    return [
      `action=${action}`,
      `code=${code}`,
      `repeat=${repeat}`,
      `meta=${meta}`,
      `flags=${flags}`,
      ...rest,
    ].join(' ');
  }
  const place = [`action=${action}`, `x=${event.x}`, `y=${event.y}`, `pressure=${event.pressure}`];
  return [...place, ...(release >= 12 ? [`toolType=${event.tool}`] : []), ...rest].join(' ');
}

async function ask(
  t: TestContext,
  { phone, run }: PhoneShell,
  release: number,
  command: string,
): Promise<Answer> {
  // The events do not reach the phone: a power key would put it to sleep.
  const injected: InputEvent[] = [];
  const mock = t.mock.method(phone.framework, 'inject', (event: InputEvent) => injected.push(event));
  const { out, err, code } = await run(command);
  mock.mock.restore();
  const events = injected.map((event) => told(event, release));
  return {
    events: withoutCount(events),
    stdout: form(out.split('\n')),
    stderr: form(err.split('\n')),
    ended: code === 137 ? 'killed' : code === 0 ? 'well' : 'failed',
  };
}

for (const corpus of corpora()) {
  describe(`input, against ${corpus.name}`, () => {
    for (const { release, like } of releases) {
      test(`Android ${release} injects and says what ${like} does`, async (t) => {
        const text = textOf(corpus.path('android-truth', 'input', `input-${like}.txt`)) ?? '';
        const answers = answersIn(text);
        assert.notEqual(answers.length, 0);
        const shell = await phoneShell(t, { release });
        const different: string[] = [];
        for (const [command, answer] of answers) {
          const said = await ask(t, shell, release, command);
          if (isDeepStrictEqual(said, answer)) continue;
          different.push(command);
          t.diagnostic(JSON.stringify({ command, said, answer }));
        }
        count(t, `input of Android ${release}, ${corpus.name}`, answers.length, different);
      });
    }
  });
}

const whole = corpora().at(-1);
const keyFiles = ['7.1', '9', '10'].map(
  (like) => whole?.path('android-truth', 'keyevent', `keycodes-${like}.json`) ?? '',
);

test("every key of the phone has Android's number", (t) => {
  const committed = fileURLToPath(
    new URL('../fixtures/android-truth/keyevent/keycodes-10.json', import.meta.url),
  );
  for (const file of [committed, ...keyFiles]) {
    const text = textOf(file);
    if (text === undefined) continue;
    const numbers = new Map(Object.entries(JSON.parse(text) as Record<string, number>)); // the corpus' own format
    const known = Object.entries(keyCodes).filter(([name]) => numbers.has(`KEYCODE_${name}`));
    const different = known
      .filter(([name, code]) => numbers.get(`KEYCODE_${name}`) !== code)
      .map(([name]) => name);
    assert.ok(known.length > 50);
    count(t, `keys of ${file.replace(/.*keycodes-|\.json/g, '')}`, known.length, different);
  }
});

/**
 * The commands typed on the recorded Android 5.1 and the content of its field after each. Omits lines without a comment at the
 * end (they hold a line break), truncated ones, and commands in the background.
 */
function typedIn(text: string): (readonly [command: string, held: string])[] {
  return [
    ...text.matchAll(/^\$ (input .*?) {3}# .*\n(?:(?!\$ )(?!->).*\n)*-> field text: '(.*)'(?: \(len|$)/gm),
  ]
    .map(
      ([, command = '', held = '']) =>
        [command, held === 'hint text' ? '' : held.replaceAll('\\\\', '\\')] as const,
    )
    .filter(([command]) => !/&$|\.\.\.\(\d+\)$/.test(command));
}

for (const corpus of corpora()) {
  test(`Android 5 types what the recorded one typed (${corpus.name})`, async (t) => {
    const typed = typedIn(textOf(corpus.path('android-5.1', 'outputs', 'input-text.txt')) ?? '');
    assert.ok(typed.length > 25, String(typed.length));
    const { phone, run } = await phoneShell(t, { release: 5 });
    phone.framework.start({ component: 'com.android.contacts/.activities.PeopleActivity' });
    for (let tabs = 0; tabs < 20 && phone.framework.textInput.target === undefined; tabs++)
      phone.framework.key(keyCodes.TAB);
    const editing = () => {
      const { target } = phone.framework.textInput;
      assert.ok(target, 'a field has the focus');
      return target.editing;
    };
    const different: string[] = [];
    for (const [command, held] of typed) {
      Object.assign(editing(), { text: '', start: 0, end: 0 });
      await run(`cd /; ${command}`);
      if (editing().text === held) continue;
      different.push(command);
      t.diagnostic(JSON.stringify({ command, held, is: editing().text }));
    }
    count(t, `texts of Android 5.1, ${corpus.name}`, typed.length, different);
  });
}
