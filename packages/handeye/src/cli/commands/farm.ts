import { type CliCommand, type CommandContext, UsageError } from '../command.ts';
import { farmInit, initFlags } from './farm-init.ts';
import { farmStatus, statusFlags } from './farm-status.ts';
import { farmUp, upFlags } from './farm-up.ts';

const actions: ReadonlyMap<string, (context: CommandContext) => Promise<number>> = new Map([
  ['init', farmInit],
  ['up', farmUp],
  ['status', farmStatus],
]);

export const farm: CliCommand = {
  name: 'farm',
  takes: '<init [FOLDER] | up | status>',
  about: 'Many devices on many hosts behind one address: set it up, try it here, show its status.',
  more: `init writes the configuration of NATS for a farm to FOLDER (handeye-farm): TLS certificates, a user for hosts, servers and
observers of each tenant. If run again, it keeps them, adds tenants and renews the nodes' certificates.
up starts a whole farm on this computer until Ctrl-C: nats-server, two hosts with virtual phones, a server.
status shows hosts, devices, leases and the queue; --watch keeps it current, --json is for programs.`,
  quiet: true,
  settings: ['farm', 'farmCredentials', 'farmCa', 'host', 'port', 'logLevel', 'config'],
  own: { ...initFlags, ...upFlags, ...statusFlags },
  run(context) {
    const [word = '', unwanted] = context.words;
    const action = actions.get(word);
    if (!action) throw new UsageError(`handeye farm takes ${[...actions.keys()].join(' or ')}.`);
    if (unwanted !== undefined && action !== farmInit)
      throw new UsageError(`handeye farm ${word} does not take '${unwanted}'.`);
    return action(context);
  },
};
