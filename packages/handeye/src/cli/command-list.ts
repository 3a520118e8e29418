import { HELPER_REMOVED } from '../config/settings.ts';
import type { CliCommand, DelegatedCommand } from './command.ts';

type Command = CliCommand | DelegatedCommand;

/** All commands, in the order of the help. The first one runs when none is named. A start loads its own command only. */
const loads: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['serve', async () => (await import('./commands/serve.ts')).serve],
  ['stdio', async () => (await import('./commands/stdio.ts')).stdio],
  ['studio', async () => (await import('./commands/studio.ts')).studio],
  ['host', async () => (await import('./commands/host.ts')).host],
  ['devices', async () => (await import('./commands/devices.ts')).devices],
  ['pair', async () => (await import('./commands/pair.ts')).pair],
  ['unpair', async () => (await import('./commands/unpair.ts')).unpair],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctor],
  ['call', async () => (await import('./commands/call.ts')).call],
  ['test', async () => (await import('./commands/test.ts')).test],
  ['flow', async () => (await import('./commands/flow.ts')).flow],
  ['client-config', async () => (await import('./commands/client-config.ts')).clientConfig],
  ['skill', async () => (await import('./commands/skill.ts')).skill],
  ['policy', async () => (await import('./commands/policy.ts')).policy],
  ['audit', async () => (await import('./commands/audit.ts')).audit],
  ['clean', async () => (await import('./commands/clean.ts')).clean],
  ['farm', async () => (await import('./commands/farm.ts')).farm],
  ['phone', async () => (await import('./commands/phone.ts')).phone],
  ['selftest', async () => (await import('./commands/selftest.ts')).selftest],
]);

export const commandNames: readonly string[] = [...loads.keys()];
export const [DEFAULT_COMMAND = 'serve'] = commandNames;

/** The command of that name; undefined if there is none. */
export async function commandNamed(name: string): Promise<Command | undefined> {
  return loads.get(name)?.();
}

/** All of them, for the help. */
export function allCommands(): Promise<Command[]> {
  return Promise.all([...loads.values()].map((load) => load()));
}

/** Commands that no longer exist, and the answer to those who still run them. */
export const removedCommands: ReadonlyMap<string, string> = new Map([['helper', HELPER_REMOVED]]);
