import type { DeviceStatus, FarmStatus, HostStatus, WaitStatus } from '@handeye/farm/status/status';
import { cut, flat, shown } from '@handeye/screen/sanitize';
import { columns, indented } from '../columns.ts';

/** The longest foreign text in a cell: a title, a holder, a reason. */
const CELL = 48;
const REASON = 300;

/** A farm's state as tables. */
export function statusText(status: FarmStatus): string {
  const { isConnected, hosts, devices, queue } = status;
  if (hosts.length === 0 && isConnected)
    return 'No host is in this farm. Start one with: handeye host --farm ADDRESS --name NAME';
  return [
    ...(isConnected ? [] : ['The connection to the farm is lost. This is what was heard last:', '']),
    ...columns([['HOST', 'VERSION', 'DEVICES', 'CALLS', 'LOAD', 'SEEN'], ...hosts.map(hostRow)]),
    '',
    ...columns([['DEVICE', 'STATE', 'HOLDER', 'SYSTEM', 'TITLE', 'LABELS'], ...devices.map(deviceRow)]),
    ...devices.flatMap(reasonLines),
    '',
    totalsLine(status),
    ...queue.map((wait, index) => indented(`${index + 1}. ${waitText(wait)}`)),
  ].join('\n');
}

function hostRow({ name, version, devices, calls, load, seconds }: HostStatus): string[] {
  return [
    name,
    cell(version),
    String(devices),
    String(calls),
    `${Math.round(load * 100)}%`,
    `${Math.round(seconds)} s ago`,
  ];
}

function deviceRow({
  name,
  state,
  holder,
  minutes,
  platform,
  version,
  title,
  labels,
}: DeviceStatus): string[] {
  const lease =
    holder === undefined ? '-' : cell(holder) + (minutes === undefined ? '' : ` (${minutes} min)`);
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return [
    name,
    state,
    lease,
    cell(version === undefined ? platform : `${platform} ${version}`),
    cell(title),
    cell(pairs.join(' ')),
  ];
}

function reasonLines({ name, reason }: DeviceStatus): string[] {
  return reason === undefined ? [] : ['', `${name}:`, `  ${flat(shown(cut(reason, REASON)))}`];
}

function totalsLine({ totals, devices, queue }: FarmStatus): string {
  const states = Object.entries(totals)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`);
  const counted = devices.length === 1 ? '1 device' : `${devices.length} devices`;
  return `${[counted, ...states].join(', ')}; ${queue.length} waiting${queue.length > 0 ? ':' : '.'}`;
}

function waitText({ holder, wants }: WaitStatus): string {
  const any = Object.keys(wants).length === 0;
  return `${cell(holder)} wants ${any ? 'any device' : cell(JSON.stringify(wants))}`;
}

/** Names and texts come from other machines. */
function cell(text: string): string {
  return flat(shown(cut(text, CELL)));
}
