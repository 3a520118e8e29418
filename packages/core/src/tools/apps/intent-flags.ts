import { invalidParams } from '../../device/errors.ts';

/** Intent's flags by their names in Android's documentation, which several kinds of intents share the bits of. */
const flagBits: ReadonlyMap<string, number> = new Map([
  ['FLAG_GRANT_READ_URI_PERMISSION', 0x1],
  ['FLAG_GRANT_WRITE_URI_PERMISSION', 0x2],
  ['FLAG_FROM_BACKGROUND', 0x4],
  ['FLAG_DEBUG_LOG_RESOLUTION', 0x8],
  ['FLAG_EXCLUDE_STOPPED_PACKAGES', 0x10],
  ['FLAG_INCLUDE_STOPPED_PACKAGES', 0x20],
  ['FLAG_GRANT_PERSISTABLE_URI_PERMISSION', 0x40],
  ['FLAG_GRANT_PREFIX_URI_PERMISSION', 0x80],
  ['FLAG_ACTIVITY_MATCH_EXTERNAL', 0x800],
  ['FLAG_ACTIVITY_LAUNCH_ADJACENT', 0x1000],
  ['FLAG_ACTIVITY_RETAIN_IN_RECENTS', 0x2000],
  ['FLAG_ACTIVITY_TASK_ON_HOME', 0x4000],
  ['FLAG_ACTIVITY_CLEAR_TASK', 0x8000],
  ['FLAG_ACTIVITY_NO_ANIMATION', 0x10000],
  ['FLAG_ACTIVITY_REORDER_TO_FRONT', 0x20000],
  ['FLAG_ACTIVITY_NO_USER_ACTION', 0x40000],
  ['FLAG_ACTIVITY_NEW_DOCUMENT', 0x80000],
  ['FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY', 0x100000],
  ['FLAG_ACTIVITY_RESET_TASK_IF_NEEDED', 0x200000],
  ['FLAG_ACTIVITY_BROUGHT_TO_FRONT', 0x400000],
  ['FLAG_ACTIVITY_EXCLUDE_FROM_RECENTS', 0x800000],
  ['FLAG_ACTIVITY_PREVIOUS_IS_TOP', 0x1000000],
  ['FLAG_ACTIVITY_FORWARD_RESULT', 0x2000000],
  ['FLAG_ACTIVITY_CLEAR_TOP', 0x4000000],
  ['FLAG_ACTIVITY_MULTIPLE_TASK', 0x8000000],
  ['FLAG_ACTIVITY_NEW_TASK', 0x10000000],
  ['FLAG_ACTIVITY_SINGLE_TOP', 0x20000000],
  ['FLAG_ACTIVITY_NO_HISTORY', 0x40000000],
  ['FLAG_RECEIVER_NO_ABORT', 0x8000000],
  ['FLAG_RECEIVER_FOREGROUND', 0x10000000],
  ['FLAG_RECEIVER_REPLACE_PENDING', 0x20000000],
  ['FLAG_RECEIVER_REGISTERED_ONLY', 0x40000000],
]);

const MOST = 0xffffffff;

/** All flags together. Each is a name, with or without `FLAG_`, or a number. */
export function flagsOf(flags: readonly (string | number)[]): number {
  return flags.reduce<number>((all, flag) => (all | bitsOf(flag)) >>> 0, 0);
}

function bitsOf(flag: string | number): number {
  const text = String(flag).trim();
  const number = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : undefined;
  if (number !== undefined && number <= MOST) return number;
  const name = text.toUpperCase();
  const bits = flagBits.get(name) ?? flagBits.get(`FLAG_${name}`);
  if (bits === undefined || number !== undefined) {
    throw invalidParams(
      `Parameter 'flags': '${text.slice(0, 60)}' is no flag of an intent. Use names such as FLAG_ACTIVITY_CLEAR_TASK, or a number such as 0x8000`,
    );
  }
  return bits;
}
