import { toolSettings } from '../../config/settings.ts';
import { type CliCommand, type CommandContext, UsageError } from '../command.ts';
import { flowSave, saveFlags } from './flow-save.ts';

const actions: ReadonlyMap<string, (context: CommandContext, words: readonly string[]) => Promise<number>> =
  new Map([['save', flowSave]]);

export const flow: CliCommand = {
  name: 'flow',
  takes: '<save NAME>',
  about: 'Save what was done as a flow, to be performed again without a model.',
  more: `save asks the server of yours that runs with --flows FOLDER for the run of its client, and writes NAME.flow.yaml there:
  handeye flow save add-alarm --first 3 --verify`,
  quiet: true,
  settings: toolSettings,
  own: { ...saveFlags },
  run(context) {
    const [word = '', ...words] = context.words;
    const action = actions.get(word);
    if (!action) throw new UsageError(`handeye flow takes ${[...actions.keys()].join(' or ')}.`);
    return action(context, words);
  },
};
