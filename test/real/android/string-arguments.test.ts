import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { apps, shapes } from '@handeye/virtual-phone';
import { size } from '@handeye/testing/long';
import { scratchFolder } from '@handeye/testing/attached';
import { toolsetNames, type ScreenFormat } from '@handeye/core/tools/frame/defaults';
import { toolsOf } from '@handeye/core/tools/frame/catalog';
import { catalog } from '@handeye/core/tools/toolsets';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { phoneTools } from './phone-tools.ts';
import { stringPlaces, type StringPlace } from './string-arguments.ts';

/** A program that no phone has and Handeye never calls: it runs only if a text got out of its quotes. */
const PROGRAM = 'owned';
const FILE = '/sdcard/owned';
const OPTION = '--owned-option';
/** Words that only a shell makes, out of `$((4242*2))`, `{owned-a,owned-b}` and `/system/etc/host*`. */
const madeByShell = [/\b8484\b/, /^owned-a$/, /\/system\/etc\/hosts/];

const attacks = [
  `; ${PROGRAM} #`,
  `&& ${PROGRAM}`,
  `| ${PROGRAM}`,
  `& ${PROGRAM} &`,
  `\n${PROGRAM}\n`,
  `\r\n${PROGRAM}\r\n`,
  `\`${PROGRAM}\``,
  `$(${PROGRAM})`,
  `'; ${PROGRAM}; '`,
  `"; ${PROGRAM}; "`,
  `'\\''; ${PROGRAM} #`,
  `' ) </dev/null; ${PROGRAM}; (eval '`,
  `\nEOF\n${PROGRAM}\n`,
  `%s;${PROGRAM}`,
  `\0${PROGRAM}`,
  `\u2028${PROGRAM}`,
  `;${PROGRAM};`,
  `> ${FILE}`,
  `;>${FILE}`,
  '$((4242*2))',
  '{owned-a,owned-b}',
  '/system/etc/host*',
  '*',
  '~',
  '!!',
  '\\',
  "\\'",
  '-x',
  '../..',
  '@(a|b)',
  '$IFS',
  "$'\\x41'",
  '\u001b[31m',
  '日本👩‍👩‍👧',
];

/** The prefix that lets an attack pass a tool's own checks, and reach a shell. */
const beginnings = [
  '',
  'a',
  'https://example.com/',
  'com.android.settings',
  'com.android.settings/.Settings',
  'android.permission.CAMERA',
  'text:',
  'Download/',
];

const hostile = fc
  .tuple(
    fc.constantFrom(...beginnings),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...attacks) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([beginning, parts]) => beginning + parts.join(''));

/** All attacks in a few texts: each would show, wherever a text is split. */
const combined = [0, 1, 2, 3].map((turn) =>
  [...attacks.slice(turn * 9), ...attacks.slice(0, turn * 9)].join(turn % 2 === 0 ? '' : ' '),
);
/** Each place gets those, an option, and this many mixtures of its own. */
const MIXTURES = size(4, 1);

describe('no string argument of any tool gets out of its quotes', { concurrency: true }, () => {
  for (const [release, format] of [
    [5, 'compact'],
    [14, 'lean'],
  ] as const) {
    test(`Android ${release}, ${format}`, async (t) => {
      const guarded = await guardedPhone(t, release, format);
      const tools = toolsOf(catalog, toolsetNames, { several: false, format });
      const places = tools.flatMap((tool) => stringPlaces(tool));
      assert.ok(places.length > 20);
      for (const place of places) await guarded.survives(place);
      guarded.nothingIsLeft();
    });
  }
});

/** A phone that detects effects that only an escaped text could have. */
async function guardedPhone(t: TestContext, release: 5 | 14, format: ScreenFormat) {
  let seed = release;
  let running = '';
  let value = '';
  const escaped: string[] = [];
  const onCommand = (argv: readonly string[]) => {
    if (!hasEscaped(argv, value)) return;
    escaped.push(`${running} ${JSON.stringify(value)} ran ${JSON.stringify(argv)}`);
  };
  const tools = await phoneTools(t, {
    release,
    shape: { ...shapes[release], keyboard: true },
    apps,
    idleWaitMs: 1,
    onCommand,
    frame: {
      toolsets: toolsetNames,
      screenFormat: format,
      observe: 'none',
      files: await folderOfFiles(t),
    },
  });
  const { framework, android } = tools.phone;
  await tools.open('com.example.login/.LoginActivity');
  return {
    async survives(place: StringPlace): Promise<void> {
      running = `${place.tool.name} ${place.name}`;
      const texts = [...combined, OPTION, ...fc.sample(hostile, { numRuns: MIXTURES, seed })];
      seed += 1;
      for (const text of texts) {
        value = text;
        await tools.call(place.tool.name, place.filled(fitting(place.tool.example), text));
      }
      assert.deepEqual(escaped, []);
    },
    nothingIsLeft(): void {
      assert.ok(!android.files.exists(FILE), `${FILE} was written`);
      assert.equal(tools.phone.framework, framework, 'it did not reboot');
    },
  };
}

/** Whether a command is illegitimate: another program, a word that a shell made, or a text taken for an option. */
function hasEscaped(argv: readonly string[], value: string): boolean {
  if (argv[0] === PROGRAM) return true;
  if (argv.some((word) => word !== value && madeByShell.some((pattern) => pattern.test(word)))) return true;
  const at = argv.indexOf(OPTION);
  if (at < 0 || takesAnything.has(argv[0] ?? '')) return false;
  // It is a value after `--` or a flag that takes one, and as the second value of `--es NAME VALUE`.
  return argv[at - 1]?.startsWith('-') !== true && argv[at - 2]?.startsWith('--e') !== true;
}

/** Programs whose operands are never options, once the first word has been read. */
const takesAnything = new Set(['input', '[', 'echo', 'printf', 'eval']);

/** An example's arguments for this phone: its field in place of an unknown id, and no wait that only takes time. */
function fitting(example: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    ...example,
    ...('timeout' in example && { timeout: 1 }),
    ...('element_id' in example && { element_id: 'res:username' }),
  };
}

/** The folder for files, with an app under the name that the examples use and under names that a shell would run. */
async function folderOfFiles(t: TestContext): Promise<string> {
  const folder = join(await scratchFolder(t), 'files');
  await mkdir(folder);
  const apk = tinyApk({ package: 'org.example.tiny' });
  const names = attacks.filter((name) => !/[/\0]/.test(name));
  for (const name of [...names, 'shop.apk']) await writeFile(join(folder, name), apk);
  return folder;
}
