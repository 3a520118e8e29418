import type { Extras, Intent } from '../framework/system/app.ts';
import { userOf } from './command.ts';

/** An intent as `am` and `cmd package` take it from the command line (Intent.parseCommandArgs). */
export interface ShellIntent {
  readonly action: string | undefined;
  readonly data: string | undefined;
  readonly type: string | undefined;
  readonly categories: readonly string[];
  readonly flags: number;
  readonly package: string | undefined;
  readonly component: string | undefined;
  /** A work profile; undefined for the phone's own user. */
  readonly user?: number | undefined;
  readonly extras: Extras;
}

/** An intent with the other arguments of its command line. */
export interface ParsedIntent {
  readonly intent: ShellIntent;
  /** `-W`, `-S`, … */
  readonly flags: ReadonlySet<string>;
}

export class IntentError extends Error {
  override readonly name = 'IntentError';
  constructor(
    message: string,
    readonly kind: 'unknown option' | 'bad argument' | 'bad number',
  ) {
    super(message);
  }
}

const switches = new Set([
  '-W',
  '-S',
  '-D',
  '-N',
  '--streaming',
  '--track-allocation',
  '--task-overlay',
  '--lock-task',
  '--brief',
  '--components',
  '--sync',
  '--async',
]);
const withValue = new Set([
  '-R',
  '-P',
  '--start-profiler',
  '--sampling',
  '--display',
  '--windowingMode',
  '--activityType',
  '--task',
  '--receiver-permission',
  '--query-flags',
]);
const MAIN = 'android.intent.action.MAIN';
const CLEAR_TASK = 0x8000;
const flagOptions = /^--(activity-|receiver-|include-|exclude-|grant-|debug-)/;

type MutableExtras = { -readonly [Key in keyof Extras]: Extras[Key] };
type Mutable = { -readonly [Key in keyof ShellIntent]: ShellIntent[Key] };

/** Parses an intent and the options around it. */
export function parseIntent(args: readonly string[]): ParsedIntent {
  const queue = [...args];
  const flags = new Set<string>();
  const extras: MutableExtras = {};
  const intent: Mutable = {
    action: undefined,
    data: undefined,
    type: undefined,
    categories: [],
    flags: 0,
    package: undefined,
    component: undefined,
    user: undefined,
    extras,
  };
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    const value = () => queue.shift() ?? missing(arg);
    if (switches.has(arg)) flags.add(arg);
    else if (arg === '--user') intent.user = userOf(value());
    else if (withValue.has(arg)) value();
    else if (arg === '-a') intent.action = value();
    else if (arg === '-d') intent.data = value();
    else if (arg === '-t') intent.type = value();
    else if (arg === '-c') intent.categories = [...intent.categories, value()];
    else if (arg === '-f') intent.flags = decoded(value());
    else if (arg === '-p') intent.package = value();
    else if (arg === '-n') intent.component = componentOf(value());
    else if (arg === '--esn') extras[value()] = null;
    else if (extraReaders.has(arg)) extras[value()] = readExtra(arg, value());
    else if (arg === '--activity-clear-task') intent.flags |= CLEAR_TASK;
    else if (flagOptions.test(arg)) intent.flags ||= 0x10000000;
    else if (arg.startsWith('-')) throw new IntentError(arg, 'unknown option');
    else readBare(arg, intent);
  }
  return { intent, flags };
}

function missing(option: string): never {
  throw new IntentError(`Argument expected after "${option}"`, 'bad argument');
}

function componentOf(text: string): string {
  if (!/^[^/]+\/.+$/.test(text)) throw new IntentError(`Bad component name: ${text}`, 'bad argument');
  return text;
}

type Extra = Extras[string];

/** A number as Integer.valueOf and similar methods parse it. */
function whole(text: string, bits: number): number {
  const isWhole = /^[-+]?\d{1,20}$/.test(text) && BigInt.asIntN(bits, BigInt(text)) === BigInt(text);
  return isWhole ? Number(text) : noNumber(text);
}

function fraction(text: string): number {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? noNumber(text) : value;
}

/** Integer.decode: also hexadecimal, and nothing above 0x7fffffff. */
function decoded(text: string): number {
  const [, sign = '', digits = ''] = /^([-+]?)(0[xX][0-9a-fA-F]+|\d+)$/.exec(text) ?? noNumber(text);
  const value = Number(digits) * (sign === '-' ? -1 : 1);
  return value > 0x7fffffff || value < -0x80000000 ? noNumber(text) : value;
}

function noNumber(text: string): never {
  throw new IntentError(`For input string: "${text}"`, 'bad number');
}

