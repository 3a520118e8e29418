/** Runs an awk program over its input, one record at a time. */
import { breathe } from '../../shell/clock.ts';
import type { Task } from '../../shell/task.ts';
import { compile } from '../text/patterns.ts';
import { ToolError } from '../tool.ts';
import { callBuiltin } from './builtins.ts';
import { AwkFiles } from './files.ts';
import { calculate, operate } from './operators.ts';
import { Record } from './record.ts';
import type { AwkProgram, Expression, Rule, Statement, Target } from './syntax.ts';
import { formatText, isTrue, numberOf, textOf, type Value } from './values.ts';

export type AwkArray = Map<string, Value>;

const STEPS_PER_BREATH = 500;
/** Limits on strings, arrays and recursion, as a phone's memory would impose. */
const LONGEST_STRING = 16 * 1024 * 1024;
const MOST_ELEMENTS = 500_000;
const DEEPEST_CALL = 300;
const MOST_PATTERNS = 500;

class Jump extends Error {
  constructor(
    readonly to: 'next' | 'break' | 'continue' | 'exit' | 'return',
    readonly value?: Value,
  ) {
    super(to);
  }
}

export class Awk {
  readonly record: Record;
  readonly files: AwkFiles;
  readonly #program: AwkProgram;
  readonly #globals = new Map<string, Value | AwkArray>();
  readonly #frames: Map<string, Value | AwkArray>[] = [];
  readonly #patterns = new Map<string, RegExp>();
  readonly #openRanges = new Set<Rule>();
  #steps = 0;
  #status = 0;

  constructor(
    readonly task: Task,
    program: AwkProgram,
  ) {
    this.#program = program;
    for (const [name, value] of [
      ['FS', ' '],
      ['OFS', ' '],
      ['ORS', '\n'],
      ['RS', '\n'],
      ['SUBSEP', '\x1c'],
      ['CONVFMT', '%.6g'],
      ['OFMT', '%.6g'],
      ['FILENAME', ''],
    ] as const)
      this.#globals.set(name, value);
    for (const name of ['NR', 'FNR', 'RSTART']) this.#globals.set(name, 0);
    this.#globals.set('RLENGTH', -1);
    this.record = new Record(() => ({
      fields: this.text('FS'),
      output: this.text('OFS'),
      paragraphs: this.text('RS') === '',
    }));
    this.files = new AwkFiles(this);
  }

  /** Runs the program over the named files; returns the exit code. */
  async run(operands: readonly string[]): Promise<number> {
    const of = (when: Rule['when']): readonly Rule[] =>
      this.#program.rules.filter((rule) => rule.when === when);
    const main = this.#program.rules.filter(({ when }) => when !== 'BEGIN' && when !== 'END');
    try {
      if (!(await this.#phase(async () => this.#rules(of('BEGIN'))))) return this.#status;
      this.files.setOperands(operands);
      if (main.length > 0 || of('END').length > 0) {
        await this.#phase(async () => {
          while (await this.files.nextRecord()) await this.#oneRecord(main);
        });
      }
      await this.#phase(async () => this.#rules(of('END')));
      return this.#status;
    } finally {
      this.files.closeAll();
    }
  }

