/** find, with the tests and actions that are commonly used on a phone; du and df. */
import { FileError, type FileStat, type FileSystem } from '../kernel/file-system.ts';
import { FACTORY_BYTES, FREE_BYTES } from '../files/partitions.ts';
import { nameOf } from '../files/paths.ts';
import { errorText } from '../shell/errors.ts';
import { Pattern } from '../shell/expansion/pattern.ts';
import type { Task } from '../shell/task.ts';
import { humanSize } from './listing.ts';
import { complain, number, parseOptions, pathOf, say, tool, ToolError } from './tool.ts';

interface Found {
  readonly name: string;
  readonly stat: FileStat;
  readonly depth: number;
}

type Test = (found: Found) => boolean | Promise<boolean>;

interface Plan {
  readonly test: Test;
  readonly deepest: number;
  readonly shallowest: number;
  readonly depthFirst: boolean;
}

export const find = tool(async (task) => {
  const firstTest = task.args.findIndex((arg) => /^[-!(]/.test(arg));
  const paths = firstTest === -1 ? task.args : task.args.slice(0, firstTest);
  const plan = new FindParser(task, firstTest === -1 ? [] : task.args.slice(firstTest)).plan();
  let status = 0;
  for (const path of paths.length > 0 ? paths : ['.'])
    status = Math.max(status, await walk(task, path, 0, plan));
  return status;
});

async function walk(task: Task, name: string, depth: number, plan: Plan): Promise<number> {
  const { files } = task.system;
  try {
    const stat = files.lstat(pathOf(task, name));
    const found: Found = { name, stat, depth };
    if (!plan.depthFirst && depth >= plan.shallowest) await plan.test(found);
    let status = 0;
    if (stat.kind === 'directory' && depth < plan.deepest) {
      for (const child of files.list(pathOf(task, name))) {
        status = Math.max(status, await walk(task, `${name.replace(/\/$/, '')}/${child}`, depth + 1, plan));
      }
    }
    if (plan.depthFirst && depth >= plan.shallowest) await plan.test(found);
    return status;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await complain(
      task,
      depth === 0 && error.code === 'ENOENT'
        ? `'${name}': ${errorText(error)}`
        : `${name}: ${errorText(error)}`,
    );
    return 1;
  }
}

const KINDS: ReadonlyMap<string, FileStat['kind']> = new Map(
  Object.entries<FileStat['kind']>({
    f: 'file',
    d: 'directory',
    l: 'link',
    c: 'device',
  }),
);

class FindParser {
  readonly #task: Task;
  readonly #args: string[];
  #acts = false;
  #deepest = Infinity;
  #shallowest = 0;
  #depthFirst = false;

  constructor(task: Task, args: readonly string[]) {
    this.#task = task;
    this.#args = [...args];
  }

  plan(): Plan {
    const test = this.#or();
    const [left] = this.#args;
    if (left !== undefined) throw new ToolError(`bad arg '${left}'`);
    const whole: Test = this.#acts ? test : async (found) => (await test(found)) && this.#print(found, '\n');
    return {
      test: whole,
      deepest: this.#deepest,
      shallowest: this.#shallowest,
      depthFirst: this.#depthFirst,
    };
  }

  #or(): Test {
    let left = this.#and();
    while (this.#take('-o') || this.#take('-or')) {
      const [first, second] = [left, this.#and()];
      left = async (found) => (await first(found)) || second(found);
    }
    return left;
  }

  #and(): Test {
    let left: Test = () => true;
    while (this.#args.length > 0 && !['-o', '-or', ')'].includes(this.#args[0] ?? '')) {
      if (this.#take('-a') || this.#take('-and')) continue;
      const [first, second] = [left, this.#not()];
      left = async (found) => (await first(found)) && second(found);
    }
    return left;
  }

  #not(): Test {
    if (this.#take('!') || this.#take('-not')) {
      const inner = this.#not();
      return async (found) => !(await inner(found));
    }
    if (this.#take('(')) {
      const inner = this.#or();
      if (!this.#take(')')) throw new ToolError("need ')'");
      return inner;
    }
    return this.#primary();
  }

  #primary(): Test {
    const name = this.#args.shift() ?? '';
    switch (name) {
      case '-name':
      case '-iname':
        return this.#matching((found) => nameOf(found.name), name === '-iname');
      case '-path':
      case '-ipath':
      case '-wholename':
        return this.#matching((found) => found.name, name === '-ipath');
      case '-type': {
        const kind = KINDS.get(this.#value(name));
        return ({ stat }) => stat.kind === kind;
      }
      case '-size':
        return this.#size(this.#value(name));
      case '-mtime':
      case '-mmin':
        return this.#age(this.#value(name), name === '-mtime' ? 86_400 : 60);
      case '-newer': {
        const { modified } = this.#task.system.files.stat(pathOf(this.#task, this.#value(name)));
        return ({ stat }) => stat.modified > modified;
      }
      case '-empty':
        return ({ name: path, stat }) =>
          stat.kind === 'directory'
            ? this.#task.system.files.list(pathOf(this.#task, path)).length === 0
            : stat.size === 0;
      case '-maxdepth':
        this.#deepest = number(this.#value(name), 0);
        return () => true;
      case '-mindepth':
        this.#shallowest = number(this.#value(name), 0);
        return () => true;
      case '-depth':
        this.#depthFirst = true;
        return () => true;
      default:
        return this.#action(name);
    }
  }

  #action(name: string): Test {
    this.#acts = true;
    switch (name) {
      case '-print':
        return (found) => this.#print(found, '\n');
      case '-print0':
        return (found) => this.#print(found, '\0');
      case '-delete':
        this.#depthFirst = true;
        return ({ name: path }) => {
          this.#task.system.files.remove(pathOf(this.#task, path));
          return true;
        };
      case '-exec':
        return this.#exec();
      default:
        throw new ToolError(`bad arg '${name}'`);
    }
  }

  #exec(): Test {
    const end = this.#args.findIndex((arg) => arg === ';' || arg === '+');
    if (end === -1) throw new ToolError("-exec needs ';'");
    const command = this.#args.splice(0, end + 1).slice(0, -1);
    return async ({ name }) =>
      (await this.#task.run(command.map((part) => part.replaceAll('{}', name)))) === 0;
  }

  #matching(text: (found: Found) => string, ignoreCase: boolean): Test {
    const source = this.#value('-name');
    const fold = (value: string): string => (ignoreCase ? value.toLowerCase() : value);
    const pattern = new Pattern([{ text: fold(source), quoted: false }]);
    return (found) => pattern.matches(fold(text(found)));
  }

  #size(text: string): Test {
    const [, sign = '', digits = '0', unit = ''] = /^([-+]?)(\d+)([ckMG]?)$/.exec(text) ?? [];
    const scale = { c: 1, k: 1024, M: 1024 ** 2, G: 1024 ** 3 }[unit] ?? 512;
    return ({ stat }) => compare(sign, Math.ceil(stat.size / scale), Number(digits));
  }

  #age(text: string, unit: number): Test {
    const [, sign = '', digits = '0'] = /^([-+]?)(\d+)$/.exec(text) ?? [];
    const now = this.#task.system.clock.now() / 1000;
    return ({ stat }) => compare(sign, Math.floor((now - stat.modified) / unit), Number(digits));
  }

  async #print({ name }: Found, ending: string): Promise<boolean> {
    await say(this.#task, `${name}${ending}`);
    return true;
  }

  #value(option: string): string {
    const value = this.#args.shift();
    if (value === undefined) throw new ToolError(`'${option}' needs 1 arg`);
    return value;
  }

  #take(word: string): boolean {
    if (this.#args[0] !== word) return false;
    this.#args.shift();
    return true;
  }
}

