import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import type { VirtualPhone, StartPhoneOptions } from '@handeye/virtual-phone';
import { withDriver, type DriverSession } from './appium-driver.ts';
import { connectedPhone } from './real-phone.ts';

const SERVER_PACKAGE = 'io.appium.uiautomator2.server';
const INSTRUMENTATION = `${SERVER_PACKAGE}.test/androidx.test.runner.AndroidJUnitRunner`;

/** A session on a phone that has the helper from the start: nothing is installed or prepared. */
async function withHelper(
  t: TestContext,
  options: StartPhoneOptions & { open: string },
  use: (session: DriverSession) => Promise<void>,
): Promise<void> {
  const capabilities = {
    'appium:skipServerInstallation': true,
    'appium:skipDeviceInitialization': true,
  };
  await withDriver(t, { ...options, capabilities }, use);
}

for (const release of [9, 12, 14] as const) {
  test(`Appium's driver calculates on Android ${release}: found by id, XPath and accessibility id, clicked, read`, async (t) => {
    await withHelper(
      t,
      { release, open: 'com.android.calculator2/.Calculator' },
      async ({ driver, find }) => {
        await driver.click(await find('id', 'digit_6'));
        await driver.click(await find('accessibility id', 'times'));
        await driver.click(await find('xpath', '//android.widget.Button[@text="7"]'));
        await driver.click(
          await find('-android uiautomator', 'new UiSelector().resourceIdMatches(".*:id/eq")'),
        );
        assert.equal(await driver.getText(await find('id', 'com.android.calculator2:id/formula')), '42');

        const source = await driver.getPageSource();
        assert.match(
          source,
          /<hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="\d+">/,
        );
        assert.match(source, /<android\.widget\.Button [^>]*content-desc="times"/);
        const picture = await sharp(Buffer.from(await driver.getScreenshot(), 'base64')).metadata();
        assert.equal(picture.width, 1080);
        await assert.rejects(find('id', 'digit_10'), { error: 'no such element' });
      },
    );
  });
}

test("Appium's driver writes any Unicode into a field and reads it back", async (t) => {
  await withHelper(t, { open: 'com.example.login/.LoginActivity' }, async ({ driver, find }) => {
    const name = await find('id', 'username');
    await driver.setValue('Ada 👩‍💻 你好 שלום', name);
    assert.equal(await driver.getText(name), 'Ada 👩‍💻 你好 שלום');
    await driver.clear(name);
    assert.equal(await driver.getAttribute('showing-hint', name), 'true');
  });
});

test("Appium's driver pinches the map by W3C actions, and its scale doubles", async (t) => {
  await withHelper(t, { open: 'com.example.maps/.MapActivity' }, async ({ driver, find }) => {
    const scale = async () => Number((await driver.getText(await find('id', 'scale'))).replace('Scale ', ''));
    const before = await scale();
    const finger = (id: string, from: number, to: number) => ({
      type: 'pointer' as const,
      id,
      parameters: { pointerType: 'touch' as const },
      actions: [
        { type: 'pointerMove' as const, duration: 0, x: from, y: 1000 },
        { type: 'pointerDown' as const, button: 0 },
        { type: 'pointerMove' as const, duration: 400, x: to, y: 1000 },
        { type: 'pointerUp' as const, button: 0 },
      ],
    });
    await driver.performActions([finger('left', 440, 340), finger('right', 640, 740)]);
    const ratio = (await scale()) / before;
    assert.ok(ratio > 1.8 && ratio < 2.2, `two fingers twice as far apart changed the scale by ${ratio}`);
  });
});

test("Appium's driver writes and reads the clipboard of Android 9", async (t) => {
  await withHelper(
    t,
    { release: 9, open: 'com.example.notes/.NotesListActivity' },
    async ({ driver, phone }) => {
      const text = Buffer.from('Grüße 🎈').toString('base64');
      await driver.setClipboard(text, 'plaintext');
      assert.equal(phone.framework.clipboard.text, 'Grüße 🎈');
      assert.equal(await driver.getClipboard(), text);
    },
  );
});

test('the real APKs can be installed and say of themselves what the built-in packages say', async (t) => {
  const { phone, adb } = await connectedPhone(t, { helper: false });
  const shell = (...line: string[]) => adb.expect('-s', phone.serial, 'shell', ...line);
  assert.equal(await shell('pm', 'list', 'packages', SERVER_PACKAGE), '');
  for (const apk of apks()) await adb.expect('-s', phone.serial, 'install', '-r', '-g', apk);
  assert.match(
    await shell('pm', 'list', 'instrumentation'),
    new RegExp(`instrumentation:${INSTRUMENTATION} \\(target=${SERVER_PACKAGE}\\)`),
  );

  const { adb: other, phone: builtIn } = await connectedPhone(t);
  for (const name of [SERVER_PACKAGE, `${SERVER_PACKAGE}.test`]) {
    const versions = async (from: typeof adb, of: VirtualPhone) =>
      (await from.expect('-s', of.serial, 'shell', 'dumpsys', 'package', name)).match(
        /version(Code|Name)=.*/g,
      );
    assert.deepEqual(await versions(adb, phone), await versions(other, builtIn));
  }
});

test('Android 5 is too old for the APKs, and says so', async (t) => {
  const { phone, adb } = await connectedPhone(t, { release: 5 });
  const [server = ''] = apks();
  const { text, stderr } = await adb.run(['-s', phone.serial, 'install', '-r', server]);
  assert.match(text + stderr, /INSTALL_FAILED_OLDER_SDK/);
});

/** The two files inside the npm package that the driver itself installs from. */
function apks(): readonly string[] {
  const driver = createRequire(new URL('../node_modules/appium-uiautomator2-driver/', import.meta.url));
  const folder = join(dirname(driver.resolve('appium-uiautomator2-server/package.json')), 'apks');
  return ['appium-uiautomator2-server-v10.6.6.apk', 'appium-uiautomator2-server-debug-androidTest.apk'].map(
    (name) => join(folder, name),
  );
}
