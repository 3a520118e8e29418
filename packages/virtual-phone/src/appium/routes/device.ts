import { keyCodes } from '../../framework/input/keys.ts';
import type { KeyOptions } from '../../framework/input/key-input.ts';
import type { Rotation } from '../../framework/windows/display.ts';
import { acceptAlert, alertText, dismissAlert } from '../alerts.ts';
import type { Body } from '../body.ts';
import type { ServerContext, Routes } from '../context.ts';
import { ServerError } from '../errors.ts';
import { pictureOf } from '../picture.ts';
import { windowModels } from '../windows.ts';

const SESSION = '/session/:sessionId';
const DEVICE = `${SESSION}/appium/device`;
/** From this SDK version on, an app in the background cannot read the clipboard. */
const PRIVATE_CLIPBOARD_SINCE = 29;
const BATTERY_CHARGING = 2;
const BATTERY_DISCHARGING = 3;
/** Bits of KeyEvent's meta state. */
const META_SHIFT = 0x1;
const META_CTRL = 0x1000;

/** Routes for the whole phone: keys, rotation, clipboard, alerts and device information. */
export const deviceRoutes: Routes = {
  [`GET ${SESSION}/screenshot`]: ({ android }) => pictureOf(android.framework),

  [`POST ${SESSION}/back`]: ({ android }) => {
    android.framework.key(keyCodes.BACK);
    return null;
  },

  [`POST ${DEVICE}/press_keycode`]: ({ android }, { body }) => {
    android.framework.key(body.number('keycode'), held(body));
    return null;
  },

  [`POST ${DEVICE}/long_press_keycode`]: ({ android }, { body }) => {
    android.framework.key(body.number('keycode'), { ...held(body), longPress: true });
    return null;
  },

  [`POST ${DEVICE}/open_notifications`]: ({ android }) => {
    android.framework.expandNotifications();
    return null;
  },

  [`GET ${SESSION}/orientation`]: ({ android }) => orientationOf(android.framework.display.rotation),

  [`POST ${SESSION}/orientation`]: async (context, { body }) => {
    const wanted = body.text('orientation').toUpperCase();
    if (wanted !== 'PORTRAIT' && wanted !== 'LANDSCAPE')
      throw new ServerError('invalidArgument', `Orientation value '${wanted}' is not supported`);
    await rotate(context, wanted === 'PORTRAIT' ? 0 : 1);
    return orientationOf(context.android.framework.display.rotation);
  },

  [`GET ${SESSION}/rotation`]: ({ android }) => ({ x: 0, y: 0, z: android.framework.display.rotation * 90 }),

  [`POST ${SESSION}/rotation`]: async (context, { body }) => {
    await rotate(context, rotationOf(body));
    return { x: 0, y: 0, z: context.android.framework.display.rotation * 90 };
  },

  [`GET ${DEVICE}/declared_orientation`]: () => 'UNSPECIFIED',

  [`GET ${SESSION}/alert/text`]: (context) => alertText(context),
  [`POST ${SESSION}/alert/accept`]: (context, { body }) =>
    acceptAlert(context, body.optionalText('buttonLabel')),
  [`POST ${SESSION}/alert/dismiss`]: (context, { body }) =>
    dismissAlert(context, body.optionalText('buttonLabel')),

  [`POST ${DEVICE}/get_clipboard`]: ({ android }, { body }) => {
    plainText(body);
    const { clipboard, shape } = android.framework;
    // The server has no window, so it never has the focus.
    const readable = shape.sdk < PRIVATE_CLIPBOARD_SINCE ? clipboard.text : '';
    return Buffer.from(readable).toString('base64');
  },

  [`POST ${DEVICE}/set_clipboard`]: ({ android }, { body }) => {
    plainText(body);
    android.framework.clipboard.text = Buffer.from(body.text('content'), 'base64').toString();
    return null;
  },

  [`GET ${DEVICE}/system_bars`]: ({ android }) => ({ statusBar: android.framework.display.statusBar.bottom }),

  [`GET ${DEVICE}/battery_info`]: ({ android: { framework } }) => ({
    level: framework.battery.level / 100,
    status: framework.battery.charging ? BATTERY_CHARGING : BATTERY_DISCHARGING,
  }),

  [`GET ${DEVICE}/pixel_ratio`]: ({ android }) => android.framework.display.scale,
  [`GET ${DEVICE}/display_density`]: ({ android }) => android.framework.display.density,
  [`GET ${DEVICE}/info`]: (context) => deviceInfo(context),
  [`GET ${SESSION}/window/:windowHandle/size`]: ({ android }) => ({ ...android.framework.display.size }),

  [`GET ${DEVICE}/apps`]: (context) => launchableApps(context),
  'GET /appium/device/apps': (context) => launchableApps(context),

  [`POST ${SESSION}/appium/list_windows`]: (context, { body }) => windowModels(context, body),
  [`POST ${SESSION}/appium/list_displays`]: ({ android }) => {
    const { display } = android.framework;
    const { width, height } = display.size;
    const [dpi, scale] = [display.density, display.scale];
    return [
      {
        id: 0,
        isDefault: true,
        metrics: {
          density: scale,
          densityDpi: dpi,
          heightPixels: height,
          scaledDensity: display.textScale,
          widthPixels: width,
          xdpi: dpi,
          ydpi: dpi,
        },
        name: 'Built-in Screen',
        physicalId: null,
        virtualId: null,
      },
    ];
  },
};

