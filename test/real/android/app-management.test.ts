import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { scratchFolder, eventually } from '@handeye/testing/attached';
import { writeZip } from '../../../packages/virtual-phone/src/commands/apk/zip.ts';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { phoneTools, type PhoneToolsOptions } from './phone-tools.ts';

const SHOP = 'com.acme.shop';
const CAMERA = 'android.permission.CAMERA';
const INTERNET = 'android.permission.INTERNET';
const permissions = [CAMERA, INTERNET];

/** The tools on a phone, with a folder for files, and the phone's own shell. */
async function managed(t: TestContext, options: PhoneToolsOptions = {}) {
  const files = await scratchFolder(t);
  const tools = await phoneTools(t, { ...options, frame: { toolsets: ['device', 'model', 'apps'], files } });
  const put = async (name: string, bytes: Uint8Array) => {
    await mkdir(dirname(join(files, name)), { recursive: true });
    await writeFile(join(files, name), bytes);
  };
  const shell = async (line: string) => {
    const { stdout, exit } = tools.phone.android.spawn(line);
    let out = '';
    for await (const bytes of stdout) out += Buffer.from(bytes).toString();
    await exit;
    return out;
  };
  /** Open sessions of installations, and files that were pushed for one. */
  const leftovers = async () =>
    ((await shell('dumpsys package installs')) + (await shell('ls /data/local/tmp'))).match(
      /Session \d+|\S+\.apk/g,
    ) ?? [];
  return { ...tools, put, shell, leftovers };
}

/** The question of each release, its answers, and the package that asks. */
const dialogs = {
  9: { owner: 'com.android.packageinstaller', deny: 'DENY', allow: 'ALLOW', quote: "'" },
  12: {
    owner: 'com.android.permissioncontroller',
    deny: 'Don’t allow',
    allow: 'While using the app',
    quote: '’',
  },
  14: {
    owner: 'com.android.permissioncontroller',
    deny: 'Don’t allow',
    allow: 'Only this time',
    quote: '’',
  },
} as const;

