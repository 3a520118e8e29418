/** One line of a screen in lean, as an answer has it. */
export interface Row {
  readonly id: string | undefined;
  /** The marks in brackets. */
  readonly marks: string;
  readonly label: string;
}

/** The first line of lean, or its equivalent in the answer of an act. */
const HEAD = /^(?:now:(?: \d+x\d+)?|\d+x\d+(?: s[0-9a-f]+)?) (\S+)/;
/** `553066 [on] Airplane mode`, `- text`, after any indentation. */
const ROW = /^\s*(?:(\d{5,}) ?|- )(?:\[([^\]]*)\] ?)?(.*)$/;

/** An agent's knowledge of the screen: the last whole screen it received, with the changes since. */
export class Screen {
  readonly app: string;
  readonly rows: readonly Row[];

  constructor(app = '', rows: readonly Row[] = []) {
    this.app = app;
    this.rows = rows;
  }

  /** The screen after an answer. */
  after(answer: string): Screen {
    const lines = answer.split('\n');
    const head = lines.findIndex((line) => HEAD.test(line));
    if (head < 0) return new Screen(this.app, lines.reduce(withChange, this.rows));
    const [, app = ''] = HEAD.exec(lines[head] ?? '') ?? [];
    return new Screen(app, lines.slice(head + 1).flatMap(rowsIn));
  }

  /** The first row with this label or part of a label; of several, one that can be used. */
  find(what: string | RegExp): Row | undefined {
    const matches = this.rows.filter(({ label }) => partsOf(label).some((part) => fits(part, what)));
    // Of texts without an id, the latest one holds.
    return matches.find(({ id }) => id !== undefined) ?? matches.at(-1);
  }
}

/** A label, its parts, and the content of a field. */
function partsOf(label: string): readonly string[] {
  const [before = '', content] = label.split(/(?:^| )= /);
  return [label, ...before.split(' | '), ...(content === undefined ? [] : [content])];
}

function fits(text: string, what: string | RegExp): boolean {
  return typeof what === 'string' ? text === what : what.test(text);
}

function rowsIn(line: string): Row[] {
  const [, id, marks = '', label = ''] = ROW.exec(line) ?? [];
  return id === undefined && label === '' ? [] : [{ id, marks, label }];
}

function withChange(rows: readonly Row[], line: string): readonly Row[] {
  const [, sign, rest = ''] = /^([~+]|gone:) (.*)$/.exec(line) ?? [];
  if (sign === undefined) return rows;
  if (sign === 'gone:') return rows.filter(({ id }) => id === undefined || !rest.split(' ').includes(id));
  const [row] = rowsIn(rest.replace(/ \(was .*\)$/, ''));
  if (row === undefined) return rows;
  const at = row.id === undefined ? -1 : rows.findIndex(({ id }) => id === row.id);
  return at < 0 ? [...rows, row] : rows.with(at, row);
}
