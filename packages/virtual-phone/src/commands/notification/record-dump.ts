import type { Notification } from '../../framework/system/notifications.ts';
import { hashOf, type NotificationRecord } from './record.ts';

/** How a record is dumped. */
export interface DumpHow {
  readonly release: number;
  /** Omits texts, as bug reports do. */
  readonly redact: boolean;
  readonly prefix: string;
}

/** NotificationRecord.dump of the release. */
export function dumpRecord(record: NotificationRecord, how: DumpHow): string {
  const { release, prefix } = how;
  const lines =
    release <= 5
      ? oldFields(record, how)
      : release < 12
        ? flatFields(record, how)
        : nestedFields(record, how);
  return [`${prefix}${headerOf(record, release)}`, ...lines, ''].join('\n');
}

/** NotificationRecord.toString. */
function headerOf(record: NotificationRecord, release: number): string {
  const { one, key, hash } = record;
  const rank = release <= 5 ? 'score=0' : 'importance=3';
  const locked = release === 9 ? 'appImportanceLocked=false' : '';
  return `NotificationRecord(0x0${hash}: pkg=${one.package} user=UserHandle{0} id=${one.id} tag=${one.tag ?? 'null'} ${rank} key=${key}${locked}: ${notificationText(record, release)})`;
}

/** Notification.toString. */
export function notificationText({ one, flags }: NotificationRecord, release: number): string {
  const channel =
    release <= 5 ? 'pri=0' : release === 9 ? `channel=${CHANNEL} pri=0` : `channel=${CHANNEL} shortcut=null`;
  return [
    `Notification(${channel} contentView=null vibrate=null sound=null`,
    ...(release > 5 && one.ticker !== undefined ? ['tick'] : []),
    `defaults=0x0 flags=0x${flags.toString(16)} color=0x00000000`,
    ...(one.messages ? ['category=msg'] : []),
    ...(one.group === undefined ? [] : [`groupKey=${one.group}`]),
    ...(one.actions ? [`actions=${one.actions.length}`] : []),
    'vis=PRIVATE)',
  ].join(' ');
}

const CHANNEL = 'default';

/** Android 5 prints only the class of an extra, never its text. */
function oldFields(record: NotificationRecord, how: DumpHow): string[] {
  const { one, key, uid, groupKey, flags } = record;
  const prefix = `${how.prefix}  `;
  return [
    `uid=${uid} userId=0`,
    `icon=0x7f020001 / ${one.package}:drawable/notification`,
    'pri=0 score=0',
    `key=${key}`,
    `groupKey=${groupKey}`,
    `contentIntent=${intentText(one.intent !== undefined, one)}`,
    'deleteIntent=null',
    `tickerText=${one.ticker ?? 'null'}`,
    'contentView=null',
    `defaults=0x00000000 flags=0x${flags.toString(16).padStart(8, '0')}`,
    'sound=null',
    'audioStreamType=-1',
    'audioAttributes=null',
    'color=0x00000000',
    'vibrate=null',
    'led=0x00000000 onMs=0 offMs=0',
    ...actionLines(one, { brace: '', prefix }),
    ...extraLines(one, { ...how, redact: true, prefix }),
    'stats=SingleNotificationStats{posttimeElapsedMs=0, posttimeToFirstClickMs=-1}',
    'mContactAffinity=0.0',
    'mRecentlyIntrusive=false',
    'mPackagePriority=0',
    'mPackageVisibility=-1000',
    'mIntercept=false',
    'mGlobalSortKey=null',
    `mRankingTimeMs=${one.time}`,
  ].map((line) => `${prefix}${line}`);
}