// At once: nearly all of the time is spent waiting for the phone.
describe('the management of apps', { concurrency: 4 }, () => {
  for (const release of [5, 9, 12, 14] as const) {
    for (const tier of ['plain', 'companion'] as const) {
      if (tier === 'companion' && release !== 14) continue;
      test(`Android ${release}, ${tier}: an app is installed, updated, asked about, permitted, cleared, closed and uninstalled`, async (t) => {
        const { text, fails, put, phone, shell, leftovers } = await managed(t, { release, tier });
        const facts = { package: SHOP, label: 'Acme Shop', targetSdk: 33, permissions };
        await put('shop.apk', tinyApk({ ...facts, versionCode: 12, versionName: '1.2' }));
        await put('builds/new.apk', tinyApk({ ...facts, versionCode: 13, versionName: '1.3' }));
        const named = tier === 'companion' ? `Acme Shop (${SHOP})` : `shop (${SHOP})`;
        assert.equal(await text('install_app', { path: 'shop.apk' }), `Installed ${SHOP} 1.2`);
        assert.equal(
          await text('install_app', { path: 'builds/new.apk' }),
          `Installed ${SHOP} 1.3 in place of 1.2`,
        );
        assert.match(await shell(`dumpsys package ${SHOP}`), /versionCode=13 /);
        const older = await fails('install_app', { path: 'shop.apk' }, 'action_failed');
        assert.match(
          older,
          /^The app was not installed: the phone has a newer version of it\. Pass downgrade/,
        );
        assert.match(
          await fails('install_app', { path: 'builds/new.apk', replace: false }, 'action_failed'),
          /it is installed already\. Pass replace: true/,
        );

        const info = await text('get_app_info', { app: SHOP });
        assert.equal(info.split('\n')[0], named);
        assert.match(info, /^version: 1\.3, code 13, target SDK 33/m);
        assert.match(info, /^state: not running$/m);
        assert.match(info, /^size: \d+ bytes in 1 file/m);
        assert.match(info, /^activities: \.Main \(icon\)$/m);

        const set = (granted: boolean, permission = 'camera') => ({ app: SHOP, permission, granted });
        if (release === 5) {
          assert.match(info, /^granted at installation: CAMERA, INTERNET$/m);
          assert.match(
            await fails('set_permission', set(false), 'permission_denied'),
            /^Before Android 6 an app has all its permissions from its installation on/,
          );
        } else {
          assert.match(info, /^permissions denied: CAMERA\ngranted at installation: INTERNET$/m);
          assert.equal(await text('set_permission', set(true)), `Granted ${CAMERA} to ${named}`);
          assert.match(await shell(`dumpsys package ${SHOP}`), /CAMERA: granted=true/);
          assert.equal(
            await text('set_permission', set(true, CAMERA)),
            `Granted ${CAMERA} to ${named}. It was so before`,
          );
          assert.match(
            await fails('set_permission', set(false, 'INTERNET'), 'permission_denied'),
            /^INTERNET is granted to com\.acme\.shop by its installation/,
          );
          assert.match(
            await fails('set_permission', set(true, 'READ_SMS'), 'element_not_found'),
            /does not ask for the permission READ_SMS.* It asks for: CAMERA\./,
          );
          await fails('set_permission', set(true, 'CAM; reboot'), 'invalid_params');
          await text('open_app', { app: SHOP });
          assert.equal(
            await text('set_permission', set(false)),
            `Revoked ${CAMERA} from ${named}. Android stopped the app for it`,
          );
          await text('set_permission', set(true));
        }
        await text('open_app', { app: SHOP });
        assert.equal(await text('clear_app_data', { app: SHOP }), `Cleared the data of ${named}`);
        if (release > 5) assert.match(await shell(`dumpsys package ${SHOP}`), /CAMERA: granted=false/);
        await text('open_app', { app: SHOP });
        assert.notEqual(phone.framework.processes.pidOf(SHOP), undefined);
        assert.equal(await text('close_app', { app: SHOP }), `Closed ${named}`);
        assert.equal(phone.framework.processes.pidOf(SHOP), undefined);
        assert.equal(await text('close_app', { app: SHOP }), `${named} was not running`);

        const keep = { app: SHOP, keep_data: true };
        assert.equal(await text('uninstall_app', keep), `Uninstalled ${named}, its data kept`);
        assert.deepEqual([await shell(`pm list packages ${SHOP}`), await leftovers()], ['', []]);
        assert.match(await shell(`pm list packages -u ${SHOP}`), new RegExp(`package:${SHOP}`));
        await fails('get_app_info', { app: SHOP }, 'element_not_found');
        // Kept data also keeps an older version out.
        assert.match(
          await fails('install_app', { path: 'shop.apk' }, 'action_failed'),
          /newer version of it.*INSTALL_FAILED_VERSION_DOWNGRADE/,
        );
        assert.equal(await text('install_app', { path: 'builds/new.apk' }), `Installed ${SHOP} 1.3`);
        assert.equal(await text('uninstall_app', { app: SHOP }), `Uninstalled ${named}`);
        assert.doesNotMatch(await shell(`pm list packages -u ${SHOP}`), /shop/);
        assert.match(
          await fails('uninstall_app', { app: 'com.android.calculator2' }, 'permission_denied'),
          /came with the phone and cannot be uninstalled/,
        );
        assert.deepEqual(await leftovers(), []);
      });
    }
  }

  test('of all the parts of an app only those that fit the phone are installed', async (t) => {
    const { text, fails, put, shell } = await managed(t, { release: 12 });
    const part = (split?: string) => tinyApk({ package: SHOP, versionName: '2.0', split });
    const names = ['arm64_v8a', 'x86', 'mdpi', 'xxhdpi', 'xxxhdpi', 'en', 'de'];
    const splits = names.map((name) => [`splits/base-${name}.apk`, part(`config.${name}`)] as const);
    const standalone = ['standalones/standalone-arm64_v8a.apk', part()] as const;
    const base = ['splits/base-master.apk', part()] as const;
    await put('shop.apks', writeZip([standalone, base, ...splits, ['toc.pb', Buffer.from('x')]]));
    assert.equal(await text('install_app', { path: 'shop.apks' }), `Installed ${SHOP} 2.0 (4 files)`);
    assert.match(
      await shell(`dumpsys package ${SHOP}`),
      /splits=\[base, config\.arm64_v8a, config\.en, config\.xxhdpi\]/,
    );
    assert.match(await text('get_app_info', { app: SHOP }), /^size: .* in 4 files/m);

    await text('uninstall_app', { app: SHOP });
    await put('universal.apks', writeZip([base, ['universal.apk', part()]]));
    assert.equal(await text('install_app', { path: 'universal.apks' }), `Installed ${SHOP} 2.0`);
    await put('set/base.apk', part());
    await put('set/split_config.de.apk', part('config.de'));
    await put('set/split_config.en.apk', part('config.en'));
    await put('set/readme.txt', Buffer.from('no part'));
    assert.equal(
      await text('install_app', { path: 'set' }),
      `Installed ${SHOP} 2.0 in place of another build of it (2 files)`,
    );

    await put('x86.apks', writeZip([base, ['splits/base-x86.apk', part('config.x86')]]));
    assert.match(
      await fails('install_app', { path: 'x86.apks' }, 'action_failed'),
      /^This app has libraries for x86 only, and this phone needs arm64-v8a\./,
    );
    await put('no-base.apks', writeZip([['a.apk', part('config.en')]]));
    assert.match(await fails('install_app', { path: 'no-base.apks' }, 'invalid_params'), /not its base/);
    await put('two.apks', writeZip([base, ['b.apk', tinyApk({ package: 'org.other' })]]));
    assert.match(await fails('install_app', { path: 'two.apks' }, 'invalid_params'), /the files of 2 apps/);
    for (const bytes of [Buffer.from('nothing'), part().subarray(0, 300), Buffer.alloc(0)]) {
      await put('broken.apk', bytes);
      assert.match(await fails('install_app', { path: 'broken.apk' }, 'invalid_params'), /is not an APK, or/);
      await put('broken.apks', bytes);
      await fails('install_app', { path: 'broken.apks' }, 'invalid_params');
    }
    await fails('install_app', { path: '../shop.apk' }, 'invalid_params');
    await fails('install_app', { path: 'none.apk' }, 'element_not_found');
  });

  test('what the phone refuses is told with what to do, and leaves nothing', async (t) => {
    const { text, fails, put, shell, leftovers } = await managed(t, { release: 14 });
    const shop = (facts: Partial<Parameters<typeof tinyApk>[0]>) =>
      tinyApk({ package: SHOP, targetSdk: 33, permissions, signer: 'ours', ...facts });
    await put('shop.apk', shop({ isTestOnly: true }));
    assert.equal(
      await text('install_app', { path: 'shop.apk', grant_permissions: true }),
      `Installed ${SHOP} 1.0`,
    );
    assert.match(await shell(`dumpsys package ${SHOP}`), /CAMERA: granted=true/);
    await put('other.apk', shop({ signer: 'theirs' }));
    assert.match(
      await fails('install_app', { path: 'other.apk' }, 'action_failed'),
      /signed with another key.*uninstall_app first.*INSTALL_FAILED_UPDATE_INCOMPATIBLE/,
    );
    // Only a debug build may be downgraded, and the installed one is not.
    await put('old.apk', shop({ versionCode: 3, versionName: '0.3' }));
    assert.match(
      await fails('install_app', { path: 'old.apk', downgrade: true }, 'action_failed'),
      /call uninstall_app first, which deletes its data\. \(INSTALL_FAILED_VERSION_DOWNGRADE/,
    );
    await put('debug.apk', shop({ isDebuggable: true }));
    await text('install_app', { path: 'debug.apk' });
    assert.equal(
      await text('install_app', { path: 'old.apk', downgrade: true }),
      `Installed ${SHOP} 0.3 in place of 1.0`,
    );
    await put('future.apk', shop({ minSdk: 99 }));
    assert.match(
      await fails('install_app', { path: 'future.apk' }, 'action_failed'),
      /^This app needs Android API level 99, and this phone has 34\./,
    );
    assert.deepEqual(await leftovers(), []);
  });

  test('a connection that breaks during an installation leaves nothing on the phone, and the answer says so', async (t) => {
    let cutAt: { readonly command: string; readonly afterBytes: number } | undefined;
    const onCommand = (argv: readonly string[]) => {
      if (cutAt === undefined || argv[0] !== 'pm' || argv[1] !== cutAt.command) return;
      phone.faults.apply({ kind: 'cut', afterBytes: cutAt.afterBytes });
      cutAt = undefined;
    };
    const { text, fails, put, phone, shell, leftovers } = await managed(t, { release: 14, onCommand });
    await put('shop.apk', tinyApk({ package: SHOP, ballast: 3_000_000 }));
    for (const afterBytes of [0, 30]) {
      for (const command of ['install-create', 'install-write']) {
        cutAt = { command, afterBytes };
        assert.equal(
          await fails('install_app', { path: 'shop.apk' }, 'action_failed'),
          'The connection to the phone broke during the installation. The phone is back: the app was not installed, and what it had received was deleted. Call install_app again.',
        );
        await eventually(async () => (await leftovers()).length === 0, 'the session is abandoned');
        assert.equal(await shell(`pm list packages ${SHOP}`), '');
      }
    }
    // After the last step the phone has it, even if the answer is lost.
    cutAt = { command: 'install-commit', afterBytes: 0 };
    assert.equal(
      await text('install_app', { path: 'shop.apk' }),
      `Installed ${SHOP} 1.0. The connection broke meanwhile, but the phone has finished it`,
    );
    assert.deepEqual(await leftovers(), []);
  });

  for (const release of [9, 12, 14] as const) {
    test(`Android ${release}: an app that asks for a permission shows the system's dialog, and pm knows the answer`, async (t) => {
      const { owner, deny, allow, quote } = dialogs[release];
      const tier = release === 12 ? 'companion' : 'plain';
      const { text, idOf, shell } = await managed(t, { release, tier });
      const location = async () =>
        /ACCESS_FINE_LOCATION: (granted=.*)$/m.exec(await shell('dumpsys package com.example.maps'))?.[1] ??
        '';
      const directions = async () => text('click_element', { element_id: await idOf('directions') });
      await text('open_app', { app: 'maps' });
      await text('set_text', { element_id: await idOf('search_box'), text: 'Cedar' });
      await text('click_element', { element_id: await idOf('search_box') });
      await text('press_key', { key: 'ENTER' });
      await text('wait_for_element', { by: 'text', value: 'Directions', timeout: 15_000 });
      assert.match(await location(), /^granted=false/);
      await directions();
      const state = await text('get_screen_state');
      assert.match(state, new RegExp(`\tAllow Maps to access this device${quote}s location\\?\t`));
      assert.match(state, new RegExp(`\t${owner.replaceAll('.', '\\.')}:id/permission_message\t`));
      await text('click_element', { element_id: await idOf(deny) });
      await eventually(async () => /^granted=false.*USER_SET/.test(await location()), 'it is denied');
      await directions();
      await text('click_element', { element_id: await idOf(allow) });
      const flag = release === 14 ? 'ONE_TIME' : 'USER_SET';
      await eventually(
        async () => new RegExp(`^granted=true.*${flag}`).test(await location()),
        'it is granted',
      );
      // Then it asks no more.
      await directions();
      assert.doesNotMatch(await text('get_screen_state'), /permission_message/);
      assert.match(
        await text('get_app_info', { app: 'com.example.maps' }),
        /^permissions granted: ACCESS_FINE_LOCATION, ACCESS_COARSE_LOCATION$/m,
      );
    });
  }

  for (const release of [5, 9, 14] as const) {
    test(`Android ${release}: apps of a work profile are listed with its number, opened and closed there`, async (t) => {
      const notes = 'com.example.notes';
      const tier = release === 14 ? 'companion' : 'plain';
      const workProfile = { packages: [notes, 'com.android.contacts'] };
      const { text, fails, phone, shell } = await managed(t, { release, tier, workProfile });
      const named = tier === 'companion' ? 'Notes' : 'notes';
      const front = () => {
        const window = phone.framework.focusedWindow();
        return `${window?.package} of ${window?.user ?? 0}`;
      };
      const { apps, note } = JSON.parse(await text('list_apps', { name_query: notes })) as {
        apps: { name: string; package: string }[];
        note: string;
      };
      assert.deepEqual(
        apps.map(({ name, package: id }) => [name, id]),
        [
          [named, notes],
          [`${named} (Work profile)`, `${notes}@10`],
        ],
      );
      assert.match(
        note,
        /Packages with @10 are in another profile; pass them as they stand here, such as \S+@10\./,
      );
      assert.equal(await text('open_app', { app: 'Notes' }), `Opened Notes (${notes})`);
      assert.equal(front(), `${notes} of 0`);
      const title = `${named} (Work profile) (${notes}@10)`;
      assert.equal(await text('open_app', { app: `${notes}@10` }), `Opened ${title}`);
      assert.equal(front(), `${notes} of 10`);
      await text('press_home');
      await text('open_app', { app: `${named} (Work profile)` });
      assert.equal(front(), `${notes} of 10`);
      assert.match(await text('get_app_info', { app: `${notes}@10` }), /^state: running$/m);
      assert.equal(await text('close_app', { app: `${notes}@10` }), `Closed ${title}`);
      // The user's own one still runs.
      assert.match(await text('get_app_info', { app: notes }), /^state: running$/m);
      await text('open_app', { app: `${notes}@10` });
      assert.equal(await text('close_app', { app: notes }), `Closed ${named} (${notes})`);
      assert.match(await text('get_app_info', { app: `${notes}@10` }), /^state: running$/m);
      await shell(`am force-stop ${notes}`);
      assert.match(await text('get_app_info', { app: `${notes}@10` }), /^state: not running$/m);
      await fails('open_app', { app: 'com.android.calculator2@10' }, 'element_not_found');
    });
  }

  test('a work profile that keeps its apps from the shell is named, and its apps are not', async (t) => {
    const workProfile = { packages: ['com.example.notes'], allowsShell: false };
    const { text, fails } = await managed(t, { workProfile });
    const listed = await text('list_apps', { name_query: 'notes' });
    assert.match(listed, /The apps of the profile 'Work profile' are not listed: its administrator/);
    assert.doesNotMatch(listed, /@10"/);
    await fails('open_app', { app: 'com.example.notes@10' }, 'element_not_found');
  });
});
