import { type CliCommand, exit, UsageError } from '../command.ts';

const deeds = ['install', 'remove', 'status'] as const;

export const helper: CliCommand = {
  name: 'helper',
  takes: '<install|remove|status>',
  about: 'Put the helper on an Android phone, take it away, or see whether it is there.',
  more:
    'The helper is the UiAutomator2 server of the Appium project, two packages of 18 MB for Android 8 and later. ' +
    'With it, looks take milliseconds instead of seconds, any text can be typed and the clipboard is at hand.',
  settings: ['device', 'logLevel', 'config'],
  async run({ words: [word], services, config, log, folder, print }) {
    const deed = deeds.find((known) => known === word);
    if (deed === undefined) throw new UsageError(`handeye helper takes one of: ${deeds.join(', ')}.`);
    print(await services.helper(deed, config, { log, folder }));
    return exit.fine;
  },
};
