import type { Notifications } from '../../device/services/notifications.ts';
import { oneLine } from '@handeye/screen/sanitize';
import { appName } from '../apps/app-choice.ts';
import { withinBudget } from '../apps/app-list.ts';
import type { Listed } from './ids.ts';
import { quoted } from './words.ts';

/** How much of a text is shown: of a few more than of many. */
const LONG_TEXT = 2_000;
const SHORT_TEXT = 240;
const FEW = 3;
const LONGEST_TITLE = 120;

interface Naming {
  /** Visible names of applications, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
}

/** The notifications, a line each and one for the actions, within the budget. */
export function listLines(
  chosen: readonly Listed[],
  {
    limit,
    maxTokens,
    note,
    of,
    ...naming
  }: Naming & { limit: number; maxTokens: number; note: Notifications['note']; of: string | undefined },
): string {
  const notes = note === undefined ? [] : [`note: ${note}`];
  if (chosen.length === 0)
    return [...notes, `No notifications${of === undefined ? '' : ` of ${quoted(of, LONGEST_TITLE)}`}`].join(
      '\n',
    );
  const longest = Math.min(chosen.length, limit) <= FEW ? LONG_TEXT : SHORT_TEXT;
  const blocks = chosen.slice(0, limit).map((one) => blockOf(one, longest, naming));
  const count = withinBudget(blocks, maxTokens);
  const left = chosen.length - count;
  return [
    ...notes,
    ...blocks.slice(0, count),
    ...(left > 0 ? [`… ${left} more: pass ${count === limit ? 'a higher limit' : 'package_name'}`] : []),
  ].join('\n');
}

function blockOf({ id, notification: one, actions }: Listed, longest: number, { names }: Naming): string {
  const { app, title, text, subText, untold } = one;
  const said = [
    ...(oneLine(title) === '' ? [] : [quoted(title ?? '', LONGEST_TITLE)]),
    ...(oneLine(text) === '' || text === title ? [] : [quoted(text ?? '', longest)]),
  ];
  const marks = [
    one.groupSummary ? 'group summary' : undefined,
    one.ongoing ? 'ongoing' : undefined,
    one.user === 0 ? undefined : `user ${one.user}`,
    one.age === undefined || one.time === undefined ? undefined : ageWords(one.age, one.time),
  ].filter((mark) => mark !== undefined);
  const line = [
    id,
    names.has(app) ? `${appName({ id: app, name: names.get(app) })} (${oneLine(app)})` : oneLine(app),
    said.join(': '),
    oneLine(subText) === '' ? '' : `[${quoted(subText ?? '', LONGEST_TITLE)}]`,
    untold === undefined ? '' : `(${untold})`,
    marks.join(', '),
  ].filter((part) => part !== '');
  const buttons = actions.map((action) => `${action.id} ${quoted(action.title, LONGEST_TITLE)}`);
  return [line.join(' '), ...(buttons.length === 0 ? [] : [`  actions: ${buttons.join(', ')}`])].join('\n');
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Its age; the day and time if it is older than a day, or if a wrong clock dates it in the future. */
function ageWords(elapsed: number, time: number): string {
  if (elapsed < -2 * MINUTE || elapsed >= 24 * HOUR)
    return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (elapsed < MINUTE) return 'now';
  return elapsed < HOUR ? `${Math.floor(elapsed / MINUTE)} min ago` : `${Math.floor(elapsed / HOUR)} h ago`;
}
