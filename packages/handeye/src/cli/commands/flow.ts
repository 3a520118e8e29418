import { toolSettings } from '../../config/settings.ts';
import { type CliCommand, type CommandContext, UsageError } from '../command.ts';
import { fileActions, fileFlags } from './flow-files.ts';
import { flowSave, saveFlags } from './flow-save.ts';

const actions: ReadonlyMap<string, (context: CommandContext, words: readonly string[]) => Promise<number>> =
  new Map([['save', flowSave], ...Object.entries(fileActions)]);

export const flow: CliCommand = {
  name: 'flow',
  takes: '<save NAME | check FILE… | list | show NAME | export NAME | schema>',
  about: 'Flows, which are done once and repeated without a model: save a run, check, list and export files.',
  more: `save asks the server of yours that runs with --flows FOLDER for the run of its client, and writes NAME.flow.yaml there:
  handeye flow save add-alarm --first 3 --verify
check reads files, folders and patterns, and says what is wrong with its line; nothing is performed:
  handeye flow check flows 'e2e/**/*.yaml' --summary
list and show name the flows of --flows (flows) and their steps. export prints a flow as Maestro runs it, and what is lost.
schema prints the JSON schema of the file, which editors find beside the flows; save writes it there if it is missing:
  handeye flow schema > flows/flow.schema.json
A flow is Maestro's YAML with a few keys more. Exit code 2: a file cannot be read.`,
  quiet: true,
  settings: toolSettings,
  own: { ...saveFlags, ...fileFlags },
  run(context) {
    const [word = '', ...words] = context.words;
    const action = actions.get(word);
    if (!action) throw new UsageError(`handeye flow takes ${[...actions.keys()].join(', ')}.`);
    return action(context, words);
  },
};
