import { onOrOff } from '../config/values.ts';
import { columns } from './columns.ts';
import { type Command, exit } from './command.ts';
import type { DeviceRow } from './rooms.ts';

export const devices: Command = {
  name: 'devices',
  about: 'List the devices that can be used, and what each can do.',
  quiet: true,
  settings: ['device', 'helper', 'logLevel', 'config'],
  own: { json: { schema: onOrOff(), standard: false, about: 'Print JSON.' } },
  async run({ rooms, config, log, folder, own, print }) {
    const rows = await rooms.devices(config, { log, folder });
    print(own.json === true ? JSON.stringify(rows, null, 2) : deviceTable(rows));
    return exit.fine;
  },
};

/** The devices as a table, with what they cannot do and what would help below. */
export function deviceTable(rows: readonly DeviceRow[]): string {
  if (rows.length === 0) return 'No device is attached. --device virtual starts the built-in virtual phone.';
  const table = columns([
    ['DEVICE', 'KIND', 'STATE', 'TITLE'],
    ...rows.map(({ id, kind, state, title }) => [id, kind, state, title]),
  ]);
  return [...table, ...rows.flatMap(remarks)].join('\n');
}

function remarks({ id, fix, servedBy, capabilities }: DeviceRow): string[] {
  const missing = Object.entries(capabilities ?? {}).flatMap(([capability, able]) =>
    able === true ? [] : [`  cannot ${capability}: ${able}`],
  );
  const lines = [
    ...(fix === undefined ? [] : [`  ${fix}`]),
    ...(servedBy === undefined ? [] : [`  served by ${servedBy}`]),
    ...missing,
  ];
  return lines.length === 0 ? [] : ['', `${id}:`, ...lines];
}
