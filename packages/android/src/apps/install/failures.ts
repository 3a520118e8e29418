import { actionFailed, permissionDenied } from '@handeye/core/device/errors';

/** The phone's codes for a failed installation, and what the user can do. The first match counts. */
const ADVICE: readonly (readonly [code: RegExp, words: string, who?: 'user'])[] = [
  [
    /VERSION_DOWNGRADE/,
    'the phone has a newer version of it. Pass downgrade: true; where the phone refuses that too (the installed one is not a debug build), call uninstall_app first, which deletes its data.',
  ],
  [
    /UPDATE_INCOMPATIBLE|signatures do not match|INCONSISTENT_CERTIFICATES/,
    'the installed one was signed with another key, so Android does not replace it. Call uninstall_app first (without keep_data), which deletes its data, or build it with the same key.',
  ],
  [/ALREADY_EXISTS/, 'it is installed already. Pass replace: true to replace it; its data stays.'],
  [
    /INSUFFICIENT_STORAGE|ENOSPC|No space left|not enough space/i,
    'the phone has too little free storage. Delete files or apps on it first.',
  ],
  [
    /USER_RESTRICTED|INSTALL_CANCELED_BY_USER|Install canceled by user/i,
    'the phone does not let a computer install apps. In its developer options the user has to switch on "Install via USB" (Xiaomi asks for an account and a SIM), or confirm the question that it shows now, and then try again.',
    'user',
  ],
  [/TEST_ONLY/, 'it is a test-only build, which this phone refuses. Build it without android:testOnly.'],
  [/OLDER_SDK/, 'it needs a newer Android than this phone has. Use another phone, or an older build.'],
  [
    /DEPRECATED_SDK_VERSION/,
    'it was made for a version of Android so old that this phone refuses it. Build it for a newer target.',
  ],
  [/NEWER_SDK/, 'it refuses Android versions as new as this one. Use an older phone, or a newer build.'],
  [
    /NO_MATCHING_ABIS|CPU_ABI_INCOMPATIBLE/,
    "its libraries are for other processors than this phone's. Build it for this phone, or as a universal APK.",
  ],
  [
    /MISSING_SPLIT|MISSING_SHARED_LIBRARY/,
    'a part that it needs is missing. Pass the whole set: its .apks file, or the folder with all its parts.',
  ],
  [
    /PARSE_FAILED_NO_CERTIFICATES|NO_CERTIFICATES/,
    'it is not signed. Sign it (a debug build is), and try again.',
  ],
  [
    /VERIFICATION_FAILURE|REJECTED_BY/,
    'the phone checked it (Play Protect or the like) and refused it.',
    'user',
  ],
  [/DUPLICATE_PERMISSION|CONFLICTING_PROVIDER/, 'another installed app has the same permission or provider.'],
  [
    /DISALLOW_INSTALL|no_install_apps|blocked by admin/i,
    "a policy of the phone's owner forbids installing apps.",
    'user',
  ],
  [
    /INVALID_APK|PARSE_FAILED|NOT_APK|BAD_DEX/,
    'the files are damaged, or are not the parts of one app. Build, copy or download them again.',
  ],
];

/** The error for the package manager's output. */
export function installFailure(said: string, what: 'begun' | 'sent' | 'installed'): Error {
  const known = ADVICE.find(([code]) => code.test(said));
  const reason = reasonIn(said);
  if (!known) return actionFailed(`The app could not be ${what}. The phone says: ${reason}`);
  const [, words, who] = known;
  const make = who === 'user' ? permissionDenied : actionFailed;
  return make(`The app was not installed: ${words} (${reason})`);
}

const MOST_REASON_CHARACTERS = 200;

/** `INSTALL_FAILED_…: details` of `Failure [INSTALL_FAILED_…: details]`, or an exception's line, or the first words. */
function reasonIn(said: string): string {
  const line =
    /Failure \[([^\]\n]*)/.exec(said)?.[1] ??
    /^.*(?:Exception|Error): .*$/m.exec(said)?.[0] ??
    said.trim().split('\n')[0] ??
    '';
  const text = line.trim().slice(0, MOST_REASON_CHARACTERS);
  return text === '' ? 'nothing' : text;
}
