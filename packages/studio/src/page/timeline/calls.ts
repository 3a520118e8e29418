import { computed, signal } from '@preact/signals';
import type { CallDetails, ClientTotals, RecordingState, TimelineEntry } from '../../wire/timeline.ts';
import { on, request } from '../connection/connection.ts';
import { type Filter, filtered, NO_FILTER } from './filter.ts';
import { merged } from './merged.ts';
import { RecordedRun, type RunFiles } from './recorded-run.ts';

/** Number of calls that the page keeps, the same as the server. */
const MOST_CALLS = 2_000;
const PAGE = 500;
/** Milliseconds after the last key before a search is sent, and after a call before it is repeated. */
const SEARCH_PAUSE = 250;
const SEARCH_AGAIN = 1_000;

/** All known calls, the newest first. */
export const calls = signal<readonly TimelineEntry[]>([]);
export const totals = signal<readonly ClientTotals[]>([]);
export const recording = signal<RecordingState | undefined>(undefined);

/** The recording that the person opened, shown in place of the server's calls. */
export const openedRun = signal<RecordedRun | undefined>(undefined);

/** The calls to choose from, the newest first. */
export const listedCalls = computed(() => openedRun.value?.entries ?? calls.value);

/** The call whose details are shown. */
export const chosenCall = signal<number | undefined>(undefined);

export const filter = signal<Filter>(NO_FILTER);
/** The calls whose arguments or answers contain the searched text. */
const found = signal<ReadonlySet<number>>(new Set());

export const shownCalls = computed(() => filtered(listedCalls.value, filter.value, found.value));

export const clientNames = computed(() => [...new Set(listedCalls.value.map(({ client }) => client))].sort());
export const deviceNames = computed(() =>
  [...new Set(listedCalls.value.flatMap(({ device }) => device ?? []))].sort(),
);

/** The problem with the entered number. */
export const jumpProblem = computed(() => {
  const number = numberIn(filter.value.text);
  if (number === undefined || listedCalls.value.some((call) => call.number === number)) return undefined;
  const [newest] = listedCalls.value;
  const oldest = listedCalls.value.at(-1);
  if (!newest || !oldest || number === 0 || number > newest.number)
    return `There is no #${number}: the newest is #${newest?.number ?? 0}.`;
  return `#${number} is not kept any more: the oldest is #${oldest.number}.`;
});

/** The number of an entry: `#12`. */
function numberIn(text: string): number | undefined {
  const digits = /^#(\d+)$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

let serverRun: string | undefined;
let searchTimer: ReturnType<typeof setTimeout> | undefined;

/** Filters the list. `#12` goes to that call instead. */
export function setFilter(change: Partial<Filter>): void {
  filter.value = { ...filter.value, ...change };
  if (change.text === undefined) return;
  const number = numberIn(change.text);
  if (number !== undefined && listedCalls.value.some((call) => call.number === number))
    chosenCall.value = number;
  clearTimeout(searchTimer);
  searchTimer = undefined;
  found.value = new Set();
  searchIn(SEARCH_PAUSE);
}

/** Repeats the current search, unless it is already scheduled. */
function searchIn(milliseconds: number): void {
  const text = filter.value.text.trim();
  if (text === '' || numberIn(text) !== undefined) return;
  searchTimer ??= setTimeout(() => void search(text), milliseconds);
}

async function search(text: string): Promise<void> {
  searchTimer = undefined;
  const run = openedRun.value;
  const numbers = await (run?.search(text) ?? request('search', { text })).catch(() => []);
  if (filter.value.text.trim() === text && openedRun.value === run) found.value = new Set(numbers);
}

/** All details of a listed call. */
export function detailsOf(number: number): Promise<CallDetails> {
  return openedRun.value?.details(number) ?? request('entry', { number });
}

/** Shows a recording, or the server's calls again. */
export async function openRun(files: RunFiles | undefined): Promise<void> {
  const run = files && (await RecordedRun.read(files));
  openedRun.value?.close();
  openedRun.value = run;
  chosenCall.value = undefined;
  found.value = new Set();
  filter.value = NO_FILTER;
}

/** Loads all entries of the server: calls may have been made while this page was away. */
async function load(): Promise<void> {
  let before: number | undefined;
  const known: TimelineEntry[] = [];
  while (known.length < MOST_CALLS) {
    const page = await request('timeline', { before, limit: PAGE }).catch(() => []);
    known.push(...page);
    before = page.at(-1)?.number;
    if (page.length < PAGE) break;
  }
  calls.value = sorted(merged(known, calls.value));
}

function sorted(all: readonly TimelineEntry[]): TimelineEntry[] {
  return [...all].sort((one, other) => other.number - one.number).slice(0, MOST_CALLS);
}

function put(call: TimelineEntry): void {
  const [newest] = calls.value;
  if (!newest || call.number > newest.number) {
    calls.value = [call, ...calls.value].slice(0, MOST_CALLS);
    return;
  }
  const at = calls.value.findIndex(({ number }) => number === call.number);
  calls.value = at < 0 ? sorted([...calls.value, call]) : calls.value.with(at, call);
}

on('hello', (is) => {
  if (is.run !== serverRun) {
    calls.value = [];
    chosenCall.value = undefined;
  }
  serverRun = is.run;
  totals.value = is.totals;
  recording.value = is.recording;
  void load();
});
on('call', (call) => {
  put(call);
  // The searched text may be in its answer.
  if (call.outcome !== undefined) searchIn(SEARCH_AGAIN);
});
on('totals', (is) => (totals.value = is));
on('recording', (is) => (recording.value = is));
