import type { TestContext } from 'node:test';
import type { StartPhoneOptions } from '@handeye/virtual-phone';
import { ADB } from '../node_modules/appium-adb/build/lib/index.js';
import { androidHome } from './android-sdk.ts';
import { connectedPhone, type ConnectedPhone } from './real-phone.ts';

export interface AppiumPhone extends ConnectedPhone {
  readonly appium: ADB;
  /** A command on the phone by the real adb; it has to succeed. */
  readonly shell: (...line: readonly string[]) => Promise<string>;
}

/** appium-adb, unmodified, at a phone on an adb server of the test's own. */
export async function appiumPhone(t: TestContext, options: StartPhoneOptions): Promise<AppiumPhone> {
  const connected = await connectedPhone(t, options);
  const { phone, adb } = connected;
  process.env.ANDROID_HOME = await androidHome(adb);
  const appium = await ADB.createADB({
    adbPort: adb.serverPort,
    udid: phone.serial,
    suppressKillServer: true,
  });
  appium.setDeviceId(phone.serial);
  const shell: AppiumPhone['shell'] = (...line) => adb.expect('-s', phone.serial, 'shell', ...line);
  return { ...connected, appium, shell };
}
