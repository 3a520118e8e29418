import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TimelineEntry } from '../../wire/timeline.ts';
import { deviceNames } from './calls.ts';
import { canBeSaved, pickAll, toggle } from './saving.ts';
import { countText, durationText, outcomeText, outcomeTone, timeText } from './words.ts';

/** Height of a row in pixels; the same as in timeline.css. */
const ROW = 46;
/** Number of rows rendered above and below the visible ones. */
const SPARE = 6;

export interface CallListProps {
  readonly calls: readonly TimelineEntry[];
  readonly chosen: number | undefined;
  readonly onChoose: (number: number | undefined) => void;
  /** The calls to save as a flow, while they are being picked. */
  readonly picked: ReadonlySet<number> | undefined;
}

/** The calls, the newest first. Only visible rows are in the page. */
export function CallList({ calls, chosen, onChoose, picked }: CallListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(400);
  const [top, setTop] = useState(0);
  /** The call at the upper edge keeps its position when new ones arrive. */
  const anchor = useRef<{ number: number; offset: number } | undefined>(undefined);

  useEffect(() => {
    const own = list.current;
    if (!own) return undefined;
    const observer = new ResizeObserver(() => {
      setHeight(own.clientHeight);
    });
    observer.observe(own);
    return () => {
      observer.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    const own = list.current;
    if (!own || !anchor.current) return;
    const { number, offset } = anchor.current;
    const at = calls.findIndex((call) => call.number === number);
    if (at >= 0) own.scrollTop = at * ROW + offset;
  }, [calls]);

  useEffect(() => {
    const at = calls.findIndex(({ number }) => number === chosen);
    const own = list.current;
    if (!own || at < 0) return;
    if (at * ROW < own.scrollTop) own.scrollTop = at * ROW;
    else if ((at + 1) * ROW > own.scrollTop + own.clientHeight)
      own.scrollTop = (at + 1) * ROW - own.clientHeight;
  }, [chosen, height]);

  const onScroll = () => {
    const scrolled = list.current?.scrollTop ?? 0;
    const first = calls[Math.floor(scrolled / ROW)];
    // At the top the list follows the newest call.
    anchor.current = scrolled > 0 && first ? { number: first.number, offset: scrolled % ROW } : undefined;
    setTop(scrolled);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = calls.findIndex(({ number }) => number === chosen);
    if (picked && event.key === ' ') {
      event.preventDefault();
      toggle(calls[at]);
      return;
    }
    const next = indexAfter(event.key, { at, count: calls.length, page: Math.floor(height / ROW) });
    if (next === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    if (next !== undefined && event.shiftKey) pickAll(between(calls, at, next));
    onChoose(next === undefined ? undefined : calls[next]?.number);
  };

  const from = Math.max(0, Math.floor(top / ROW) - SPARE);
  const rows = calls.slice(from, Math.ceil((top + height) / ROW) + SPARE);
  return (
    <div
      ref={list}
      class="call-list"
      role="listbox"
      aria-label="Calls, the newest first"
      aria-multiselectable={picked !== undefined}
      tabIndex={0}
      aria-activedescendant={rows.some(({ number }) => number === chosen) ? `call-${chosen}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div class="call-rows" role="presentation" style={{ height: `${calls.length * ROW}px` }}>
        {rows.map((call, index) => (
          <Row
            key={call.number}
            call={call}
            place={from + index}
            count={calls.length}
            isChosen={call.number === chosen}
            isPicked={picked?.has(call.number)}
            onChoose={(event) => {
              if (picked && event.shiftKey)
                pickAll(
                  between(
                    calls,
                    calls.findIndex(({ number }) => number === chosen),
                    from + index,
                  ),
                );
              else if (picked) toggle(call);
              onChoose(call.number);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly call: TimelineEntry;
  readonly place: number;
  readonly count: number;
  readonly isChosen: boolean;
  /** Undefined while no calls are picked. */
  readonly isPicked: boolean | undefined;
  readonly onChoose: (event: MouseEvent) => void;
}

function Row({ call, place, count, isChosen, isPicked, onChoose }: RowProps) {
  const { number, kind, tool, client, summary, told, outcome, byPerson } = call;
  const isFailure = outcome !== undefined && outcome !== 'ok';
  const where = deviceNames.value.length > 1 && call.device !== undefined ? ` · ${call.device}` : '';
  return (
    <div
      id={`call-${number}`}
      class={`call-row is-${outcomeTone(call)} is-${kind}${byPerson ? ' is-person' : ''}${isPicked !== undefined && isChosen ? ' is-current' : ''}`}
      role="option"
      aria-selected={isPicked ?? isChosen}
      aria-disabled={isPicked !== undefined && !canBeSaved(call)}
      aria-posinset={place + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${place * ROW}px)` }}
      onClick={onChoose}
    >
      <span class="call-first">
        {isPicked !== undefined && (
          <span class="call-pick" aria-hidden="true">
            {canBeSaved(call) && (isPicked ? '☑' : '☐')}
          </span>
        )}
        <span class="call-number">#{number}</span>
        <span class="call-tool">{tool}</span>
        <span class="call-client">
          <bdi>{client}</bdi>
          {where}
        </span>
        <span class="call-cost">{costText(call)}</span>
      </span>
      <span class="call-second">
        {isFailure && <span class="call-outcome">{outcomeText(call)}: </span>}
        {isFailure ? told : summary || told}
      </span>
    </div>
  );
}

/** The calls from one place to another, both included. */
function between(calls: readonly TimelineEntry[], from: number, to: number): readonly TimelineEntry[] {
  return calls.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
}

/** The cost of a call; of a control, its time. */
function costText(call: TimelineEntry): string {
  const { kind, at, outcome, milliseconds = 0, waited = 0, tokens = 0 } = call;
  if (kind === 'control') return timeText(at);
  if (outcome === undefined) return `${outcomeText(call)} …`;
  const waiting = waited === 0 ? '' : ` + ${durationText(waited)} waiting`;
  return `${durationText(milliseconds)}${waiting} · ${countText(tokens)} tok`;
}

/** The call that a key leads to; undefined if there is none. */
function indexAfter(
  key: string,
  { at, count, page }: { readonly at: number; readonly count: number; readonly page: number },
): number | undefined {
  if (count === 0) return undefined;
  const within = (index: number) => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + page);
    case 'PageUp':
      return within(at - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
