import { type PlatformId, platformIds } from '@handeye/core/device/platforms';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Trial } from '@handeye/android/selftest/check';
import { type Report, reportText } from '@handeye/android/selftest/report';
import { onOrOff, path } from '../../config/values.ts';
import { columns } from '../columns.ts';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';

export const selftest: CliCommand = {
  name: 'selftest',
  takes: '<android|macos>',
  about: 'Try everything on a real phone or Mac and report each result.',
  more:
    'android: tries every tool on every tier, and every request of the companion, for at most ten minutes; --tier tries that tier alone. It opens ' +
    'Settings, scrolls, opens pages and goes back, types into the search field, and presses Home, Recents, Back and the ' +
    'panels. It changes no setting, sends nothing, and restores the clipboard, the rotation and the app in front. ' +
    '--report writes a file without texts of the screen, fit for an issue. Leave the phone unlocked and alone in the meantime.\n\n' +
    'macos: uses Finder for about half a minute: it opens a window, types into Go to Folder without confirming, ' +
    'closes both, and restores the clipboard. Do not use the mouse or keyboard in the meantime.',
  quiet: true,
  settings: ['device', 'tier', 'logLevel', 'config'],
  own: {
    yes: { schema: onOrOff(), default: false, about: 'android: start without asking.' },
    report: {
      schema: path(),
      takes: 'FILE',
      about: 'android: write a report; JSON if the name ends in .json, else Markdown.',
    },
  },
  async run(context) {
    const [platform = ''] = context.words;
    const [, test] = Object.entries(selftests).find(([id]) => id === platform) ?? [];
    if (test) return test(context);
    const tested = platformIds.filter((id) => selftests[id]);
    throw new UsageError(`handeye selftest takes: ${tested.join(', ')}.`);
  },
};

const selftests: Readonly<Record<PlatformId, ((context: CommandContext) => Promise<number>) | undefined>> = {
  android: testPhone,
  linux: undefined,
  macos: testMac,
};

async function testMac({ services, environment, print }: CommandContext): Promise<number> {
  let failed = 0;
  for await (const { what, outcome, milliseconds, note } of services.selftest(environment.stopped)) {
    const [line = ''] = columns([
      [outcome.padEnd(7), what.padEnd(33), `${milliseconds} ms`.padStart(8), note],
    ]);
    print(line);
    if (outcome !== 'ok') failed += 1;
  }
  print(failed === 0 ? '\nEverything works.' : `\nFailed: ${failed}.`);
  return failed === 0 ? exit.fine : exit.failed;
}

async function testPhone(context: CommandContext): Promise<number> {
  const { services, config, log, folder, environment, own, print } = context;
  if (own.yes !== true && !(await agrees(context))) {
    print('Nothing was done.');
    return exit.failed;
  }
  const { version, stopped } = environment;
  const onTrial = (trial: Trial) => {
    print(lineOf(trial));
  };
  const report = await services.testPhone(config, { log, folder, version, stopped, onTrial });
  print(`\n${summary(report)}`);
  if (typeof own.report === 'string') {
    const file = resolve(environment.cwd, own.report);
    await writeFile(file, reportText(report, file));
    print(`The report is in ${file}. It holds no text of the screen and no serial number.`);
  }
  return report.trials.some(({ outcome }) => outcome === 'failed') ? exit.failed : exit.fine;
}

async function agrees({ environment: { stdin, stdout, stopped } }: CommandContext): Promise<boolean> {
  if (stdin.isTTY !== true) throw new UsageError('There is no terminal to ask at: add --yes to start.');
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    const question =
      'For up to ten minutes this uses the phone: Settings, Home, Recents and the panels. It changes no setting and\n' +
      'sends nothing. Unlock the phone and leave it alone meanwhile. Start? [y/N] ';
    return /^y(es)?$/i.test((await terminal.question(question, { signal: stopped })).trim());
  } finally {
    terminal.close();
  }
}

function lineOf({ tier, check, outcome, milliseconds, note }: Trial): string {
  const [line = ''] = columns([
    [tier.padEnd(9), outcome.padEnd(7), check.padEnd(31), `${milliseconds} ms`.padStart(8), note],
  ]);
  return line;
}

/** A line for each tier with its result. */
function summary({ trials, seconds }: Report): string {
  const tiers = [...new Set(trials.map(({ tier }) => tier))];
  const rows = tiers.map((tier) => {
    const count = (wanted: Trial['outcome']) =>
      trials.filter((trial) => trial.tier === tier && trial.outcome === wanted).length;
    return [tier, `${count('ok')} ok`, `${count('failed')} failed`, `${count('skipped')} skipped`];
  });
  const failed = trials.filter(({ outcome }) => outcome === 'failed').length;
  return [
    ...columns(rows),
    '',
    failed === 0 ? `Everything that was tried works (${seconds} s).` : `Failed: ${failed} (${seconds} s).`,
  ].join('\n');
}