/** 7 to 10: everything at one level. */
function flatFields(record: NotificationRecord, how: DumpHow): string[] {
  const { one } = record;
  const prefix = `${how.prefix}  `;
  return [
    ...firstFields(record, { opPkg: false }),
    'fullscreenIntent=null',
    `contentIntent=${intentText(one.intent !== undefined, one)}`,
    'deleteIntent=null',
    `tickerText=${tickerText(one, how)}`,
    ...viewFields,
    // The real code prints the colour without a line break.
    `color=0x00000000${prefix}timeout=--`,
    ...actionLines(one, { brace: '  ', prefix }),
    ...extraLines(one, { ...how, prefix }),
    ...lastFields(one, { assistant: false }),
  ].map((line) => `${prefix}${line}`);
}

/** 11 and later: the notification and its public version are separate blocks, indented twice. */
function nestedFields(record: NotificationRecord, how: DumpHow): string[] {
  const { one } = record;
  const prefix = `${how.prefix}  `;
  const inner = `${prefix}${prefix}`;
  const content = [
    'fullscreenIntent=null',
    `contentIntent=${intentText(one.intent !== undefined, one)}`,
    'deleteIntent=null',
    'number=0',
    'groupAlertBehavior=0',
    `when=${one.time}`,
    `tickerText=${tickerText(one, how)}`,
    ...(how.release >= 14 ? ['vis=0'] : []),
    ...viewFields,
    'color=0x00000000',
    'timeout=--',
    ...actionLines(one, { brace: '  ', prefix: inner }),
    ...extraLines(one, { ...how, prefix: inner }),
  ];
  return [
    ...firstFields(record, { opPkg: true }).map((line) => `${prefix}${line}`),
    `${prefix}notification=`,
    ...content.map((line) => `${inner}${line}`),
    `${prefix}publicNotification=`,
    `${inner}None`,
    ...lastFields(one, { assistant: true }).map((line) => `${prefix}${line}`),
  ];
}

const viewFields = ['contentView=null', 'bigContentView=null', 'headsUpContentView=null'];

function firstFields(
  { one, key, uid, groupKey, flags }: NotificationRecord,
  { opPkg }: { opPkg: boolean },
): string[] {
  return [
    `uid=${uid} userId=0`,
    ...(opPkg ? [`opPkg=${one.package}`] : []),
    `icon=Icon(typ=RESOURCE pkg=${one.package} id=0x7f080001)`,
    `flags=0x${flags.toString(16)}`,
    'pri=0',
    `key=${key}`,
    'seen=true',
    `groupKey=${groupKey}`,
  ];
}

function lastFields({ time }: Notification, { assistant }: { assistant: boolean }): string[] {
  return [
    'stats=SingleNotificationStats{posttimeElapsedMs=0, posttimeToFirstClickMs=-1}',
    'mContactAffinity=0.0',
    'mRecentlyIntrusive=false',
    'mPackagePriority=0',
    'mPackageVisibility=-1000',
    ...(assistant
      ? ['mSystemImportance=UNSPECIFIED', 'mAsstImportance=UNSPECIFIED']
      : ['mUserImportance=UNSPECIFIED']),
    'mImportance=DEFAULT',
    `mImportanceExplanation=${assistant ? 'app' : 'null'}`,
    'mIsAppImportanceLocked=false',
    'mIntercept=false',
    'mHidden==false',
    'mGlobalSortKey=crtcl=0x0000:intrsv=0:grnk=0x0000:gsmry=0:null:rnk=0x0000',
    `mRankingTimeMs=${time}`,
    `mCreationTimeMs=${time}`,
    `mVisibleSinceMs=${time}`,
    `mUpdateTimeMs=${time}`,
    ...(assistant ? [`mInterruptionTimeMs=${time}`] : []),
    'mSuppressedVisualEffects= 0',
    'mSound= content://settings/system/notification_sound',
    'mVibration= null',
    'mAttributes= AudioAttributes: usage=USAGE_NOTIFICATION content=CONTENT_TYPE_SONIFICATION flags=0x0 tags= bundle=null',
    'mLight= null',
    'mShowBadge=true',
    'mColorized=false',
    'mIsInterruptive=false',
    `effectiveNotificationChannel=NotificationChannel{mId='${CHANNEL}', mName=Default, mImportance=3, mDeleted=false}`,
    'mAdjustments=[]',
  ];
}

