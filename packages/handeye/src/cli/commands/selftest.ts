import { columns } from '../columns.ts';
import { type CliCommand, exit, UsageError } from '../command.ts';

export const selftest: CliCommand = {
  name: 'selftest',
  takes: '<macos>',
  about: 'Try every call of a platform on a real application, and report how each went.',
  more:
    'On a Mac it uses Finder for about half a minute: opens a window, types into Go to Folder without going anywhere, ' +
    'closes both, and puts the clipboard back. Leave mouse and keyboard alone meanwhile.',
  quiet: true,
  settings: ['logLevel', 'config'],
  async run({ words: [platform], services, environment, print }) {
    if (platform !== 'macos') throw new UsageError('handeye selftest takes: macos.');
    let unwell = 0;
    for await (const { what, outcome, milliseconds, note } of services.selftest(environment.stopped)) {
      const [line = ''] = columns([
        [outcome.padEnd(7), what.padEnd(33), `${milliseconds} ms`.padStart(8), note],
      ]);
      print(line);
      if (outcome !== 'ok') unwell += 1;
    }
    print(unwell === 0 ? '\nEverything works.' : `\nNot well: ${unwell}.`);
    return unwell === 0 ? exit.fine : exit.failed;
  },
};
