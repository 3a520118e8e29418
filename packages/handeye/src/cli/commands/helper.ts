import { helperActions } from '../../android/helper/choice.ts';
import { type CliCommand, exit, UsageError } from '../command.ts';

export const helper: CliCommand = {
  name: 'helper',
  takes: `<${helperActions.join('|')}>`,
  about: 'Install the helper on an Android phone, remove it, or show whether it is installed.',
  more:
    'The helper is the UiAutomator2 server of the Appium project, for Android 8 and later (two packages, 18 MB). ' +
    'Most phones do not need it: Handeye serves them with its companion, for which nothing is installed. The helper is used ' +
    'where the companion cannot run, or with --tier helper. Against plain ADB, reading the screen takes milliseconds ' +
    'instead of seconds, any text can be typed, and the clipboard works.',
  settings: ['device', 'logLevel', 'config'],
  async run({ words: [word], services, config, log, folder, print }) {
    const action = helperActions.find((known) => known === word);
    if (action === undefined)
      throw new UsageError(`handeye helper takes one of: ${helperActions.join(', ')}.`);
    print(await services.helper(action, config, { log, folder }));
    return exit.fine;
  },
};
