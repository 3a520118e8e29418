import { button, column, text } from '../widgets/kit.ts';
import { theme } from '../widgets/theme.ts';
import type { SystemAlert } from '../windows/alert-views.ts';

/** The user's answer. `once`: until the app ends. */
export type PermissionAnswer = 'allow' | 'once' | 'deny';

export interface PermissionQuestion {
  readonly label: string;
  readonly sdk: number;
  readonly group: PermissionGroup;
  /** The user denied it before, so a second denial is final. */
  readonly wasDenied: boolean;
  readonly answer: (answer: PermissionAnswer) => void;
  /** The dialog was dismissed. */
  readonly dismiss: () => void;
}

/** Permissions that one dialog asks for, and the end of its question. */
export interface PermissionGroup {
  readonly question: string;
  readonly permissions: readonly string[];
  /** Since Android 11 it can be allowed for one use, and since 10 only while the app is used. */
  readonly whileInUse?: boolean;
}

/** AOSP's strings (permgrouprequest_*), by group. */
export const permissionGroups: readonly PermissionGroup[] = [
  {
    question: "access this device's location",
    permissions: ['ACCESS_FINE_LOCATION', 'ACCESS_COARSE_LOCATION'],
    whileInUse: true,
  },
  { question: 'take pictures and record video', permissions: ['CAMERA'], whileInUse: true },
  { question: 'record audio', permissions: ['RECORD_AUDIO'], whileInUse: true },
  {
    question: 'access your contacts',
    permissions: ['READ_CONTACTS', 'WRITE_CONTACTS', 'GET_ACCOUNTS'],
  },
  { question: 'access your calendar', permissions: ['READ_CALENDAR', 'WRITE_CALENDAR'] },
  { question: 'send and view SMS messages', permissions: ['SEND_SMS', 'RECEIVE_SMS', 'READ_SMS'] },
  { question: 'make and manage phone calls', permissions: ['CALL_PHONE', 'READ_PHONE_STATE'] },
  { question: 'access your phone call logs', permissions: ['READ_CALL_LOG', 'WRITE_CALL_LOG'] },
  {
    question: 'access photos, media, and files on your device',
    permissions: ['READ_EXTERNAL_STORAGE', 'WRITE_EXTERNAL_STORAGE'],
  },
  { question: 'send you notifications', permissions: ['POST_NOTIFICATIONS'] },
];

/** Android 10: since then a separate package asks, and "while using the app" is an answer. */
const FIRST_SDK_WITH_CONTROLLER = 29;
const CLASS = 'permission.ui.GrantPermissionsActivity';

export function permissionOwner(sdk: number): string {
  return sdk >= FIRST_SDK_WITH_CONTROLLER
    ? 'com.android.permissioncontroller'
    : 'com.android.packageinstaller';
}

/** The system's permission dialog, with the texts, buttons and ids of the release. */
export function permissionDialog(question: PermissionQuestion): SystemAlert {
  const { label, sdk, group, dismiss } = question;
  const owner = permissionOwner(sdk);
  const sentence = `Allow ${label} to ${group.question}?`;
  // Later releases use a typographic apostrophe.
  const message = sdk >= FIRST_SDK_WITH_CONTROLLER ? sentence.replaceAll("'", '\u2019') : sentence;
  const view = column(
    [
      text(message, { id: `${owner}:id/permission_message`, size: 18 }),
      column(
        buttonsOf(question).map(({ id, label: word, answer }) =>
          button(
            word,
            () => {
              question.answer(answer);
            },
            { tone: 'plain', id: `${owner}:id/${id}`, width: 'fill' },
          ),
        ),
        { id: `${owner}:id/button_group`, width: 'fill', gap: 4 },
      ),
    ],
    {
      id: `${owner}:id/grant_dialog`,
      padding: 24,
      gap: 16,
      background: theme.surfaceVariant,
      radius: 28,
    },
  );
  return {
    title: `${owner}/${owner}.${CLASS}`,
    package: owner,
    class: `${owner}.${CLASS}`,
    text: message,
    view,
    onBack: dismiss,
  };
}

interface DialogButton {
  readonly id: string;
  readonly label: string;
  readonly answer: PermissionAnswer;
}

function buttonsOf({ sdk, group, wasDenied }: PermissionQuestion): readonly DialogButton[] {
  // Up to Android 9 the theme shows button labels in capitals, also in the tree.
  if (sdk < FIRST_SDK_WITH_CONTROLLER) {
    return [
      { id: 'permission_deny_button', label: 'DENY', answer: 'deny' },
      { id: 'permission_allow_button', label: 'ALLOW', answer: 'allow' },
    ];
  }
  const denyId = wasDenied ? 'permission_deny_and_dont_ask_again_button' : 'permission_deny_button';
  const deny: DialogButton = { id: denyId, label: 'Don\u2019t allow', answer: 'deny' };
  if (group.whileInUse !== true)
    return [{ id: 'permission_allow_button', label: 'Allow', answer: 'allow' }, deny];
  return [
    { id: 'permission_allow_foreground_only_button', label: 'While using the app', answer: 'allow' },
    { id: 'permission_allow_one_time_button', label: 'Only this time', answer: 'once' },
    deny,
  ];
}
