import { isRefused, type TimelineEntry } from '../../wire/timeline.ts';

export const callKinds = ['all', 'writes', 'reads', 'failed', 'refused', 'person', 'controls'] as const;
export type CallKind = (typeof callKinds)[number];

/** The filter of the list. */
export interface Filter {
  readonly text: string;
  /** Empty: all clients. The same for devices. */
  readonly client: string;
  readonly device: string;
  readonly kind: CallKind;
}

export const NO_FILTER: Filter = { text: '', client: '', device: '', kind: 'all' };

const fits: Readonly<Record<CallKind, (call: TimelineEntry) => boolean>> = {
  all: () => true,
  writes: ({ writes }) => writes,
  reads: ({ writes, kind }) => !writes && kind === 'call',
  failed: (call) => call.outcome !== undefined && call.outcome !== 'ok' && !isRefused(call),
  refused: isRefused,
  person: ({ byPerson }) => byPerson,
  controls: ({ kind }) => kind === 'control',
};

/** The calls that pass a filter. `found` are those whose details contain the text. */
export function filtered(
  calls: readonly TimelineEntry[],
  { text, client, device, kind }: Filter,
  found: ReadonlySet<number>,
): readonly TimelineEntry[] {
  const wanted = text.trim().toLowerCase();
  // A number goes to a call and filters nothing.
  const isNumber = /^#\d*$/.test(wanted);
  return calls.filter(
    (call) =>
      fits[kind](call) &&
      (client === '' || call.client === client) &&
      (device === '' || call.device === device) &&
      (wanted === '' || isNumber || found.has(call.number) || stands(wanted, call)),
  );
}

function stands(wanted: string, call: TimelineEntry): boolean {
  const { tool, summary, told = '', client, device = '', app = '', outcome = '' } = call;
  return [tool, summary, told, client, device, app, outcome].some((part) =>
    part.toLowerCase().includes(wanted),
  );
}
