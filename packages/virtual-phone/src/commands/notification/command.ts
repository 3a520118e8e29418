import type { Framework } from '../../framework/system/framework.ts';
import type { Notification } from '../../framework/system/notifications.ts';
import type { CommandCall, CommandHandler } from '../command.ts';
import type { RunningAndroid } from '../running-android.ts';
import { defaultCommand } from '../service-command.ts';
import { notificationText } from './record-dump.ts';
import { recordOf, recordsOf, withChildren, withKey } from './record.ts';

/** NotificationShellCmd.NOTIFICATION_ID: its notifications differ by their tag. */
const SHELL_NOTIFICATION = 1138;

type Verb = (phone: Framework, args: readonly string[], call: CommandCall) => Promise<number | undefined>;

interface Subcommand {
  /** The first release that has it. */
  readonly since: number;
  readonly usage: string;
  readonly run: Verb;
}

const subcommands: ReadonlyMap<string, Subcommand> = new Map(
  Object.entries<Subcommand>({
    post: { since: 10, usage: 'post [--help | flags] TAG TEXT', run: post },
    list: {
      since: 11,
      usage: 'list',
      run: async (phone, _args, call) => {
        for (const { key } of recordsOf(phone, phone.notifications.list)) await call.print(`${key}\n`);
        return undefined;
      },
    },
    snooze: { since: 11, usage: 'snooze --for <msec> <notification-key>', run: snooze },
  }),
);

/** `cmd notification …`: the release's commands. */
export function notificationService({ framework }: RunningAndroid): CommandHandler {
  const { release } = framework.shape;
  const known = [...subcommands].filter(([, { since }]) => since <= release);
  return async (call) => {
    const [verb = '', ...args] = call.args;
    const [, command] = known.find(([name]) => name === verb.replaceAll('-', '_')) ?? [];
    if (command === undefined) return defaultCommand(call, helpText(release, known));
    return command.run(framework, args, call);
  };
}

/** Up to Android 9 the help is a bare list. */
function helpText(release: number, known: readonly (readonly [string, Subcommand])[]): string {
  const usages = known.map(([, { usage }]) => usage);
  if (release <= 9) return ['help', ...usages.map((one) => one.replace(/ \(.*\)\]/, ']')), ''].join('\n');
  return `usage: cmd notification SUBCMD [args]\n\nSUBCMDs:\n${usages.map((one) => `  ${one}\n`).join('')}`;
}

const POST_USAGE = 'usage: cmd notification post [flags] <tag> <text>\n';

/** `cmd notification post [flags] TAG TEXT`: a notification of the shell itself. */
async function post(
  phone: Framework,
  args: readonly string[],
  call: CommandCall,
): Promise<number | undefined> {
  const flags = flagsOf(args);
  const [tag, text] = flags.rest;
  if (flags.unknown || tag === undefined || text === undefined) {
    await call.print(POST_USAGE);
    return undefined;
  }
  const lines = flags.all('--line');
  const messages = flags.all('--message').map((message) => {
    const [sender = '', ...said] = message.split(':');
    return { sender, text: said.join(':') };
  });
  const bigText = flags.all('--bigtext').at(-1);
  const notification: Notification = {
    id: SHELL_NOTIFICATION,
    tag,
    package: 'com.android.shell',
    title: flags.all('--title').at(-1) ?? '',
    text,
    time: phone.clock.now(),
    ...(bigText !== undefined && { bigText }),
    ...(lines.length > 0 && { lines }),
    ...(messages.length > 0 && { messages }),
  };
  await call.print(`posting:\n  ${notificationText(recordOf(phone, notification), phone.shape.release)}\n`);
  phone.notifications.post(notification);
  return undefined;
}

const shortFlags: Readonly<Record<string, string>> = {
  '-t': '--title',
  '-S': '--style',
  '-i': '--icon',
  '-I': '--large-icon',
};
const longFlags = new Set([
  '--title',
  '--style',
  '--icon',
  '--large-icon',
  '--bigtext',
  '--line',
  '--message',
  '--conversation',
]);

/** The options before the first other argument, as Android's ShellCommand reads them. */
function flagsOf(args: readonly string[]) {
  const values: (readonly [string, string])[] = [];
  let at = 0;
  for (; args[at]?.startsWith('-') === true; at += 2) {
    const name = args[at] ?? '';
    const flag = (shortFlags[name] ?? name.toLowerCase()).replace('--big-text', '--bigtext');
    if (!longFlags.has(flag)) return { rest: [], unknown: true, all: () => [] };
    values.push([flag, args[at + 1] ?? '']);
  }
  const all = (wanted: string) => values.filter(([flag]) => flag === wanted).map(([, value]) => value);
  return { rest: args.slice(at), unknown: false, all };
}

async function snooze(
  phone: Framework,
  [flag = 'help', amount = '', key]: readonly string[],
  call: CommandCall,
): Promise<number | undefined> {
  if (key === undefined || !['--for', '--until', '--duration', 'for', 'until', 'duration'].includes(flag)) {
    await call.print(
      'usage: cmd notification snooze (--for <msec> | --context <snooze-criterion-id>) <key>\n',
    );
    return 1;
  }
  if (!/^-?\d+$/.test(amount)) {
    await call.print(`Error occurred. Check logcat for details. For input string: "${amount}"\n`);
    return undefined;
  }
  if (Number(amount) <= 0) {
    await call.print(`error: invalid value for ${flag}: ${amount}\n`);
    return 1;
  }
  const until = new Date(phone.clock.now() + Number(amount));
  // A real phone prints this for every key, known or not.
  await call.print(`snoozing <${key}> until time: ${until.toUTCString()}\n`);
  const one = withKey(phone, phone.notifications.list, key);
  for (const each of one ? withChildren(one, phone.notifications.list) : [])
    phone.notifications.snooze(each, Number(amount), (ms, callback) => phone.clock.after(ms, callback));
  return undefined;
}
