import { onOrOff, text } from '../../config/values.ts';
import type { Line } from '@handeye/core/guard/audit/chain';
import { cell, cut, shown } from '@handeye/screen/sanitize';
import { columns } from '../columns.ts';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';

export const audit: CliCommand = {
  name: 'audit',
  takes: '<verify|show> FILE',
  about: 'Check that the file of --audit was not changed, or show it.',
  more: `verify follows the hashes through FILE.1, FILE.2 and so on to FILE, and exits with 1 where they do not fit.
show prints a line for each call, the newest last; the options leave out all others:
  handeye audit show calls.jsonl --denied --device emulator-5554`,
  quiet: true,
  settings: ['logLevel', 'config'],
  own: {
    pruned: { schema: onOrOff(), default: false, about: 'verify: the oldest files may have been removed.' },
    denied: { schema: onOrOff(), default: false, about: 'show: only calls that were denied.' },
    writes: { schema: onOrOff(), default: false, about: 'show: only calls that can change something.' },
    tool: { schema: text('must be the name of a tool', /\S/), takes: 'TOOL', about: 'show: only this tool.' },
    device: { schema: text('must be a device', /\S/), takes: 'DEVICE', about: 'show: only this device.' },
    client: { schema: text('must be a client', /\S/), takes: 'NAME', about: 'show: only this client.' },
    json: { schema: onOrOff(), default: false, about: 'show: the lines as they are in the file.' },
  },
  run(context) {
    const [action, file] = context.words;
    if (file === undefined || (action !== 'verify' && action !== 'show'))
      throw new UsageError('handeye audit takes verify FILE, or show FILE.');
    return action === 'verify' ? check(context, file) : show(context, file);
  },
};

async function check({ print, own }: CommandContext, file: string): Promise<number> {
  const { verify } = await import('@handeye/core/guard/audit/verify');
  const { lines, files, last, broken, remarks } = await readable(file, () =>
    verify(file, { pruned: own.pruned === true }),
  );
  for (const remark of remarks) print(remark);
  if (broken) {
    print(`${broken.file}:${broken.at}: the chain is broken: ${broken.why}`);
    return exit.failed;
  }
  print(
    `${file}: fine, ${lines} lines in ${files} ${files === 1 ? 'file' : 'files'}; the last is ${last.n}, ${last.hash}`,
  );
  return exit.fine;
}

async function show({ print, own }: CommandContext, file: string): Promise<number> {
  const { filesOf, linesIn } = await import('@handeye/core/guard/audit/verify');
  const { parseLine } = await import('@handeye/core/guard/audit/chain');
  const found: { line: Line; text: string }[] = [];
  await readable(file, async () => {
    for await (const { text: json } of linesIn(filesOf(file))) {
      const line = parseLine(json);
      if (line && isWanted(line, own)) found.push({ line, text: json });
    }
  });
  if (own.json === true) for (const { text: json } of found) print(json);
  else for (const row of columns(found.map(({ line }) => rowOf(line)))) print(row);
  return exit.fine;
}

/** A missing file is the user's mistake, not a fault. */
async function readable<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new UsageError(`${file}: cannot be read (${String(cause.code)})`, { cause });
  }
}

function isWanted(line: Line, { denied, writes, tool, device, client }: CommandContext['own']): boolean {
  const isFiltered =
    [denied, writes].includes(true) || [tool, device, client].some((one) => one !== undefined);
  if (line.event !== 'call') return !isFiltered;
  return (
    (denied !== true || line.outcome === 'permission_denied') &&
    (writes !== true || line.writes === true) &&
    (tool === undefined || line.tool === tool) &&
    (device === undefined || line.device === device) &&
    (client === undefined || line.client === client)
  );
}

const WIDEST = 60;

/** Time, client, device, application, tool, outcome, rule and arguments. Text from outside is sanitized. */
function rowOf(line: Line): string[] {
  const time = line.time.slice(0, 19).replace('T', ' ');
  if (line.event !== 'call') return [time, `-- ${clean(line.event)}`, ...runFacts(line)];
  const asked = Array.isArray(line.asked) ? ` asked: ${clean(answersIn(line.asked))}` : '';
  return [
    time,
    ...[line.client, line.device, line.app].map(clean),
    `${line.step === true ? '  ' : ''}${clean(line.tool)}`,
    clean(line.outcome),
    `${line.rule === undefined ? '' : clean(line.rule)}${asked}`,
    clean(JSON.stringify(line.arguments ?? {})),
  ];
}

function runFacts({ version, policy, torn, missed, before }: Line): string[] {
  const facts = { version, policy, torn, missed, before };
  return Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${clean(value)}`],
  );
}

function answersIn(asked: readonly unknown[]): string {
  return asked
    .map((one) => (typeof one === 'object' && one !== null && 'answer' in one ? String(one.answer) : ''))
    .join(', ');
}

function clean(value: unknown): string {
  const words = typeof value === 'string' || typeof value === 'number' ? String(value) : '-';
  return cut(cell(shown(words)), WIDEST, '…');
}
