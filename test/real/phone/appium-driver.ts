import type { TestContext } from 'node:test';
import type { StartPhoneOptions } from '@handeye/virtual-phone';
import { AndroidUiautomator2Driver } from '../node_modules/appium-uiautomator2-driver/build/lib/driver.js';
import { androidHome } from './android-sdk.ts';
import { connectedPhone, type ConnectedPhone } from './real-phone.ts';
import { freePort } from '../../../packages/handeye/test/support/ports.ts';

const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

export interface DriverSession extends ConnectedPhone {
  readonly driver: AndroidUiautomator2Driver;
  /** The id of the first element that is found. */
  readonly find: (strategy: string, selector: string) => Promise<string>;
}

interface SessionOptions extends StartPhoneOptions {
  /** The component of the app to open. */
  readonly open: string;
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

/** Appium's own driver, in this process, in a session with an app of a phone. */
export async function withDriver(
  t: TestContext,
  { open, capabilities: more, ...options }: SessionOptions,
  use: (session: DriverSession) => Promise<void>,
): Promise<void> {
  const connected = await connectedPhone(t, options);
  const { phone, adb } = connected;
  process.env.ANDROID_HOME = await androidHome(adb);
  const driver = new AndroidUiautomator2Driver();
  driver.log.unwrap().level = 'error';
  const [appPackage = '', appActivity = ''] = open.split('/');
  const capabilities = {
    firstMatch: [{}],
    alwaysMatch: {
      platformName: 'Android',
      'appium:automationName': 'UiAutomator2',
      'appium:udid': phone.serial,
      'appium:adbPort': adb.serverPort,
      'appium:suppressKillServer': true,
      'appium:systemPort': await freePort(),
      'appium:appPackage': appPackage,
      'appium:appActivity': appActivity,
      ...more,
    },
  };
  await driver.createSession(capabilities, capabilities, capabilities);
  try {
    await use({
      ...connected,
      driver,
      find: async (strategy, selector) => (await driver.findElement(strategy, selector))[ELEMENT_KEY],
    });
  } finally {
    await driver.deleteSession();
  }
}
