import { columns } from '../columns.ts';
import { type CliCommand, exit, UsageError } from '../command.ts';

export const selftest: CliCommand = {
  name: 'selftest',
  takes: '<macos>',
  about: 'Try every platform call on a real application and report each result.',
  more:
    'On a Mac it uses Finder for about half a minute: it opens a window, types into Go to Folder without confirming, ' +
    'closes both, and restores the clipboard. Do not use the mouse or keyboard in the meantime.',
  quiet: true,
  settings: ['logLevel', 'config'],
  async run({ words: [platform], services, environment, print }) {
    if (platform !== 'macos') throw new UsageError('handeye selftest takes: macos.');
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
  },
};
