import { invalidParams } from '@handeye/core/device/errors';
import type { Extra, ExtraType, Intent } from '@handeye/core/device/services/links';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { sh } from '../phone.ts';

/*
 * Intents as `am` and `cmd package` take them (Intent.parseCommandArgs). All of this is the same from Android 5 on; lists
 * of other kinds (--esal) and doubles (--ed) came later and are left out.
 */

const options: Readonly<Record<ExtraType, string>> = {
  string: '--es',
  boolean: '--ez',
  int: '--ei',
  long: '--el',
  float: '--ef',
  uri: '--eu',
  component: '--ecn',
  'string[]': '--esa',
  'int[]': '--eia',
  'long[]': '--ela',
  'float[]': '--efa',
  null: '--esn',
};

/** The words of an intent, each to be quoted. */
export function intentWords(intent: Intent): readonly string[] {
  const { action, data, mimeType, component, packageName, extras, flags } = intent;
  return [
    ...option('-a', action),
    ...option('-d', data),
    ...option('-t', mimeType),
    ...option('-n', component),
    ...option('-p', packageName),
    // Integer.decode takes no number above 0x7fffffff: the highest bit makes it negative.
    ...(flags === 0 ? [] : ['-f', String(flags | 0)]),
    ...extras.flatMap(extraWords),
  ];
}

function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}

function extraWords({ key, type, values }: Extra): readonly string[] {
  if (type === 'null') return [options.null, key];
  const isList = type.endsWith('[]');
  if (isList) mustSurviveCommas(key, values);
  return [options[type], key, isList ? values.join(',') : (values[0] ?? '')];
}

/**
 * `am` splits a list at its commas. One behind a backslash does not count, but the backslash stays in the text; and Java's
 * split drops empty texts at the end.
 */
function mustSurviveCommas(key: string, values: readonly string[]): void {
  if (values.length > 0 && values.every((value) => value !== '' && !/,|\\$/.test(value))) return;
  throw invalidParams(
    `Extra '${key}': Android's shell cannot pass an empty list, nor a list in which a text is empty, holds a comma or ends in a backslash. Pass one string if the app takes it.`,
  );
}

/** The command of a release's `am` for an intent. */
export function startActivityCommand(intent: Intent): ShellCommand {
  return sh`am start ${intentWords(intent)}`;
}

export function broadcastCommand(intent: Intent): ShellCommand {
  return sh`am broadcast ${intentWords(intent)}`;
}

export function startServiceCommand(intent: Intent): ShellCommand {
  return sh`am startservice ${intentWords(intent)}`;
}

/** The receivers of an intent: the one that Android would choose, and all possible ones. */
export function resolveCommands(intent: Intent): readonly ShellCommand[] {
  const words = intentWords(intent);
  return [
    sh`cmd package resolve-activity --brief ${words}`,
    sh`cmd package query-activities --brief ${words}`,
  ];
}

const COMPONENT_LINE = /^\s*([A-Za-z][\w.]*)\/([\w.$]+)\s*$/gm;
/** Android's own chooser dialogs, and those of makers. */
const CHOOSER = /(Resolver|Chooser)Activity$/;

/** Whether an activity is the dialog that asks which application is to open something. */
export function isChooser(activity: string): boolean {
  return CHOOSER.test(activity);
}

/** The packages that an intent may reach: the one that Android would choose, or all if it would ask. */
export function parseReceivers(resolved: string, queried: string): readonly string[] {
  const [chosen] = components(resolved);
  if (chosen && !isChooser(chosen.activity)) return [chosen.app];
  return [...new Set(components(queried).map(({ app }) => app))];
}

/** Whether Android said for certain that nothing takes it; since Android 7 in these words. */
export function saysNobody(resolved: string, queried: string): boolean {
  return /^No activity found$/m.test(resolved) && /^No activities found$/m.test(queried);
}

function components(output: string) {
  return [...output.matchAll(COMPONENT_LINE)].map(([, app = '', activity = '']) => ({ app, activity }));
}

/** `* ServiceRecord{3f1a u0 org.example/.Sync}` and, below it, `intent={act=org.example.SYNC cmp=…}`. */
const SERVICE_RECORD = /ServiceRecord\{\S+ u\d+ ([\w.]+\/[\w.$]+)[^\n]*\n\s+intent=\{([^\n]*)\}/g;

/**
 * Whether `dumpsys activity services` lists the service of an intent. Undefined if that is unknown: a record keeps the intent
 * of its first start, so without a component another action there means nothing.
 */
export function isServiceListed(dump: string, { component, action }: Intent): boolean | undefined {
  const records = [...dump.matchAll(SERVICE_RECORD)];
  if (component !== undefined)
    return records.some(([, listed = '']) => fullComponent(listed) === fullComponent(component));
  const isOfAction =
    action !== undefined && records.some(([, , intent = '']) => intent.split(' ').includes(`act=${action}`));
  return isOfAction ? true : undefined;
}

/** `org.example/.Sync` is `org.example/org.example.Sync`. */
function fullComponent(component: string): string {
  const [app = '', name = ''] = component.split('/');
  return `${app}/${name.startsWith('.') ? `${app}${name}` : name}`;
}
