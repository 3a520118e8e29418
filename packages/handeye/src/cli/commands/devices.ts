import { type Capability, capabilityNames } from '@handeye/core/device/port';
import { onOrOff } from '../../config/values.ts';
import { columns } from '../columns.ts';
import { type CliCommand, exit } from '../command.ts';
import type { DeviceRow } from '../services.ts';

export const devices: CliCommand = {
  name: 'devices',
  about: 'List the devices that can be used, and what each can do.',
  quiet: true,
  settings: ['device', 'farm', 'farmCredentials', 'farmCa', 'tier', 'logLevel', 'config'],
  own: { json: { schema: onOrOff(), default: false, about: 'Print JSON.' } },
  async run({ services, config, log, folder, own, print }) {
    const rows = await services.devices(config, { log, folder });
    print(own.json === true ? JSON.stringify(rows, null, 2) : deviceTable(rows));
    return exit.fine;
  },
};

/** The devices as a table, followed by their missing capabilities with a remedy. */
export function deviceTable(rows: readonly DeviceRow[]): string {
  if (rows.length === 0) return 'No device is attached. --device virtual starts the built-in virtual phone.';
  const table = columns([
    ['DEVICE', 'KIND', 'STATE', 'TITLE'],
    ...rows.map(({ id, kind, state, title }) => [id, kind, state, title]),
  ]);
  return [...table, ...rows.flatMap(remarks)].join('\n');
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
