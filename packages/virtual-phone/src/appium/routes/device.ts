import { keyCodes } from '../../framework/input/keys.ts';
import type { KeyOptions } from '../../framework/input/key-input.ts';
import type { Rotation } from '../../framework/windows/display.ts';
import { acceptAlert, alertText, dismissAlert } from '../alerts.ts';
import type { Body } from '../body.ts';
import type { Context, Routes } from '../context.ts';
import { ServerError } from '../errors.ts';
import { pictureOf } from '../picture.ts';
import { windowModels } from '../windows.ts';

const SESSION = '/session/:sessionId';
const DEVICE = `${SESSION}/appium/device`;
/** From this version on an app in the background reads nothing from the clipboard. */
const PRIVATE_CLIPBOARD_SINCE = 29;
const BATTERY_CHARGING = 2;
const BATTERY_DISCHARGING = 3;
/** Bits of KeyEvent's meta state. */
const META_SHIFT = 0x1;
const META_CTRL = 0x1000;

/** The phone as a whole: keys, rotation, clipboard, alerts and facts. */
export const deviceRoutes: Routes = {
  [`GET ${SESSION}/screenshot`]: ({ world }) => pictureOf(world.system),

  [`POST ${SESSION}/back`]: ({ world }) => {
    world.system.key(keyCodes.BACK);
    return null;
  },

  [`POST ${DEVICE}/press_keycode`]: ({ world }, { body }) => {
    world.system.key(body.number('keycode'), held(body));
    return null;
  },

  [`POST ${DEVICE}/long_press_keycode`]: ({ world }, { body }) => {
    world.system.key(body.number('keycode'), { ...held(body), longPress: true });
    return null;
  },

  [`POST ${DEVICE}/open_notifications`]: ({ world }) => {
    world.system.expandNotifications();
    return null;
  },

  [`GET ${SESSION}/orientation`]: ({ world }) => orientationOf(world.system.display.rotation),

  [`POST ${SESSION}/orientation`]: async (context, { body }) => {
    const wanted = body.text('orientation').toUpperCase();
    if (wanted !== 'PORTRAIT' && wanted !== 'LANDSCAPE')
      throw new ServerError('invalidArgument', `Orientation value '${wanted}' is not supported`);
    await rotate(context, wanted === 'PORTRAIT' ? 0 : 1);
    return orientationOf(context.world.system.display.rotation);
  },

  [`GET ${SESSION}/rotation`]: ({ world }) => ({ x: 0, y: 0, z: world.system.display.rotation * 90 }),

  [`POST ${SESSION}/rotation`]: async (context, { body }) => {
    await rotate(context, rotationOf(body));
    return { x: 0, y: 0, z: context.world.system.display.rotation * 90 };
  },

  [`GET ${DEVICE}/declared_orientation`]: () => 'UNSPECIFIED',

  [`GET ${SESSION}/alert/text`]: (context) => alertText(context),
  [`POST ${SESSION}/alert/accept`]: (context, { body }) =>
    acceptAlert(context, body.optionalText('buttonLabel')),
  [`POST ${SESSION}/alert/dismiss`]: (context, { body }) =>
    dismissAlert(context, body.optionalText('buttonLabel')),

  [`POST ${DEVICE}/get_clipboard`]: ({ world }, { body }) => {
    plainText(body);
    const { clipboard, shape } = world.system;
    // The server has no window, so it never has the focus.
    const readable = shape.sdk < PRIVATE_CLIPBOARD_SINCE ? clipboard.text : '';
    return Buffer.from(readable).toString('base64');
  },

  [`POST ${DEVICE}/set_clipboard`]: ({ world }, { body }) => {
    plainText(body);
    world.system.clipboard.text = Buffer.from(body.text('content'), 'base64').toString();
    return null;
  },

  [`GET ${DEVICE}/system_bars`]: ({ world }) => ({ statusBar: world.system.display.statusBar.bottom }),

  [`GET ${DEVICE}/battery_info`]: ({ world: { system } }) => ({
    level: system.battery.level / 100,
    status: system.battery.charging ? BATTERY_CHARGING : BATTERY_DISCHARGING,
  }),

  [`GET ${DEVICE}/pixel_ratio`]: ({ world }) => world.system.display.scale,
  [`GET ${DEVICE}/display_density`]: ({ world }) => world.system.display.density,
  [`GET ${DEVICE}/info`]: (context) => deviceInfo(context),
  [`GET ${SESSION}/window/:windowHandle/size`]: ({ world }) => ({ ...world.system.display.size }),

  [`GET ${DEVICE}/apps`]: (context) => launchableApps(context),
  'GET /appium/device/apps': (context) => launchableApps(context),

  [`POST ${SESSION}/appium/list_windows`]: (context, { body }) => windowModels(context, body),
  [`POST ${SESSION}/appium/list_displays`]: ({ world }) => {
    const { display } = world.system;
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

/** The keys that are held while another is pressed. */
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

/** Freezes the screen in a rotation, as UiAutomation.setRotation does. */
async function rotate({ world, screen }: Context, rotation: Rotation): Promise<void> {
  world.system.settings.put('system', 'user_rotation', String(rotation));
  world.system.settings.put('system', 'accelerometer_rotation', '0');
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

function deviceInfo({ world: { system, properties } }: Context): Readonly<Record<string, unknown>> {
  const { width, height } = system.display.naturalSize;
  return {
    androidId: system.settings.get('secure', 'android_id') ?? '',
    apiVersion: String(system.shape.sdk),
    bluetooth: { state: 'OFF' },
    brand: properties.get('ro.product.brand') ?? '',
    carrierName: '',
    displayDensity: system.display.density,
    locale: 'en_US',
    manufacturer: properties.get('ro.product.manufacturer') ?? '',
    model: properties.get('ro.product.model') ?? '',
    networks: [],
    platformVersion: properties.get('ro.build.version.release') ?? '',
    realDisplaySize: `${width}x${height}`,
    timeZone: 'UTC',
  };
}

function launchableApps({ world }: Context): readonly Readonly<Record<string, string>>[] {
  return world.system.apps
    .filter((app) => app.hidden !== true)
    .map((app) => ({
      appName: app.label,
      packageActivity: `${app.package}${app.main}`,
      packageName: app.package,
    }));
}
