import { type Capability, capabilityNames } from '@handeye/core/device/port';
import { onOrOff } from '../../config/values.ts';
import { columns } from '../columns.ts';
import { type CliCommand, exit } from '../command.ts';
import type { DeviceRow } from '../services.ts';
import type { PairedPhone } from '@handeye/adb/wireless/paired-phones';

export const devices: CliCommand = {
  name: 'devices',
  about: 'List the devices that can be used, and what each can do.',
  quiet: true,
  settings: ['device', 'farm', 'farmCredentials', 'farmCa', 'tier', 'logLevel', 'config'],
  own: { json: { schema: onOrOff(), default: false, about: 'Print JSON.' } },
  async run({ services, config, log, folder, own, print }) {
    const [rows, phones] = await Promise.all([
      services.devices(config, { log, folder }),
      services.pairedPhones(folder),
    ]);
    const paired = phones.map((phone) => pairedRow(phone, rows));
    if (own.json === true)
      print(
        JSON.stringify(
          rows.map((row) => withPairing(row, paired)),
          null,
          2,
        ),
      );
    else print([deviceTable(rows), ...pairedTable(paired)].join('\n'));
    return exit.fine;
  },
};

/** The devices as a table, followed by their missing capabilities with a remedy. */
export function deviceTable(rows: readonly DeviceRow[]): string {
  if (rows.length === 0)
    return 'No device is attached. "handeye pair" pairs with a phone over Wi-Fi; --device virtual starts the built-in one.';
  const table = columns([
    ['DEVICE', 'KIND', 'STATE', 'TITLE'],
    ...rows.map(({ id, kind, state, title }) => [id, kind, state, title]),
  ]);
  return [...table, ...rows.flatMap(remarks)].join('\n');
}

/** A paired phone as people look for it. */
interface PairedRow {
  readonly name: string;
  readonly model: string;
  readonly reached: string;
  readonly lastSeen: string;
  readonly now: string;
  readonly row: DeviceRow | undefined;
}

function pairedRow({ name, model, address, lastSeen }: PairedPhone, rows: readonly DeviceRow[]): PairedRow {
  const row = rows.find(({ id, aliases }) => id === name || aliases?.includes(name) === true);
  const isReady = row?.state === 'ready';
  return {
    name,
    model: model ?? '',
    reached:
      row && row.id !== name
        ? `adb server, as ${row.id}`
        : `Wi-Fi${address ? `, ${address.host}:${address.port}` : ''}`,
    lastSeen: lastSeen?.slice(0, 16).replace('T', ' ') ?? 'never',
    now: isReady ? 'reachable' : 'not reachable',
    row,
  };
}

function pairedTable(paired: readonly PairedRow[]): string[] {
  if (paired.length === 0) return [];
  const rows = paired.map(({ name, model, reached, lastSeen, now }) => [name, model, reached, lastSeen, now]);
  return ['', ...columns([['PAIRED', 'MODEL', 'REACHED', 'LAST SEEN (UTC)', 'NOW'], ...rows])];
}

function withPairing(row: DeviceRow, paired: readonly PairedRow[]): object {
  const own = paired.find((phone) => phone.row === row);
  if (!own) return row;
  const { row: _, ...pairing } = own;
  return { ...row, paired: pairing };
}

/** Capabilities, worded so that they can follow "no". */
const abilities: Readonly<Record<Capability, string>> = {
  picture: 'screenshots',
  touch: 'touch',
  multitouch: 'multi-touch',
  click: 'accessibility click',
  longClick: 'accessibility long click',
  scroll: 'accessibility scrolling',
  type: 'typing',
  setText: 'setting text',
  selectText: 'selecting parts of a text',
  keys: 'key presses',
  back: 'back key',
  home: 'home key',
  recents: 'recent apps',
  notifications: 'notifications',
  quickSettings: 'quick settings',
  clipboard: 'clipboard',
  logs: 'logs',
  manageApps: 'installing and closing apps',
  openUris: 'opening links',
  intents: 'intents',
  readNotifications: 'list of notifications',
  files: 'files',
  deviceState: 'device state',
  recording: 'recording',
  crashes: 'crash reports',
};

/** The missing capabilities of a device, and the reasons. */
export function missing({ capabilities }: DeviceRow): { readonly what: string; readonly why: string }[] {
  if (!capabilities) return [];
  return capabilityNames.flatMap((capability) => {
    const able = capabilities[capability];
    return able === true ? [] : [{ what: abilities[capability], why: able }];
  });
}

function remarks(row: DeviceRow): string[] {
  const { id, fix, servedBy } = row;
  const lacks = missing(row).map(({ what, why }) => `  no ${what}: ${why}`);
  const lines = [
    ...(fix === undefined ? [] : [`  ${fix}`]),
    ...(servedBy === undefined ? [] : [`  served by ${servedBy}`]),
    ...lacks,
  ];
  return lines.length === 0 ? [] : ['', `${id}:`, ...lines];
}
