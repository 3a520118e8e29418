import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import './parts.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: ComponentChildren;
}

export interface TabsProps<Id extends string> {
  /** The label of the tab list for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly place?: 'top' | 'bottom';
  /** The content of the chosen tab. */
  readonly children: ComponentChildren;
}

/** Tabs and the panel of the chosen one; arrow keys, Home and End move between them. */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  place = 'top',
  children,
}: TabsProps<Id>) {
  const name = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // If not all tabs fit, the chosen one is scrolled into view.
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  const walk = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[nextIndex(event.key, at, tabs.length)];
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div class={`tabs tabs-${place}`}>
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={walk}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            class="tab"
            id={`${name}-${id}`}
            data-tab={id}
            aria-selected={id === chosen}
            aria-controls={`${name}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => {
              onChoose(id);
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${name}-panel`}
        aria-labelledby={`${name}-${chosen}`}
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}

/** The index of the tab for a key; -1 if there is none. */
function nextIndex(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
