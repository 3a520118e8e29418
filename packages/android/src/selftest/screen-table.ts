import type { Bounds } from '@handeye/screen/node';

/** A row of get_screen_state. */
export interface Row {
  readonly id: string;
  readonly className: string;
  /** Empty if there is none. */
  readonly text: string;
  readonly description: string;
  readonly resourceId: string;
  readonly bounds: Bounds;
  /** v visible, c clickable, l long-clickable, f focusable, s scrollable, e editable, n enabled. */
  readonly flags: string;
}

/** A screen in the form of get_screen_state. */
export interface ScreenTable {
  readonly app: string;
  readonly width: number;
  readonly height: number;
  /** Of the active window. */
  readonly rows: readonly Row[];
  /** Of all other windows. */
  readonly others: readonly Row[];
}

/** Reads the compact format (docs/screen-format.md). */
export function parseScreenTable(text: string): ScreenTable {
  const lines = text.split('\n');
  const other = lines.findIndex((line) => line.startsWith('window:'));
  const active = other < 0 ? lines : lines.slice(0, other);
  const [, width = '0', height = '0'] = /^screen:(\d+)x(\d+)/m.exec(text) ?? [];
  return {
    app: /^app:(\S+)/m.exec(text)?.[1] ?? 'unknown',
    width: Number(width),
    height: Number(height),
    rows: active.flatMap(rowOf),
    others: other < 0 ? [] : lines.slice(other).flatMap(rowOf),
  };
}

function rowOf(line: string): Row[] {
  const [id = '', className = '', text = '', description = '', resourceId = '', edges = '', flags] =
    line.split('\t');
  const [left, top, right, bottom] = edges.split(',').map(Number);
  if (flags === undefined || left === undefined || top === undefined) return [];
  if (right === undefined || bottom === undefined || !id.startsWith('node_')) return [];
  const value = (cell: string) => (cell === '-' ? '' : cell);
  return [
    {
      id,
      className,
      text: value(text),
      description: value(description),
      resourceId: value(resourceId),
      bounds: { left, top, right, bottom },
      flags,
    },
  ];
}

/** Equal for screens that show the same. Other windows are left out: a clock changes by itself. */
export function fingerprintOf({ app, rows }: ScreenTable): string {
  return JSON.stringify([app, rows.map(({ className, text, bounds }) => [className, text, bounds])]);
}
