import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDriver } from './appium-driver.ts';

const SCROLLABLE = 'new UiScrollable(new UiSelector().scrollable(true))';

/** A session with no capability that skips a step: the driver installs what it needs and prepares the device. */
const plainSession = withDriver;

for (const release of [9, 12, 14] as const) {
  test(`a plain Appium session prepares Android ${release}, runs Appium's Settings beside the app, and asks it`, async (t) => {
    await plainSession(t, { release, open: 'com.android.calculator2/.Calculator' }, async (session) => {
      const { driver, phone, adb, find } = session;
      const shell = (...line: string[]) => adb.expect('-s', phone.serial, 'shell', ...line);
      assert.match(
        await shell('pm', 'list', 'packages', 'io.appium.settings'),
        /^package:io\.appium\.settings$/m,
      );
      assert.match(await shell('dumpsys', 'activity', 'services', 'io.appium.settings'), /isForeground=true/);
      await driver.click(await find('id', 'digit_7'));
      assert.equal(await driver.getText(await find('id', 'formula')), '7');

      await driver.setClipboard(Buffer.from('Grüße 🎈').toString('base64'), 'plaintext');
      assert.equal(Buffer.from(await driver.getClipboard(), 'base64').toString(), 'Grüße 🎈');
      await driver.execute('mobile: setGeolocation', [{ latitude: 48.5, longitude: 9.25 }]);
      const place = (await driver.execute('mobile: getGeolocation', [{}])) as { latitude: number };
      assert.equal(place.latitude, 48.5);
      assert.deepEqual(await driver.getContexts(), ['NATIVE_APP']);
      const memory = (await driver.execute('mobile: getPerformanceData', [
        { packageName: 'com.android.calculator2', dataType: 'memoryinfo' },
      ])) as readonly (readonly (string | null)[])[];
      const totalPss = memory[0]?.indexOf('totalPss') ?? -1;
      assert.ok(Number(memory[1]?.[totalPss]) > 1000, JSON.stringify(memory));
    });
  });
}

test("Appium's driver scrolls and flings by UiScrollable to both ends of a list, and finds a row by what it holds", async (t) => {
  await plainSession(t, { open: 'com.android.settings/.Settings' }, async ({ driver, find }) => {
    const byCode = (code: string) => find('-android uiautomator', code);
    const shown = async (text: string) =>
      (await driver.findElements('-android uiautomator', `new UiSelector().text("${text}")`)).length > 0;
    const [first, last] = ['Network & internet', 'About phone'];
    assert.ok(await shown(first));
    assert.ok(!(await shown(last)));

    // What only scrolls answers with the container.
    assert.equal(
      await driver.getAttribute('scrollable', await byCode(`${SCROLLABLE}.scrollToEnd(10)`)),
      'true',
    );
    assert.ok(await shown(last));
    await byCode(`${SCROLLABLE}.flingToBeginning(10)`);
    assert.ok(await shown(first));
    await byCode(`${SCROLLABLE}.flingForward()`);
    assert.ok(!(await shown(first)));
    await byCode(`${SCROLLABLE}.setAsVerticalList().scrollToBeginning(10, 20)`);
    assert.equal(
      await driver.getText(
        await byCode(`${SCROLLABLE}.setMaxSearchSwipes(10).scrollTextIntoView("${last}")`),
      ),
      last,
    );
    const row = await byCode(
      `${SCROLLABLE}.getChildByText(new UiSelector().className("android.widget.LinearLayout").clickable(true), "${first}")`,
    );
    assert.equal(await driver.getAttribute('clickable', row), 'true');
    await assert.rejects(byCode(`${SCROLLABLE}.scrollSideways()`), { error: 'invalid selector' });
  });
});
