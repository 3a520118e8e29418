import { activity, defineApp, type App } from '../framework/system/app.ts';
import { column, text } from '../framework/widgets/kit.ts';
import { receivers } from './receivers.ts';

export const SETTINGS_PACKAGE = 'io.appium.settings';
export const FOREGROUND_SERVICE = '.ForegroundService';
const NOTIFICATION_ID = 1;

/**
 * What Appium's Settings application (8.0) does when it runs: every session without `skipDeviceInitialization`
 * installs it, starts its activity, and waits for its service in the foreground.
 */
export function appiumSettings(version: string, fileExists: (path: string) => boolean): App {
  return defineApp({
    package: SETTINGS_PACKAGE,
    label: 'Appium Settings',
    icon: { glyph: 'A', color: '#662d91' },
    version,
    main: '.Settings',
    data: () => undefined,
    activities: {
      '.Settings': activity({
        initial: () => ({}),
        render: () => ({ content: column([text('Appium Settings', { id: 'main_text' })]) }),
        onResume(self) {
          self.phone.services.start({
            component: `${SETTINGS_PACKAGE}/${FOREGROUND_SERVICE}`,
            action: 'start',
          });
          self.log('Closing the app', 'D');
          self.after(0, () => {
            self.finish();
          });
        },
      }),
    },
    services: {
      [FOREGROUND_SERVICE]: {
        foreground: true,
        permission: 'android.permission.FOREGROUND_SERVICE',
        onStart({ action }, phone) {
          if (action === 'stop') return false;
          phone.notifications.post({
            id: NOTIFICATION_ID,
            package: SETTINGS_PACKAGE,
            title: 'Appium Settings',
            text: 'Running for Appium',
            time: phone.clock.now(),
            ongoing: true,
          });
          return true;
        },
        onStop(phone) {
          phone.notifications.cancel(SETTINGS_PACKAGE, NOTIFICATION_ID);
        },
      },
      // It mocks where the phone is until it is stopped.
      '.LocationService': {
        foreground: true,
        onStart({ extras = {} }, phone) {
          const [latitude, longitude] = [Number(extras.latitude), Number(extras.longitude)];
          if (Number.isNaN(latitude) || Number.isNaN(longitude)) return true;
          phone.location = { latitude, longitude, altitude: Number(extras.altitude ?? 0) };
          return true;
        },
      },
      '.NLService': { permission: 'android.permission.BIND_NOTIFICATION_LISTENER_SERVICE' },
      '.AppiumIME': { permission: 'android.permission.BIND_INPUT_METHOD' },
      '.EmptyIME': { permission: 'android.permission.BIND_INPUT_METHOD' },
      '.UnicodeIME': { permission: 'android.permission.BIND_INPUT_METHOD' },
      '.recorder.RecorderService': { permission: 'android.permission.RECORD_AUDIO' },
    },
    receivers: receivers(FOREGROUND_SERVICE, fileExists),
  });
}