/** Intent.parseCommandArgs: Java's split drops empty texts at the end; a backslash before a comma stays. */
function listOf<Item>(text: string, read: (part: string) => Item): Item[] {
  const parts = text.split(',');
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts.map(read);
}

function texts(text: string): string[] {
  const parts = text.split(/(?<!\\),/);
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts;
}

const asText = (text: string): Extra => text;
const asInt = (text: string) => whole(text, 32);
const asLong = (text: string) => whole(text, 64);

const extraReaders: ReadonlyMap<string, (text: string) => Extra> = new Map([
  ['-e', asText],
  ['--es', asText],
  ['--eu', asText],
  ['--ecn', (text) => componentOf(text)],
  ['--ez', (text) => ['true', 't', '1'].includes(text.toLowerCase())],
  ['--ei', asInt],
  ['--el', asLong],
  ['--ef', fraction],
  ['--ed', fraction],
  ...['--esa', '--esal'].map((name) => [name, texts] as const),
  ...['--eia', '--eial'].map((name) => [name, (text: string) => listOf(text, asInt)] as const),
  ...['--ela', '--elal'].map((name) => [name, (text: string) => listOf(text, asLong)] as const),
  ...['--efa', '--efal'].map((name) => [name, (text: string) => listOf(text, fraction)] as const),
]);

function readExtra(option: string, text: string): Extra {
  return extraReaders.get(option)?.(text) ?? text;
}

/** An argument without an option: a URI, a component, or a package to launch. */
function readBare(arg: string, intent: Mutable): void {
  if (arg.includes(':')) {
    intent.action ??= 'android.intent.action.VIEW';
    intent.data = arg;
  } else if (arg.includes('/')) {
    intent.component = arg;
    launching(intent);
  } else {
    intent.package = arg;
    launching(intent);
  }
}

/** Adds MAIN and the launcher's category unless the intent has an action (Intent.parseCommandArgs). */
function launching(intent: Mutable): void {
  if (intent.action !== undefined) return;
  intent.action = MAIN;
  if (intent.categories.length === 0) intent.categories = ['android.intent.category.LAUNCHER'];
}

/** `Intent { act=… cmp=… }`, as Intent.toString writes it. Since 9 the path of a web address is omitted. */
export function intentText(intent: ShellIntent, release: number, addFlags = 0): string {
  const flags = intent.flags | addFlags;
  const data = intent.data === undefined ? undefined : redacted(intent.data, release);
  const parts = [
    intent.action === undefined ? '' : `act=${intent.action}`,
    intent.categories.length === 0 ? '' : `cat=[${intent.categories.join(',')}]`,
    data === undefined ? '' : `dat=${data}`,
    intent.type === undefined ? '' : `typ=${intent.type}`,
    flags === 0 ? '' : `flg=0x${(flags >>> 0).toString(16)}`,
    intent.package === undefined ? '' : `pkg=${intent.package}`,
    intent.component === undefined ? '' : `cmp=${intent.component}`,
    Object.keys(intent.extras).length === 0 ? '' : '(has extras)',
  ];
  return `Intent { ${parts.filter((part) => part !== '').join(' ')} }`;
}

/** Uri.toSafeString: numbers and mail addresses in every release, the path of a web address since 9. */
function redacted(data: string, release: number): string {
  const [, scheme, rest] = /^(tel|sip|sms|smsto|mailto):(.*)$/s.exec(data) ?? [];
  if (scheme !== undefined && rest !== undefined) return `${scheme}:${rest.replace(/[^-@.]/g, 'x')}`;
  const [, address] = (release > 5 ? /^(\w+:\/\/[^/?#]*)/ : undefined)?.exec(data) ?? [];
  return address === undefined ? data : `${address}/...`;
}

/** The intent for the framework. A package alone means its main activity; with an action or data, that it must answer. */
export function systemIntent(intent: ShellIntent): Intent {
  const { action, data, package: name } = intent;
  const opensPackage = name !== undefined && data === undefined && (action ?? MAIN) === MAIN;
  const component = intent.component ?? (opensPackage ? `${name}/` : undefined);
  return {
    ...(component !== undefined && { component }),
    ...(name !== undefined && !opensPackage && { package: name }),
    ...(action !== undefined && { action }),
    ...(data !== undefined && { data }),
    ...(intent.type !== undefined && { type: intent.type }),
    ...(Object.keys(intent.extras).length > 0 && { extras: intent.extras }),
    ...((intent.flags & CLEAR_TASK) !== 0 && { clearTask: true }),
    ...(intent.user !== undefined && { user: intent.user }),
  };
}
