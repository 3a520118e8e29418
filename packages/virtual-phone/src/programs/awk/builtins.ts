import { PatientPattern } from '../text/patient-pattern.ts';
import { ToolError } from '../tool.ts';
import type { Awk } from './interpreter.ts';
import { splitFields } from './record.ts';
import type { Expression } from './syntax.ts';
import { formatText, input, numberOf, textOf, type Value } from './values.ts';

type Builtin = (awk: Awk, args: readonly Expression[]) => Promise<Value>;

/** A function of the first argument's number. */
const ofNumber =
  (work: (number: number) => number): Builtin =>
  async (awk, [arg]) =>
    work(numberOf(arg && (await awk.value(arg))));

const ofText =
  (work: (text: string) => Value): Builtin =>
  async (awk, [arg]) =>
    work(await textOfArg(awk, arg));

async function textOfArg(awk: Awk, arg: Expression | undefined): Promise<string> {
  return textOf(arg === undefined ? awk.record.get(0) : await awk.value(arg));
}

async function numberOfArg(awk: Awk, arg: Expression): Promise<number> {
  return numberOf(await awk.value(arg));
}

const length: Builtin = async (awk, [arg]) => {
  if (arg?.kind === 'variable' && isArray(awk, arg.name)) return awk.array(arg.name).size;
  return Array.from(await textOfArg(awk, arg)).length;
};

function isArray(awk: Awk, name: string): boolean {
  try {
    awk.variable(name);
    return false;
  } catch (error) {
    if (error instanceof ToolError) return true;
    throw error;
  }
}

const substr: Builtin = async (awk, [text, from, count]) => {
  const characters = Array.from(await textOfArg(awk, text));
  const start = from === undefined ? 1 : Math.round(await numberOfArg(awk, from));
  const end = count === undefined ? Infinity : start + Math.round(await numberOfArg(awk, count));
  return characters.slice(Math.max(0, start - 1), Math.max(0, end - 1)).join('');
};

const index: Builtin = async (awk, [text, wanted]) => {
  const [whole, part] = [await textOfArg(awk, text), await textOfArg(awk, wanted)];
  const at = whole.indexOf(part);
  return at === -1 ? 0 : Array.from(whole.slice(0, at)).length + 1;
};

const split: Builtin = async (awk, [text, into, separator]) => {
  if (into?.kind !== 'variable') throw new ToolError('split: second argument is no array', 2);
  const whole = await textOfArg(awk, text);
  const by =
    separator === undefined
      ? awk.text('FS')
      : separator.kind === 'pattern'
        ? `(${separator.source})`
        : textOf(await awk.value(separator));
  const array = awk.array(into.name);
  array.clear();
  const fields = splitFields(whole, by);
  for (const [at, field] of fields.entries()) awk.putElement(array, String(at + 1), input(field));
  return fields.length;
};

const match: Builtin = async (awk, [text, pattern]) => {
  if (pattern === undefined) throw new ToolError('match: not enough arguments', 2);
  const whole = await textOfArg(awk, text);
  const found = (await awk.patternOf(pattern)).exec(whole);
  const start = found ? Array.from(whole.slice(0, found.index)).length + 1 : 0;
  awk.assignVariable('RSTART', start);
  awk.assignVariable('RLENGTH', found ? Array.from(found[0]).length : -1);
  return start;
};

/** sub and gsub: `&` in the replacement is the matched text. */
const substitute =
  (all: boolean): Builtin =>
  async (awk, [pattern, replacement, where]) => {
    if (pattern === undefined) throw new ToolError('sub: not enough arguments', 2);
    const { source } = await awk.patternOf(pattern);
    const target = where ?? { kind: 'field', index: { kind: 'number', value: 0 } };
    if (target.kind !== 'variable' && target.kind !== 'field' && target.kind !== 'element')
      throw new ToolError('sub: third argument cannot be changed', 2);
    const template = await textOfArg(awk, replacement);
    const text = textOf(await awk.value(target));
    let count = 0;
    // The source was already translated to a JavaScript pattern when it was compiled.
    const finder = new PatientPattern(source, all ? 'gu' : 'u');
    const changed = text.replace(finder, (found) => {
      count++;
      return template.replace(/\\(.)|&/g, (sign, escaped: string | undefined) =>
        escaped === undefined ? found : escaped === '&' || escaped === '\\' ? escaped : sign,
      );
    });
    if (count > 0) await awk.assign(target, awk.bounded(changed));
    return count;
  };

const BUILTINS: Readonly<Record<string, Builtin>> = {
  length,
  substr,
  index,
  split,
  match,
  sub: substitute(false),
  gsub: substitute(true),
  sprintf: async (awk, [format, ...args]) => {
    const values: Value[] = [];
    for (const arg of args) values.push(await awk.value(arg));
    return awk.bounded(formatText(await textOfArg(awk, format), values));
  },
  sin: ofNumber(Math.sin),
  cos: ofNumber(Math.cos),
  exp: ofNumber(Math.exp),
  log: ofNumber(Math.log),
  sqrt: ofNumber(Math.sqrt),
  int: ofNumber(Math.trunc),
  atan2: async (awk, [y, x]) =>
    Math.atan2(y ? await numberOfArg(awk, y) : 0, x ? await numberOfArg(awk, x) : 0),
  rand: (awk) => Promise.resolve(awk.task.system.random.fraction()),
  srand: () => Promise.resolve(1),
  tolower: ofText((text) => text.toLowerCase()),
  toupper: ofText((text) => text.toUpperCase()),
  system: async (awk, [line]) => awk.task.run(['sh', '-c', await textOfArg(awk, line)]),
  close: async (awk, [name]) => awk.files.close(await textOfArg(awk, name)),
  fflush: () => Promise.resolve(0),
};

export async function callBuiltin(awk: Awk, name: string, args: readonly Expression[]): Promise<Value> {
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  if (builtin === undefined) throw new ToolError(`calling undefined function ${name}`, 2);
  return builtin(awk, args);
}