function compare(sign: string, value: number, limit: number): boolean {
  return sign === '+' ? value > limit : sign === '-' ? value < limit : value === limit;
}

export const du = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'acd:hHkKLlmsx' });
  const { files } = task.system;
  const size = (kilobytes: number): string =>
    options.has('h') ? humanSize(kilobytes * 1024) : String(kilobytes);
  const measure = async (name: string, depth: number): Promise<number> => {
    const own = files.lstat(pathOf(task, name));
    let sum = Math.ceil((own.allocated ?? own.size) / 4096) * 4;
    if (own.kind === 'directory') {
      for (const child of files.list(pathOf(task, name)))
        sum += await measure(`${name.replace(/\/$/, '')}/${child}`, depth + 1);
    }
    const shown = depth === 0 || (!options.has('s') && (own.kind === 'directory' || options.has('a')));
    if (shown && depth <= number(options.value('d'), Infinity)) await say(task, `${size(sum)}\t${name}\n`);
    return sum;
  };
  for (const name of options.rest.length > 0 ? options.rest : ['.']) await measure(name, 0);
  return 0;
});

interface Partition {
  readonly device: string;
  /** Kilobytes. */
  readonly size: number;
  readonly used: number;
  readonly path: string;
}

/**
 * The partitions of a phone; everything below /data, including the SD card, is one partition whose use follows the
 * files.
 */
function partitions(files: FileSystem): readonly Partition[] {
  const { capacity, used } = files.space?.() ?? { capacity: FREE_BYTES, used: 0 };
  const size = Math.floor((capacity + FACTORY_BYTES) / 1024);
  const data = { size, used: Math.ceil((used + FACTORY_BYTES) / 1024) };
  return [
    { device: '/dev/block/dm-0', size: 1_048_576, used: 1_032_192, path: '/' },
    { device: 'tmpfs', size: 1_963_188, used: 1_136, path: '/dev' },
    { device: '/dev/block/dm-5', ...data, path: '/data' },
    { device: '/dev/fuse', ...data, path: '/storage/emulated' },
  ];
}

export const df = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'HahkPt:' });
  const wanted = options.rest.map((path) => task.system.files.resolve(path, task.cwd));
  const all = partitions(task.system.files);
  const chosen = wanted.length === 0 ? all : wanted.flatMap((path) => partitionOf(all, path) ?? []);
  const size = (kilobytes: number): string =>
    options.has('h') ? humanSize(kilobytes * 1024) : String(kilobytes);
  const head = options.has('h')
    ? ['Filesystem', 'Size', 'Used', 'Avail', 'Use%']
    : ['Filesystem', '1K-blocks', 'Used', 'Available', 'Use%'];
  await say(task, `${columns(head)} Mounted on\n`);
  for (const { device, size: whole, used, path } of chosen) {
    const share = `${Math.ceil((used * 100) / whole)}%`;
    await say(task, `${columns([device, size(whole), size(used), size(whole - used), share])} ${path}\n`);
  }
  return 0;
});

function columns([device = '', ...numbers]: readonly string[]): string {
  return [device.padEnd(16), ...numbers.map((text, index) => text.padStart(index === 3 ? 4 : 9))].join(' ');
}

function partitionOf(all: readonly Partition[], path: string): Partition | undefined {
  const holds = all.filter(
    (partition) => path === partition.path || path.startsWith(`${partition.path.replace(/\/$/, '')}/`),
  );
  return holds.at(-1) ?? all[0];
}
