import { type CliCommand, exit } from '../command.ts';
import type { CleanedPhone } from '../services.ts';

export const clean: CliCommand = {
  name: 'clean',
  about: 'Remove what Handeye put on an Android phone.',
  more:
    'Handeye pushes its companion and some short-lived files to /data/local/tmp. This removes them. If a companion was ' +
    'killed before it could put back what it had changed (rotation, settings, accessibility services), that is put ' +
    'back first; so is what set_device_state changed in a server that was killed.',
  quiet: true,
  settings: ['device', 'logLevel', 'config'],
  async run({ services, config, log, folder, print }) {
    const { name, ...cleaned } = await services.clean(config, { log, folder });
    for (const line of linesOf(cleaned)) print(`${name}: ${line}`);
    return cleaned.problem === undefined ? exit.fine : exit.failed;
  },
};

function linesOf({ removed, putBack, problem, state = [] }: Omit<CleanedPhone, 'name'>): string[] {
  const lines = removed.map((file) => `removed ${file}`);
  lines.unshift(...state.map(({ item, text }) => `${item}: ${text}`));
  if (putBack) lines.unshift('put back what a companion that was killed had changed');
  if (problem !== undefined)
    lines.push(
      `handeye-restore.json stays: what a companion changed could not be put back. ${problem} Run handeye clean again later.`,
    );
  if (lines.length === 0) lines.push('nothing of Handeye is on the phone');
  return lines;
}
