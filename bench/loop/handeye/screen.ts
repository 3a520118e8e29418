/** One row of a screen in lean, as the answer has it. */
export interface Row {
  readonly id: string;
  readonly use: string;
  readonly text: string;
  readonly desc: string;
  readonly res: string;
  readonly x: number;
  readonly y: number;
  readonly state: string;
}

/** A screen as an agent reads it in the text of get_screen_state. */
export class Screen {
  readonly app: string;
  /** Rows of the window in front. Rows of others (bars, what lies behind a dialog) are after a line `window:`. */
  readonly rows: readonly Row[];

  constructor(readonly text: string) {
    const lines = text.split('\n');
    const end = lines.findIndex((line) => /^(window|note):/.test(line));
    this.app = /^app:(\S+)/.exec(text)?.[1] ?? '';
    this.rows = lines.slice(2, end === -1 ? undefined : end).map(rowOf);
  }

  /** What is where, without ids: by this an agent sees whether anything moved. */
  get content(): string {
    return this.rows.map(({ text, desc, x, y }) => `${text}|${desc}@${x},${y}`).join('\n');
  }

  /** The first row with this text, description or short resource name; of several, one that can be used. */
  find(what: string | RegExp): Row | undefined {
    const matches = this.rows.filter(
      (row) =>
        !row.state.includes('offscreen') && [row.text, row.desc, row.res].some((cell) => fits(cell, what)),
    );
    return matches.find(({ use }) => use !== '') ?? matches[0];
  }
}

function rowOf(line: string): Row {
  const [id = '', use = '', text = '', desc = '', res = '', centre = '', state = ''] = line.split('\t');
  const [x = NaN, y = NaN] = centre.split(',').map(Number);
  return { id, use, text, desc, res, x, y, state };
}

function fits(cell: string, what: string | RegExp): boolean {
  return typeof what === 'string' ? cell === what : what.test(cell);
}