  /** Returns false if `exit` ended it. */
  async #phase(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Jump) || error.to !== 'exit') throw error;
      if (error.value !== undefined) this.#status = numberOf(error.value) & 0xff;
      return false;
    }
  }

  async #rules(rules: readonly Rule[]): Promise<void> {
    for (const { body } of rules) await this.#all(body ?? []);
  }

  async #oneRecord(rules: readonly Rule[]): Promise<void> {
    try {
      for (const rule of rules) {
        if (!(await this.#applies(rule))) continue;
        if (rule.body) await this.#all(rule.body);
        else await this.files.write(undefined, textOf(this.record.get(0)) + this.text('ORS'));
      }
    } catch (error) {
      if (!(error instanceof Jump) || error.to !== 'next') throw error;
    }
  }

  async #applies(rule: Rule): Promise<boolean> {
    const [from, to] = rule.when as readonly Expression[];
    if (from === undefined) return true;
    if (to === undefined) return isTrue(await this.value(from));
    if (!this.#openRanges.has(rule) && !isTrue(await this.value(from))) return false;
    if (isTrue(await this.value(to))) this.#openRanges.delete(rule);
    else this.#openRanges.add(rule);
    return true;
  }

  async #all(statements: readonly Statement[]): Promise<void> {
    for (const statement of statements) await this.#do(statement);
  }

  async #step(): Promise<void> {
    this.task.signal.throwIfAborted();
    if (++this.#steps % STEPS_PER_BREATH === 0) await breathe();
  }

  async #do(statement: Statement): Promise<void> {
    await this.#step();
    switch (statement.kind) {
      case 'expression':
        await this.value(statement.value);
        return;
      case 'print':
        return this.#print(statement);
      case 'block':
        return this.#all(statement.body);
      case 'if':
        if (isTrue(await this.value(statement.condition))) await this.#do(statement.yes);
        else if (statement.no) await this.#do(statement.no);
        return;
      case 'while':
        if (statement.first && !(await this.#turn(statement.body))) return;
        while (isTrue(await this.value(statement.condition))) if (!(await this.#turn(statement.body))) return;
        return;
      case 'for':
        return this.#for(statement);
      case 'each':
        for (const key of [...this.array(statement.array).keys()]) {
          if (!this.array(statement.array).has(key)) continue;
          this.assignVariable(statement.name, key);
          if (!(await this.#turn(statement.body))) return;
        }
        return;
      case 'delete':
        if (statement.key === undefined) this.array(statement.array).clear();
        else this.array(statement.array).delete(await this.key(statement.key));
        return;
      case 'return':
      case 'exit':
        throw new Jump(statement.kind, statement.value && (await this.value(statement.value)));
      case 'next':
      case 'break':
      case 'continue':
        throw new Jump(statement.kind);
    }
  }

  async #for({ start, condition, step, body }: Extract<Statement, { kind: 'for' }>): Promise<void> {
    if (start) await this.#do(start);
    while (condition === undefined || isTrue(await this.value(condition))) {
      if (!(await this.#turn(body))) return;
      if (step) await this.#do(step);
    }
  }

  /** One iteration of a loop; false if it was the last one. */
  async #turn(body: Statement): Promise<boolean> {
    await this.#step();
    try {
      await this.#do(body);
    } catch (error) {
      if (!(error instanceof Jump) || (error.to !== 'break' && error.to !== 'continue')) throw error;
      return error.to === 'continue';
    }
    return true;
  }

  async #print({ format, args, to }: Extract<Statement, { kind: 'print' }>): Promise<void> {
    const values: Value[] = [];
    for (const arg of args) values.push(await this.value(arg));
    const show = (value: Value): string => textOf(value, this.text('OFMT'));
    const text = format
      ? formatText(textOf(values[0]), values.slice(1))
      : (args.length === 0 ? textOf(this.record.get(0)) : values.map(show).join(this.text('OFS'))) +
        this.text('ORS');
    await this.files.write(to && { append: to.append, name: textOf(await this.value(to.file)) }, text);
  }

  async value(expression: Expression): Promise<Value> {
    switch (expression.kind) {
      case 'number':
      case 'string':
        return expression.value;
      case 'pattern':
        return this.pattern(expression.source).test(textOf(this.record.get(0))) ? 1 : 0;
      case 'variable':
      case 'field':
      case 'element':
        return this.#read(expression);
      case 'assign': {
        const right = await this.value(expression.value);
        const result =
          expression.operator === ''
            ? right
            : calculate(expression.operator, await this.#read(expression.target), right);
        await this.assign(expression.target, result);
        return result;
      }
      case 'step': {
        const before = numberOf(await this.#read(expression.target));
        await this.assign(expression.target, before + expression.by);
        return expression.before ? before + expression.by : before;
      }
      case 'unary': {
        const operand = await this.value(expression.operand);
        if (expression.operator === '!') return isTrue(operand) ? 0 : 1;
        return expression.operator === '-' ? -numberOf(operand) : numberOf(operand);
      }
      case 'binary':
        return this.#binary(expression);
      case 'and':
        return isTrue(await this.value(expression.left)) && isTrue(await this.value(expression.right))
          ? 1
          : 0;
      case 'or':
        return isTrue(await this.value(expression.left)) || isTrue(await this.value(expression.right))
          ? 1
          : 0;
      case 'choice':
        return this.value(isTrue(await this.value(expression.condition)) ? expression.yes : expression.no);
      case 'in':
        return this.array(expression.array).has(await this.key(expression.key)) ? 1 : 0;
      case 'call':
        return this.#call(expression.name, expression.args);
      case 'getline':
        return this.files.getline(
          expression.target,
          expression.file && textOf(await this.value(expression.file)),
        );
    }
  }

  async #binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): Promise<Value> {
    const a = await this.value(left);
    if (operator === '~' || operator === '!~') {
      const matches = (await this.patternOf(right)).test(textOf(a));
      return matches === (operator === '~') ? 1 : 0;
    }
    const b = await this.value(right);
    if (operator === ' ')
      return this.bounded(textOf(a, this.text('CONVFMT')) + textOf(b, this.text('CONVFMT')));
    return operate(operator, a, b);
  }

  async #read(target: Target): Promise<Value> {
    if (target.kind === 'field') return this.record.get(Math.trunc(numberOf(await this.value(target.index))));
    if (target.kind === 'variable') return this.variable(target.name);
    const array = this.array(target.array);
    const key = await this.key(target.key);
    // Reading an element creates it.
    if (!array.has(key)) this.putElement(array, key, undefined);
    return array.get(key);
  }

  async assign(target: Target, value: Value): Promise<void> {
    if (target.kind === 'field') this.record.put(Math.trunc(numberOf(await this.value(target.index))), value);
    else if (target.kind === 'variable') this.assignVariable(target.name, value);
    else this.putElement(this.array(target.array), await this.key(target.key), value);
  }

  putElement(array: AwkArray, key: string, value: Value): void {
    if (array.size >= MOST_ELEMENTS) throw new ToolError('out of memory', 2);
    array.set(key, value);
  }

  variable(name: string): Value {
    if (name === 'NF') return this.record.count;
    const value = this.#scopeOf(name).get(name);
    if (value instanceof Map) throw new ToolError(`can't read value of ${name}; it's an array name.`, 2);
    return value;
  }

  assignVariable(name: string, value: Value): void {
    if (name === 'NF') this.record.count = numberOf(value);
    else if (this.#scopeOf(name).get(name) instanceof Map)
      throw new ToolError(`can't assign to ${name}; it's an array name.`, 2);
    else this.#scopeOf(name).set(name, value);
  }

  array(name: string): AwkArray {
    const scope = this.#scopeOf(name);
    const known = scope.get(name);
    if (known instanceof Map) return known;
    if (known !== undefined) throw new ToolError(`can't use ${name} as an array`, 2);
    const fresh: AwkArray = new Map();
    scope.set(name, fresh);
    return fresh;
  }

  text(name: string): string {
    return textOf(this.variable(name));
  }

  async key(parts: readonly Expression[]): Promise<string> {
    const texts: string[] = [];
    for (const part of parts) texts.push(textOf(await this.value(part), this.text('CONVFMT')));
    return texts.join(this.text('SUBSEP'));
  }

  pattern(source: string): RegExp {
    const known = this.#patterns.get(source);
    if (known !== undefined) return known;
    if (this.#patterns.size >= MOST_PATTERNS) this.#patterns.clear();
    const pattern = compile(source, { extended: true });
    this.#patterns.set(source, pattern);
    return pattern;
  }

  /** An expression where a pattern is expected: a regular expression or a text. */
  async patternOf(expression: Expression): Promise<RegExp> {
    return this.pattern(
      expression.kind === 'pattern' ? expression.source : textOf(await this.value(expression)),
    );
  }

  bounded(text: string): string {
    if (text.length > LONGEST_STRING) throw new ToolError('out of memory', 2);
    return text;
  }

  #scopeOf(name: string): Map<string, Value | AwkArray> {
    const frame = this.#frames.at(-1);
    return frame?.has(name) === true ? frame : this.#globals;
  }

  async #call(name: string, args: readonly Expression[]): Promise<Value> {
    const own = this.#program.functions.get(name);
    if (own === undefined) return callBuiltin(this, name, args);
    if (this.#frames.length >= DEEPEST_CALL) throw new ToolError(`function ${name} nested too deeply`, 2);
    const frame = new Map<string, Value | AwkArray>();
    /** Variables that may become arrays inside the function. */
    const untouched = new Map<
      string,
      { readonly scope: Map<string, Value | AwkArray>; readonly name: string }
    >();
    for (const [index, parameter] of own.parameters.entries()) {
      const arg = args[index];
      if (arg?.kind === 'variable' && arg.name !== 'NF') {
        const scope = this.#scopeOf(arg.name);
        frame.set(parameter, scope.get(arg.name));
        if (scope.get(arg.name) === undefined) untouched.set(parameter, { scope, name: arg.name });
      } else {
        frame.set(parameter, arg && (await this.value(arg)));
      }
    }
    this.#frames.push(frame);
    try {
      await this.#all(own.body);
      return undefined;
    } catch (error) {
      if (!(error instanceof Jump) || error.to !== 'return') throw error;
      return error.value;
    } finally {
      this.#frames.pop();
      for (const [parameter, { scope, name: outer }] of untouched) {
        const value = frame.get(parameter);
        if (value instanceof Map) scope.set(outer, value);
      }
    }
  }
}
