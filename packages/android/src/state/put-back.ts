import type { Call } from '@handeye/core/call/call';
import { askUntil } from '@handeye/core/call/ask-until';
import type { StateOutcome } from '@handeye/core/device/services/device-state';
import { type Cell, cellNamed } from './cells.ts';
import { itemNow } from './describe.ts';
import { type Facts, readFacts } from './facts.ts';
import type { Entry } from './journal.ts';
import { writeCells, type Writer } from './write.ts';

/** How many times, and how many milliseconds apart, the values are read until they are back: a radio takes a moment. */
const UNTIL_BACK = { times: 10, apart: 200 };

interface Situation extends Writer {
  readonly overNetwork: boolean;
  readonly call: Call;
}

interface PutBack {
  readonly outcomes: readonly StateOutcome[];
  /** The values that could not be put back, to be tried again. */
  readonly left: readonly Entry[];
}

type Known = Entry & { readonly at: Cell };

/** The entries whose value is still the one that we set. */
export function stillSet(entries: readonly Entry[], facts: Facts): readonly Entry[] {
  return entries.filter(({ cell, set }) => cellNamed(cell)?.current(facts) === set);
}

/** Puts back values, the last change first. A value that is not ours any more was changed by someone else, and stays. */
export async function putBack(entries: readonly Entry[], situation: Situation): Promise<PutBack> {
  const { phone, sdk, overNetwork, call } = situation;
  const known = entries.flatMap((entry): Known[] => {
    const at = cellNamed(entry.cell);
    return at === undefined ? [] : [{ ...entry, at }];
  });
  if (known.length === 0) return { outcomes: [], left: [] };
  const { facts } = await readFacts(phone, { sdk }, call);
  const changed = known.filter(({ at, was }) => at.current(facts) !== was).reverse();
  const ours = changed.filter(({ at, set }) => at.current(facts) === set);
  const cutting = ours.filter(({ at, was }) => overNetwork && at.cuts?.(was) === true);
  const todo = ours.filter((entry) => !cutting.includes(entry));
  const writes = todo.map(({ at, was }) => ({ cell: at, value: was }));
  await writeCells(writes, situation, call);
  const after = await whenBack(todo, { situation, facts });
  const stuck = todo.filter(({ at, was }) => at.current(after) !== was);
  const back = todo.filter((entry) => !stuck.includes(entry));
  const foreign = changed.filter((entry) => !ours.includes(entry));
  const says = (list: readonly Known[], took: boolean, text: (entry: Known) => string) =>
    itemsOf(list).map((entry) => ({ item: entry.item, took, text: text(entry) }));
  return {
    outcomes: [
      ...says(back, true, ({ item }) => `put back to ${itemNow[item](after)}`),
      ...says(
        foreign,
        false,
        ({ item }) => `left at ${itemNow[item](after)}: someone else changed it meanwhile`,
      ),
      ...says(
        cutting,
        false,
        () => 'not put back: that would cut the connection, as this phone is reached over the network',
      ),
      ...says(stuck, false, () => 'could not be put back: the phone did not take it. Try again later.'),
    ],
    left: entries.filter(({ cell }) => [...stuck, ...cutting].some((entry) => entry.cell === cell)),
  };
}

/** One entry for each item: that of its main value, which is the last one set. */
function itemsOf(entries: readonly Known[]): readonly Known[] {
  return entries.filter(({ item }, index) => entries.findIndex((other) => other.item === item) === index);
}

async function whenBack(
  todo: readonly Known[],
  { situation: { phone, sdk, call }, facts }: { situation: Situation; facts: Facts },
): Promise<Facts> {
  if (todo.length === 0) return facts;
  const read = async () => (await readFacts(phone, { sdk }, call)).facts;
  return askUntil(read, (now) => todo.every(({ at, was }) => at.current(now) === was), UNTIL_BACK, call);
}