/** The modifier keys that are held while another key is pressed. */
function held(body: Body): KeyOptions {
  const state = body.optionalNumber('metastate') ?? 0;
  return { shift: (state & META_SHIFT) !== 0, ctrl: (state & META_CTRL) !== 0 };
}

function plainText(body: Body): void {
  const type = body.optionalText('contentType') ?? 'PLAINTEXT';
  if (type.toUpperCase() !== 'PLAINTEXT')
    throw new ServerError(
      'invalidArgument',
      `Only '[PLAINTEXT]' content types are supported. '${type}' is given instead`,
    );
}

function orientationOf(rotation: Rotation): 'PORTRAIT' | 'LANDSCAPE' {
  return rotation % 2 === 0 ? 'PORTRAIT' : 'LANDSCAPE';
}

/** Locks the screen in a rotation, as UiAutomation.setRotation does. */
async function rotate({ android, screen }: ServerContext, rotation: Rotation): Promise<void> {
  android.framework.settings.put('system', 'user_rotation', String(rotation));
  android.framework.settings.put('system', 'accelerometer_rotation', '0');
  await screen.waitForIdle();
}

function rotationOf(body: Body): Rotation {
  const [x, y, z] = [body.number('x'), body.number('y'), body.number('z')];
  const turns = ([0, 1, 2, 3] as const).find((one) => one * 90 === z);
  if (x === 0 && y === 0 && turns !== undefined) return turns;
  throw new ServerError(
    'invalidArgument',
    'Unable to determine orientation from the given coordinates: only z may be other than 0, and only 0, 90, 180 or 270',
  );
}

function deviceInfo({
  android: { framework, properties },
}: ServerContext): Readonly<Record<string, unknown>> {
  const { width, height } = framework.display.naturalSize;
  return {
    androidId: framework.settings.get('secure', 'android_id') ?? '',
    apiVersion: String(framework.shape.sdk),
    bluetooth: { state: 'OFF' },
    brand: properties.get('ro.product.brand') ?? '',
    carrierName: '',
    displayDensity: framework.display.density,
    locale: 'en_US',
    manufacturer: properties.get('ro.product.manufacturer') ?? '',
    model: properties.get('ro.product.model') ?? '',
    networks: [],
    platformVersion: properties.get('ro.build.version.release') ?? '',
    realDisplaySize: `${width}x${height}`,
    timeZone: 'UTC',
  };
}

function launchableApps({ android }: ServerContext): readonly Readonly<Record<string, string>>[] {
  return android.framework.apps
    .filter((app) => app.hidden !== true)
    .map((app) => ({
      appName: app.label,
      packageActivity: `${app.package}${app.main}`,
      packageName: app.package,
    }));
}
