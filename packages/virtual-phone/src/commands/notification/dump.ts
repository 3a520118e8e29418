import type { RunningAndroid } from '../running-android.ts';
import { dumpRecord } from './record-dump.ts';
import { recordsOf, type NotificationRecord } from './record.ts';

/** `dumpsys notification [--noredact] [--proto] [-p PACKAGE]`. */
export function dumpNotification(
  { framework }: RunningAndroid,
  args: readonly string[],
): string | Uint8Array {
  const { release } = framework.shape;
  const posted = recordsOf(framework, framework.notifications.list);
  const snoozed = recordsOf(framework, framework.notifications.snoozed);
  // Android 5 ignores both flags.
  if (args.includes('--proto') && release >= 8) return protoOf(posted, snoozed);
  const redact = release > 5 && !['--noredact', '--reveal'].some((flag) => args.includes(flag));
  const wanted = args
    .find((_arg, at) => ['-p', '--package', 'p'].includes(args[at - 1] ?? ''))
    ?.toLowerCase();
  const chosen = posted.filter(
    ({ one }) => wanted === undefined || one.package.toLowerCase().includes(wanted),
  );
  const records = chosen.map((record) => dumpRecord(record, { release, redact, prefix: '    ' }));
  const title = wanted === undefined ? '' : ` (filtered to pkg=${wanted})`;
  return [
    `Current Notification Manager state${title}:\n`,
    ...(posted.length === 0 ? [] : ['  Notification List:\n', ...records, '  \n']),
    ...(wanted === undefined ? [tail(release)] : []),
    ...(release >= 8 ? [snoozedText(snoozed)] : []),
  ].join('');
}

function tail(release: number): string {
  return release <= 5
    ? '  mUseAttentionLight=false\n  mNotificationPulseEnabled=false\n  mSoundNotificationKey=null\n  mVibrateNotificationKey=null\n  mDisableNotificationEffects=false\n  mSystemReady=true\n'
    : '  mUseAttentionLight=false\n  mHasLight=true\n  mNotificationPulseEnabled=true\n  mSoundNotificationKey=null\n  mVibrateNotificationKey=null\n  mDisableNotificationEffects=false\n  mCallState=CALL_STATE_IDLE\n  mSystemReady=true\n  mMaxPackageEnqueueRate=5.0\n';
}

function snoozedText(snoozed: readonly NotificationRecord[]): string {
  const lines = snoozed.flatMap(({ one, key }) => [`      package: ${one.package}`, `        ${key}`]);
  return ['', '  Snoozed notifications:', ...(lines.length === 0 ? [] : ['    user: 0', ...lines]), ''].join(
    '\n',
  );
}

// NotificationRecordProto.State
const POSTED = 1;
const SNOOZED = 2;

/** NotificationServiceDumpProto: the records first, each with its length. */
function protoOf(posted: readonly NotificationRecord[], snoozed: readonly NotificationRecord[]): Uint8Array {
  const of = (state: number) => (record: NotificationRecord) => {
    const key = Buffer.from(record.key);
    const channel = Buffer.from('default');
    return delimited(1, [
      delimited(1, [key]),
      Buffer.from([2 << 3, state]),
      Buffer.concat([Buffer.from([3 << 3]), varint(record.flags)]),
      delimited(4, [channel]),
    ]);
  };
  return Buffer.concat([...posted.map(of(POSTED)), ...snoozed.map(of(SNOOZED))]);
}

function delimited(field: number, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([(field << 3) | 2]), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
