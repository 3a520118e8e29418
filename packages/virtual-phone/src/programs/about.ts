/** Programs about the user, the time and the network: id, date, ip. */
import { ROOT, userName, type User } from '../files/users.ts';
import { parseOptions, say, tool, ToolError } from './tool.ts';
import { encode } from '../shell/text.ts';

export const id = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'GgnruZ' });
  const { user, release } = task.system;
  const show = (number: number): string => (options.has('n') ? userName(number) : String(number));
  if (options.has('u')) await say(task, `${show(user.uid)}\n`);
  else if (options.has('g')) await say(task, `${show(user.gid)}\n`);
  else if (options.has('G')) await say(task, `${[user.gid, ...user.groups].map(show).join(' ')}\n`);
  else await say(task, `${identity(user, release)}\n`);
  return 0;
});

function identity(user: User, release: number): string {
  const named = (number: number): string => `${number}(${userName(number)})`;
  // Android 5's id omits the main group (recorded); toybox lists it first.
  const groups = release === 5 ? user.groups : [user.gid, ...user.groups];
  const context = release === 5 ? '' : ` context=u:r:${user.uid === ROOT.uid ? 'su' : 'shell'}:s0`;
  return `uid=${named(user.uid)} gid=${named(user.gid)} groups=${groups.map(named).join(',')}${context}`;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

export const date = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'u' });
  const { clock, release, user } = task.system;
  const [form, ...more] = options.rest;
  if (more.length > 0 || (form !== undefined && !form.startsWith('+'))) {
    if (user.uid !== ROOT.uid) throw new ToolError('cannot set date: Operation not permitted');
    return 0;
  }
  // Android 5's date prints its zone as GMT, and does not know %N (recorded: `date +%s.%N` gives 1794727383.N).
  const zone = release === 5 ? 'GMT' : 'UTC';
  const format = form?.slice(1) ?? '%a %b %e %H:%M:%S %Z %Y';
  await say(task, `${formatDate(format, new Date(clock.now()), { zone, nanoseconds: release !== 5 })}\n`);
  return 0;
});

function formatDate(
  format: string,
  at: Date,
  { zone, nanoseconds }: { zone: string; nanoseconds: boolean },
): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [day, month] = [DAYS[at.getUTCDay()] ?? '', MONTHS[at.getUTCMonth()] ?? ''];
  const startOfYear = Date.UTC(at.getUTCFullYear(), 0, 1);
  const values: Record<string, string> = {
    a: day.slice(0, 3),
    A: day,
    b: month.slice(0, 3),
    B: month,
    d: two(at.getUTCDate()),
    e: String(at.getUTCDate()).padStart(2),
    H: two(at.getUTCHours()),
    I: two(at.getUTCHours() % 12 || 12),
    j: String(Math.floor((at.getTime() - startOfYear) / 86_400_000) + 1).padStart(3, '0'),
    m: two(at.getUTCMonth() + 1),
    M: two(at.getUTCMinutes()),
    n: '\n',
    N: nanoseconds ? `${String(at.getUTCMilliseconds()).padStart(3, '0')}000000` : 'N',
    p: at.getUTCHours() < 12 ? 'AM' : 'PM',
    s: String(Math.floor(at.getTime() / 1000)),
    S: two(at.getUTCSeconds()),
    t: '\t',
    u: String(at.getUTCDay() || 7),
    w: String(at.getUTCDay()),
    y: two(at.getUTCFullYear() % 100),
    Y: String(at.getUTCFullYear()),
    z: '+0000',
    Z: zone,
    '%': '%',
  };
  const composed: Record<string, string> = {
    T: '%H:%M:%S',
    F: '%Y-%m-%d',
    D: '%m/%d/%y',
    R: '%H:%M',
    c: '%a %b %e %H:%M:%S %Y',
    x: '%m/%d/%y',
    X: '%H:%M:%S',
  };
  const simple = format.replace(/%([TFDRcxX])/g, (_, letter: string) => composed[letter] ?? '');
  return simple.replace(/%(\d?)(.)/g, (whole, digits: string, letter: string) => {
    const value = values[letter];
    return letter === 'N' && digits !== '' ? (value ?? '').slice(0, Number(digits)) : (value ?? whole);
  });
}

/**
 * `ip route`, by which scrcpy finds the phone's address. Android keeps default routes in a table per network; the main
 * table lists only the networks themselves.
 */
export const ip = tool(async (task) => {
  const [object] = task.args;
  if (object !== 'route') {
    await task.stderr.write(encode(`Object "${object ?? ''}" is unknown, try "ip help".\n`));
    return 255;
  }
  const address = task.system.network.wifiAddress;
  if (address !== undefined)
    await say(task, `${address.replace(/\d+$/, '0')}/24 dev wlan0 proto kernel scope link src ${address} \n`);
  return 0;
});
