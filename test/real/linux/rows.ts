import type { PrivateDesktop } from './desktop-session.ts';

/** A row of get_screen_state. */
export interface Row {
  readonly id: string;
  readonly role: string;
  readonly text: string;
  readonly description: string;
  readonly bounds: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly flags: string;
}

/** All rows of the screen state. */
export async function rowsOf(desktop: PrivateDesktop): Promise<Row[]> {
  return rowsIn(await desktop.tools.text('get_screen_state'));
}

/** The rows of an answer. */
export function rowsIn(state: string): Row[] {
  return state
    .split('\n')
    .filter((line) => /^node_\d+\t/.test(line))
    .map((line) => {
      const [id = '', role = '', text = '', description = '', , edges = '', flags = ''] = line.split('\t');
      const [left = 0, top = 0, right = 0, bottom = 0] = edges.split(',').map(Number);
      return { id, role, text, description, bounds: { left, top, right, bottom }, flags };
    });
}

/** The visible texts of one role, from the top down. */
export async function inSight(desktop: PrivateDesktop, role: string): Promise<string[]> {
  const rows = await rowsOf(desktop);
  return rows.filter((row) => row.role === role && row.flags.includes('v')).map(({ text }) => text);
}

/** The middle of a row. */
export function middleOf({ bounds: { left, top, right, bottom } }: Pick<Row, 'bounds'>): {
  x: number;
  y: number;
} {
  return { x: (left + right) >> 1, y: (top + bottom) >> 1 };
}
