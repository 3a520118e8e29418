import type { BroadcastResult, Intent, ReceiverDefinition } from '../framework/system/app.ts';
import { notificationKey, type Notification } from '../framework/system/notifications.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { SettingsTable } from '../framework/system/settings.ts';
import { languages } from '../apps/settings/languages.ts';

/** The broadcasts that Appium's Settings application answers, each with one result. */

const RESULT_OK = -1;
const RESULT_CANCELED = 0;
const canceled: BroadcastResult = { code: RESULT_CANCELED, data: '' };
/** From this version on only the input method and the app with the focus read the clipboard. */
const PRIVATE_CLIPBOARD_SINCE = 29;
const OWNER = 'io.appium.settings';

type Receive = ReceiverDefinition['receive'];

/** All of them; `service` registers them by their actions. */
export function receivers(
  service: string,
  fileExists: (path: string) => boolean,
): readonly ReceiverDefinition[] {
  const one = (name: string | undefined, action: string, receive: Receive): ReceiverDefinition => ({
    ...(name !== undefined && { name: `.receivers.${name}` }),
    actions: [`${OWNER}.${action}`],
    registeredBy: service,
    receive,
  });
  return [
    one('WiFiConnectionSettingReceiver', 'wifi', switching(['global', 'wifi_on'], wifiBelongsToUser)),
    one('BluetoothConnectionSettingReceiver', 'bluetooth', switching(['global', 'bluetooth_on'])),
    one('AnimationSettingReceiver', 'animation', animation),
    one('UnpairBluetoothDevicesReceiver', 'unpair_bluetooth', () => ({ code: RESULT_OK, data: '' })),
    one('LocaleSettingReceiver', 'locale', setLocale),
    one('LocalesReader', 'list_locales', listLocales),
    one('ClipboardReceiver', 'clipboard.get', readClipboard),
    one('LocationInfoReceiver', 'location', readLocation),
    one('SmsReader', 'sms.read', () => answer({ items: [], total: 0 })),
    one('MediaScannerReceiver', 'scan_media', ({ extras }) => ({
      code: typeof extras?.path === 'string' && fileExists(extras.path) ? RESULT_OK : RESULT_CANCELED,
      data: '',
    })),
    one(undefined, 'notifications', readNotifications),
  ];
}

function answer(value: unknown): BroadcastResult {
  return { code: RESULT_OK, data: JSON.stringify(value) };
}

/** Since Android 10 an app cannot switch Wi-Fi: WifiManager.setWifiEnabled does nothing. */
function wifiBelongsToUser({ shape }: Framework): boolean {
  return shape.sdk >= 29;
}

function switching(
  [table, name]: readonly [SettingsTable, string],
  refused?: (phone: Framework) => boolean,
): Receive {
  return ({ extras }, phone) => {
    const wish = extras?.setstatus;
    if ((wish !== 'enable' && wish !== 'disable') || refused?.(phone) === true)
      return { code: RESULT_CANCELED };
    phone.settings.put(table, name, wish === 'enable' ? '1' : '0');
    return { code: RESULT_OK };
  };
}

const animation: Receive = ({ extras }, phone) => {
  const wish = extras?.setstatus;
  if (wish !== 'enable' && wish !== 'disable') return { code: RESULT_CANCELED };
  for (const name of ['window_animation_scale', 'transition_animation_scale', 'animator_duration_scale'])
    phone.settings.put('global', name, wish === 'enable' ? '1.0' : '0.0');
  return { code: RESULT_OK };
};

const setLocale: Receive = ({ extras = {} }, phone) => {
  const [language = 'en', country = 'US'] = [extras.lang, extras.country].map((one) =>
    typeof one === 'string' ? one : undefined,
  );
  const isKnown = locales().some(
    (one) => one.language === language.toLowerCase() && one.country === country.toUpperCase(),
  );
  const name = `${language.toLowerCase()}_${country.toUpperCase()}`;
  if (!isKnown && extras.skip_locale_check === undefined)
    return { code: RESULT_CANCELED, data: `The locale ${name} is not known` };
  const script = typeof extras.script === 'string' ? `-${extras.script}` : '';
  phone.configuration.update({ locales: [`${language.toLowerCase()}${script}-${country.toUpperCase()}`] });
  return { code: RESULT_OK, data: script === '' ? name : `${name}_#${script.slice(1)}` };
};

const listLocales: Receive = () => ({
  code: RESULT_OK,
  data: Buffer.from(JSON.stringify({ items: locales() })).toString('base64'),
});

/** What this phone's Settings offers. */
function locales(): readonly { language: string; country: string }[] {
  return languages.map(({ tag }) => {
    const [language = '', ...rest] = tag.split('-');
    return { language, country: rest.at(-1) ?? '' };
  });
}

const readClipboard: Receive = (_intent, phone) => {
  const ime = phone.settings.get('secure', 'default_input_method') ?? '';
  const isReadable = phone.shape.sdk < PRIVATE_CLIPBOARD_SINCE || ime.startsWith(`${OWNER}/`);
  return { code: RESULT_OK, data: isReadable ? Buffer.from(phone.clipboard.text).toString('base64') : '' };
};

const readLocation: Receive = ({ extras }, phone) => {
  const { location, log, processes } = phone;
  if (location === undefined) return canceled;
  if (extras?.forceUpdate === true)
    log.write({
      pid: processes.pidOf(OWNER) ?? 0,
      level: 'D',
      tag: 'LocationTracker',
      message: 'The current location has been successfully retrieved from Location Manager',
    });
  const { latitude, longitude, altitude } = location;
  return { code: RESULT_OK, data: [latitude, longitude, altitude].map((one) => one.toFixed(7)).join(' ') };
};

/** Only where the user, or `cmd notification allow_listener`, let it listen. */
const readNotifications: Receive = (_intent: Intent, phone) => {
  const listeners = (phone.settings.get('secure', 'enabled_notification_listeners') ?? '').split(':');
  if (!listeners.some((one) => one.startsWith(`${OWNER}/`)))
    return { code: RESULT_OK, data: 'Appium Settings has no access to notifications' };
  return answer({
    statusBarNotifications: phone.notifications.list.map((one) => notificationModel(one, phone)),
  });
};

function notificationModel(one: Notification, phone: Framework): Readonly<Record<string, unknown>> {
  const uid = phone.processes.uidOf(one.package);
  const key = notificationKey(one, uid);
  return {
    isGroup: one.group !== undefined,
    packageName: one.package,
    isClearable: one.ongoing !== true,
    isOngoing: one.ongoing === true,
    id: one.id,
    tag: one.tag ?? null,
    notification: {
      title: one.title,
      bigTitle: null,
      text: one.text,
      bigText: one.bigText ?? null,
      tickerText: one.ticker ?? null,
      subText: one.subText ?? null,
      infoText: null,
      template: null,
    },
    userHandle: 0,
    groupKey: one.group === undefined ? key : `0|${one.package}|g:${one.group}`,
    overrideGroupKey: null,
    postTime: one.time,
    key,
    isRemoved: false,
  };
}
