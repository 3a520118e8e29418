import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePackageDump } from '../../src/apps/package-dump.ts';
import { installFailure } from '../../src/apps/install/failures.ts';
import { parseProfiles } from '../../src/apps/users.ts';
import { isRunning } from '../../src/apps/processes.ts';

const ID = 'org.example.shop';

/** As Android 12 prints an updated system app: the original follows, and other packages' activities are in the table. */
const DUMP = `Activity Resolver Table:
  Schemes:
      https:
        1a2b3c ${ID}/.LinkActivity filter 5d6e7f
          Action: "android.intent.action.VIEW"
          Category: "android.intent.category.BROWSABLE"

  Non-Data Actions:
      android.intent.action.MAIN:
        9d8c7b ${ID}/.Main filter 4a4a4a
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"
        9d8c7c org.example.other/.Main filter 4a4a4b
          Category: "android.intent.category.LAUNCHER"

Receiver Resolver Table:
  Non-Data Actions:
      android.intent.action.BOOT_COMPLETED:
        77aa11 ${ID}/.BootReceiver filter 22bb33

Packages:
  Package [${ID}] (c0ffee):
    userId=10123
    pkg=Package{abcdef ${ID}}
    codePath=/data/app/~~x==/${ID}-y==
    versionCode=42 minSdk=24 targetSdk=33
    versionName=4.2 beta
    flags=[ SYSTEM UPDATED_SYSTEM_APP DEBUGGABLE HAS_CODE ]
    lastUpdateTime=2026-11-15 18:02:11
    installerPackageName=com.android.vending
    declared permissions:
      ${ID}.OWN: prot=signature, INSTALLED
    requested permissions:
      android.permission.CAMERA
      android.permission.READ_SMS: restricted=true
      android.permission.RECORD_AUDIO
      android.permission.INTERNET
      ${ID}.NOBODY_DECLARES
    install permissions:
      android.permission.INTERNET: granted=true
    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false notLaunched=false enabled=3 instant=false virtual=false
      firstInstallTime=2026-11-02 09:14:30
      gids=[3003]
      runtime permissions:
        android.permission.CAMERA: granted=true, flags=[ USER_SET|USER_SENSITIVE_WHEN_GRANTED]
        android.permission.READ_SMS: granted=false, flags=[ POLICY_FIXED|RESTRICTION_INSTALLER_EXEMPT]
        android.permission.RECORD_AUDIO: granted=true, flags=[ SYSTEM_FIXED|GRANTED_BY_DEFAULT]
      disabledComponents:
        ${ID}.Old
    User 10: ceDataInode=2 installed=false hidden=false suspended=false stopped=true notLaunched=true enabled=0

Hidden system packages:
  Package [${ID}] (badcafe):
    versionCode=1 minSdk=21 targetSdk=30
    versionName=1.0
`;

test('a package is read as it is now, not as it came with the phone', () => {
  const dump = parsePackageDump(DUMP, ID);
  assert.ok(dump);
  const { permissions, ...facts } = dump;
  assert.deepEqual(facts, {
    version: '4.2 beta',
    versionCode: 42,
    minSdk: 24,
    targetSdk: 33,
    installer: 'com.android.vending',
    installed: '2026-11-02 09:14:30',
    updated: '2026-11-15 18:02:11',
    codePath: `/data/app/~~x==/${ID}-y==`,
    system: true,
    debuggable: true,
    enabled: false,
    activities: ['.LinkActivity', '.Main'],
    launchers: ['.Main'],
  });
  assert.deepEqual(
    permissions.map(({ name, granted, kind, fixed }) => [name.replace(/.*\./, ''), granted, kind, fixed]),
    [
      ['INTERNET', true, 'install', undefined],
      ['CAMERA', true, 'runtime', undefined],
      ['READ_SMS', false, 'runtime', 'by a policy of the device'],
      ['RECORD_AUDIO', true, 'runtime', 'by the system'],
      ['NOBODY_DECLARES', false, 'install', undefined],
    ],
  );
  assert.equal(parsePackageDump(DUMP, ID, 10), undefined, 'the profile does not have it');
  assert.equal(parsePackageDump(DUMP, 'org.example'), undefined);
  assert.equal(parsePackageDump('Unable to find package: x\n', 'x'), undefined);
  assert.equal(
    parsePackageDump(DUMP.replace(`pkg=Package{abcdef ${ID}}`, 'pkg=null'), ID),
    undefined,
    'kept data is no app',
  );
});

test('each refusal of the package manager says what to do, and keeps its own words', () => {
  for (const [said, kind, words] of [
    ['INSTALL_FAILED_UPDATE_INCOMPATIBLE: x', 'action_failed', /another key.*uninstall_app first/],
    ['INSTALL_FAILED_INSUFFICIENT_STORAGE', 'action_failed', /too little free storage/],
    ['INSTALL_FAILED_USER_RESTRICTED: Install canceled by user', 'permission_denied', /"Install via USB"/],
    ['INSTALL_FAILED_TEST_ONLY: x', 'action_failed', /test-only/],
    ['INSTALL_FAILED_NO_MATCHING_ABIS: x', 'action_failed', /other processors/],
    ['INSTALL_PARSE_FAILED_NO_CERTIFICATES: x', 'action_failed', /not signed/],
    ['INSTALL_FAILED_DEPRECATED_SDK_VERSION: x', 'action_failed', /so old/],
    ['INSTALL_FAILED_MISSING_SPLIT: x', 'action_failed', /a part that it needs is missing/],
  ] as const) {
    const error = installFailure(`Failure [${said}]`, 'installed');
    assert.match(error.message, words);
    assert.ok(error.message.endsWith(`(${said})`), error.message);
    assert.equal((error as { kind?: string }).kind, kind);
  }
  assert.equal(
    installFailure('\njava.lang.IllegalStateException: odd\n\tat x', 'begun').message,
    'The app could not be begun. The phone says: java.lang.IllegalStateException: odd',
  );
});

test('profiles are told from other users, and one that is switched off is', () => {
  const users = `Users:
\tUserInfo{0:Owner:c13} running
\tUserInfo{10:Work: profile:1030} running
\tUserInfo{11:Guest:404}
\tUserInfo{12:Secure:30}
`;
  assert.deepEqual(parseProfiles(users), [
    { user: 10, name: 'Work: profile', paused: false },
    { user: 12, name: 'Secure', paused: true },
  ]);
});

test('an app runs if a process of its user has its name', () => {
  const app = { id: ID, name: undefined, launchable: true };
  const work = { ...app, profile: { user: 10, name: 'Work', paused: false } };
  const line = (user: string, name: string) => `${user} 2218 402 814976 64756 0 0 S ${name}\n`;
  assert.equal(isRunning(line('u0_a61', ID), app), true);
  assert.equal(isRunning(line('u0_a61', `${ID}:remote`), app), true);
  assert.equal(isRunning(line('u0_a61', `${ID}.other`), app), false);
  assert.equal(isRunning(line('u10_a61', ID), app), false);
  assert.equal(isRunning(line('u10_a61', ID), work), true);
  assert.equal(isRunning(line('system', ID), app), true);
});
