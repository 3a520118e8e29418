import { useEffect, useRef, useState } from 'preact/hooks';
import type { ScreenLine } from '../../wire/screen.ts';
import { hovered, lit, pin, pinned } from '../screen/pointed.ts';
import { defineKeys } from '../keys/keys.ts';
import './lines.css';

defineKeys('Text', {
  '↑ ↓': 'In a text: the line above or below that is about an element; also Home, End',
  Enter: 'On a line: pin its element',
});

/** Maximum number of lines shown at once; an enormous screen may have ten thousand. */
const MOST_LINES = 800;

export interface LinesProps {
  /** The label of the list for screen readers. */
  readonly label: string;
  readonly lines: readonly ScreenLine[];
  /** Tabs separate the columns of a table. */
  readonly tabbed?: boolean;
}

/** A text line by line: pointing at a line highlights its element in the picture, and the other way round. */
export function Lines({ label, lines, tabbed = false }: LinesProps) {
  const [most, setMost] = useState(MOST_LINES);
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const pointed = lit.value;
  useEffect(() => {
    if (pointed?.from !== 'picture') return;
    list.current?.querySelector('.line.is-lit')?.scrollIntoView({ block: 'nearest' });
  }, [pointed?.id, pointed?.from]);
  const shown = lines.slice(0, most);
  const first = shown.find(({ element }) => element !== undefined)?.element;
  const isThere = current !== undefined && shown.some(({ element }) => element === current);
  const inTabOrder = isThere ? current : first;
  return (
    <>
      <ol
        class={`lines ${tabbed ? 'is-tabbed' : ''}`}
        aria-label={label}
        ref={list}
        onKeyDown={walk}
        onMouseLeave={() => (hovered.value = undefined)}
      >
        {shown.map((line, at) => (
          <Line
            key={at}
            line={line}
            isLit={line.element !== undefined && line.element === pointed?.id}
            isInTabOrder={line.element !== undefined && line.element === inTabOrder}
            onFocus={setCurrent}
          />
        ))}
      </ol>
      {lines.length > most && (
        <button
          type="button"
          class="button is-small"
          onClick={() => {
            setMost(lines.length);
          }}
        >
          Show {lines.length - most} more lines
        </button>
      )}
    </>
  );
}

interface LineProps {
  readonly line: ScreenLine;
  readonly isLit: boolean;
  readonly isInTabOrder: boolean;
  readonly onFocus: (element: string) => void;
}

function Line({ line: { text, element }, isLit, isInTabOrder, onFocus }: LineProps) {
  if (element === undefined) {
    return (
      <li onMouseEnter={() => (hovered.value = undefined)}>
        <span class="line from-device">{text}</span>
      </li>
    );
  }
  const point = () => (hovered.value = { id: element, from: 'text' });
  return (
    <li>
      <button
        type="button"
        class={`line from-device ${isLit ? 'is-lit' : ''}`}
        aria-pressed={pinned.value?.id === element}
        tabIndex={isInTabOrder ? 0 : -1}
        onMouseEnter={point}
        onFocus={() => {
          onFocus(element);
          point();
        }}
        onBlur={() => (hovered.value = undefined)}
        onClick={() => {
          pin({ id: element, from: 'text' });
        }}
      >
        {text}
      </button>
    </li>
  );
}

/** Arrow keys move from line to line, skipping those without an element. */
function walk(event: KeyboardEvent): void {
  if (!(event.currentTarget instanceof Element)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button.line')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  const button = next === undefined ? undefined : buttons[next];
  if (!button) return;
  event.preventDefault();
  button.focus();
}
