import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFacts, parseLaunchers, parsePackages, parseResolvers } from '../../src/apps/packages.ts';

test('packages are read with their files, whose names may hold an equals sign', () => {
  const packages = parsePackages(
    [
      'package:/system/framework/framework-res.apk=android',
      'package:/data/app/~~Zm9v_A==/org.example.app-YmFy-g==/base.apk=org.example.app',
      'package:/data/app/org.example.old-1/base.apk=org.example.old\r',
      'WARNING: linker: something else',
      '',
    ].join('\n'),
  );
  assert.deepEqual(Object.fromEntries(packages), {
    android: '/system/framework/framework-res.apk',
    'org.example.app': '/data/app/~~Zm9v_A==/org.example.app-YmFy-g==/base.apk',
    'org.example.old': '/data/app/org.example.old-1/base.apk',
  });
});

test('of several icons of one package the first is the one to open', () => {
  const launchers = parseLaunchers(
    [
      '3 activities found:',
      '  priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true',
      '  com.android.contacts/.activities.PeopleActivity',
      '  priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false',
      '  com.android.contacts/com.android.dialer.DialtactsActivity',
      '  priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true',
      '  org.example.app/org.example.other.Main$Inner',
    ].join('\n'),
  );
  assert.deepEqual(
    [...launchers],
    [
      ['com.android.contacts', 'com.android.contacts/.activities.PeopleActivity'],
      ['org.example.app', 'org.example.app/org.example.other.Main$Inner'],
    ],
  );
  assert.equal(parseLaunchers('Unknown option: --brief\n').size, 0);
});

test('the table of filters tells who has an icon: MAIN and LAUNCHER in one filter', () => {
  const launchers = parseResolvers(
    [
      '        2f1a3c com.android.settings/.Settings filter 1b2c3d',
      '          Action: "android.intent.action.MAIN"',
      '          Category: "android.intent.category.LAUNCHER"',
      '        2f1a3d com.android.settings/.wifi.WifiSettings filter 1b2c3e',
      '          Action: "android.intent.action.MAIN"',
      '        2f1a3e org.example.odd/.Other filter 1b2c3f',
      '          Category: "android.intent.category.LAUNCHER"',
      '        2f1a3f org.example.app/.Main filter 1b2c40',
      '          Action: "android.intent.action.MAIN"',
      '          Category: "android.intent.category.LAUNCHER"',
    ].join('\n'),
  );
  assert.deepEqual(
    [...launchers],
    [
      ['com.android.settings', 'com.android.settings/.Settings'],
      ['org.example.app', 'org.example.app/.Main'],
    ],
  );
});

test('of an updated system app its update counts, not the hidden original', () => {
  const facts = parseFacts(
    [
      '  Package [com.android.chrome] (1a2b3c):',
      '    versionName=120.0',
      '    pkgFlags=[ SYSTEM HAS_CODE UPDATED_SYSTEM_APP ]',
      '  Package [org.example.app] (1a2b3d):',
      '    versionName=null',
      '    flags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ]',
      '  Package [com.android.chrome] (1a2b3e):',
      '    versionName=90.0',
      '    flags=[ SYSTEM HAS_CODE ]',
    ].join('\n'),
  );
  assert.deepEqual(Object.fromEntries(facts), {
    'com.android.chrome': { version: '120.0', system: true },
    'org.example.app': { version: undefined, system: false },
  });
});