function intentText(isThere: boolean, { package: packageName, id }: Notification): string {
  const hash = hashOf(`${packageName}${id}`);
  return isThere
    ? `PendingIntent{${hash}: PendingIntentRecord{${hash} ${packageName} startActivity}}`
    : 'null';
}

/** Even a redacted dump prints the beginning of a long ticker. */
function tickerText({ ticker }: Notification, { redact }: DumpHow): string {
  if (ticker === undefined || ticker === '') return 'null';
  return redact ? `${ticker.length > 16 ? ticker.slice(0, 8) : ''}...` : ticker;
}

function actionLines(
  { actions = [], package: packageName }: Notification,
  { brace }: { brace: string; prefix: string },
): string[] {
  if (actions.length === 0) return [];
  const hash = hashOf(packageName);
  const lines = actions.map(
    ({ title }, place) =>
      `    [${place}] "${title}" -> PendingIntent{${hash}: PendingIntentRecord{${hash} ${packageName} broadcastIntent}}`,
  );
  // The real code indents the closing brace of the actions by two more than that of the extras.
  return ['actions={', ...(brace === '' ? lines.map((line) => line.slice(2)) : lines), `${brace}}`];
}

/** An extra's value: its class and content. */
type Extra =
  { readonly of: string; readonly is: string } | { readonly of: string; readonly items: readonly string[] };

function extraLines(one: Notification, how: DumpHow): string[] {
  const { release, redact, prefix } = how;
  const indent = release <= 5 ? '  ' : '    ';
  const lines = extrasOf(one).flatMap(([name, extra]) => {
    const start = `${indent}${name}=${extra.of}`;
    if ('items' in extra) {
      const count = `${start} (${extra.items.length})`;
      // Android 5 prints two line breaks.
      if (release <= 5) return [`${count}\n`];
      return [
        [count, ...(redact ? [] : extra.items.map((item, at) => `${prefix}      [${at}] ${item}`))].join(
          '\n',
        ),
      ];
    }
    if (!redact || !TEXT_CLASSES.has(extra.of)) return [`${start} (${extra.is})`];
    return [release >= 14 && name !== 'android.template' ? `${start} [length=${extra.is.length}]` : start];
  });
  return ['extras={', ...lines, '}'];
}

const TEXT_CLASSES = new Set(['String', 'SpannableString']);

function extrasOf(one: Notification): readonly (readonly [string, Extra])[] {
  const text = (is: string): Extra => ({ of: 'String', is });
  const style = one.messages
    ? 'MessagingStyle'
    : one.lines
      ? 'InboxStyle'
      : one.bigText === undefined
        ? undefined
        : 'BigTextStyle';
  return [
    ['android.title', text(one.title)],
    ...optional('android.subText', one.subText, text),
    ...optional('android.template', style && `android.app.Notification$${style}`, text),
    ['android.showChronometer', { of: 'Boolean', is: 'false' }],
    ...optional('android.textLines', one.lines, (items) => ({ of: 'CharSequence[]', items })),
    ['android.text', text(one.text)],
    ['android.progress', { of: 'Integer', is: '0' }],
    // The system does not unpack the parcels of apps, so the messages themselves are not printed.
    ...optional('android.messages', one.messages, (all) => ({
      of: 'Parcelable[]',
      items: all.map((message) => `Bundle[mParcelledData.dataSize=${172 + message.text.length * 2}]`),
    })),
    ...optional('android.bigText', one.bigText, text),
    ['android.showWhen', { of: 'Boolean', is: 'true' }],
  ];
}

function optional<T>(
  name: string,
  value: T | undefined,
  of: (value: T) => Extra,
): (readonly [string, Extra])[] {
  return value === undefined ? [] : [[name, of(value)]];
}
