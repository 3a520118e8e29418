import type { Kind, Reached } from '../act.ts';
import { isSettings } from './apps.ts';
import { kindOfActivity } from './settings-pages.ts';

/** Actions of intents, without the package they are defined in, and what sending them does. */
const actions: readonly (readonly [RegExp, Kind])[] = [
  [
    /(?:^|\.)(?:ACCESSIBILITY_\w*SETTINGS|MANAGE_(?:APP_)?OVERLAY_PERMISSION|MANAGE_UNKNOWN_APP_SOURCES|APPLICATION_DEVELOPMENT_SETTINGS|ADD_DEVICE_ADMIN|SET_NEW_DEVICE_ADMIN|DEVICE_ADMIN_SETTINGS|PROVISION_MANAGED_\w+|PROVISION_\w*DEVICE\w*|MASTER_CLEAR\w*|FACTORY_RESET|REQUEST_FACTORY_RESET|ACCESSIBILITY_SHORTCUT\w*|WIRELESS_DEBUGGING\w*|ADB_\w*SETTINGS)$/,
    'system-risk',
  ],
  [
    /(?:^|\.)(?:ACTION_NOTIFICATION_LISTENER_SETTINGS|NOTIFICATION_LISTENER_\w+|USAGE_ACCESS_SETTINGS|MANAGE_WRITE_SETTINGS|MANAGE_(?:APP_)?ALL_FILES_ACCESS_PERMISSION|NOTIFICATION_POLICY_ACCESS_\w+|MANAGE_APP_PERMISSIONS?|MANAGE_PERMISSIONS?|MANAGE_PERMISSION_APPS|REQUEST_PERMISSIONS|REQUEST_IGNORE_BATTERY_OPTIMIZATIONS|REQUEST_ROLE|GRANT_RUNTIME_PERMISSIONS|VPN_SETTINGS)$/,
    'permission',
  ],
  [/(?:^|\.)(?:CALL|CALL_PRIVILEGED|CALL_EMERGENCY)$/, 'call'],
  [/(?:^|\.)(?:RESPOND_VIA_MESSAGE|SEND_RESPOND_VIA_MESSAGE)$/, 'send'],
  [/^android\.intent\.action\.(?:DELETE|UNINSTALL_PACKAGE)$/, 'delete'],
  [/^android\.intent\.action\.INSTALL_(?:PACKAGE|FAILURE)$|^android\.credentials\.INSTALL/, 'install'],
];

/** Schemes of addresses that pay or call. */
const schemes: Readonly<Record<string, Kind>> = {
  tel: 'call',
  callto: 'call',
  sip: 'call',
  sips: 'call',
  voicemail: 'call',
  facetime: 'call',
  'facetime-audio': 'call',
  facetimeaudio: 'call',
  upi: 'payment',
  payto: 'payment',
  bitcoin: 'payment',
  bitcoincash: 'payment',
  ethereum: 'payment',
  lightning: 'payment',
  litecoin: 'payment',
  monero: 'payment',
  solana: 'payment',
  venmo: 'payment',
  alipays: 'payment',
  alipay: 'payment',
  tez: 'payment',
  paytmmp: 'payment',
  phonepe: 'payment',
  cashme: 'payment',
};

/** Pages that do nothing but take a payment. */
const PAY_PAGE =
  /^(?:www\.)?(?:paypal\.me|buy\.stripe\.com|checkout\.stripe\.com|donate\.stripe\.com|cash\.app|revolut\.me|pay\.google\.com|checkout\.paypal\.com|venmo\.com|monzo\.me|bunq\.me|tikkie\.me|swish\.nu)$/;
const PAYPAL_ME = /^\/(?:[a-z]{2}\/)?(?:paypalme|donate|cgi-bin\/webscr)\b/i;

/** The kind of opening an address or sending an intent. Showing a page, a composer or a store has none. */
export function kindsOfAddress(reached: Reached): Kind[] {
  const { uri, intent, component, permission } = reached;
  const kinds: Kind[] = [];
  if (intent !== undefined) kinds.push(...kindsOfAction(intent));
  if (uri !== undefined) kinds.push(...kindsOfUri(uri));
  if (permission !== undefined) kinds.push(...kindsOfPermission(permission));
  const app = reached.id ?? reached.name;
  if (component !== undefined && (isSettings(app) || isSettings(component.split('/')[0]))) {
    const kind = kindOfActivity(component.slice(component.indexOf('/') + 1));
    if (kind) kinds.push(kind);
  }
  return kinds;
}

/** With these, an application can do what the user alone should. */
const RISKY_PERMISSION =
  /(?:^|\.)(?:SYSTEM_ALERT_WINDOW|WRITE_SECURE_SETTINGS|BIND_ACCESSIBILITY_SERVICE|BIND_DEVICE_ADMIN|REQUEST_INSTALL_PACKAGES|INSTALL_PACKAGES|MANAGE_DEVICE_ADMINS|DUMP|READ_LOGS|INJECT_EVENTS)$/i;

/** Blanks around a name are no part of it: a device may take them away. */
function kindsOfPermission(permission: string): Kind[] {
  return RISKY_PERMISSION.test(permission.trim()) ? ['permission', 'system-risk'] : ['permission'];
}

function kindsOfAction(action: string): Kind[] {
  const name = action.trim();
  return actions.filter(([pattern]) => pattern.test(name)).map(([, kind]) => kind);
}

const SCHEME = /^([a-z][a-z\d+.-]*):/i;

function kindsOfUri(uri: string): Kind[] {
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined) return [];
  const kind = schemes[scheme];
  if (kind) return [kind];
  // intent:#Intent;action=…;end
  if (scheme === 'intent' || scheme === 'android-app') return kindsOfIntentUri(uri);
  if (APK.test(unescaped(uri))) return ['install'];
  return scheme === 'http' || scheme === 'https' ? kindsOfPage(uri) : [];
}

const APK = /\.(?:apk|apks|apkm|xapk|aab)(?:[?#]|$)/i;

/** A server reads `%2e` as a dot, and what it does not escape as it is. */
function unescaped(uri: string): string {
  return uri.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function kindsOfIntentUri(uri: string): Kind[] {
  const parts = uri.slice(uri.indexOf('#') + 1).split(';');
  const valueOf = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const component = valueOf('component');
  const inner = valueOf('scheme');
  const kinds = kindsOfAction(valueOf('action') ?? '');
  if (inner !== undefined) kinds.push(...kindsOfUri(`${inner}:`));
  if (component !== undefined && isSettings(component.split('/')[0])) {
    const kind = kindOfActivity(component);
    if (kind) kinds.push(kind);
  }
  return kinds;
}

function kindsOfPage(address: string): Kind[] {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return [];
  }
  const { pathname, searchParams } = url;
  // A dot behind a name means the same host.
  const hostname = url.hostname.replace(/\.$/, '');
  if (PAY_PAGE.test(hostname) || (/(?:^|\.)paypal\.com$/.test(hostname) && PAYPAL_ME.test(pathname)))
    return ['payment'];
  // A page that asks the user to let an application into an account (RFC 6749, 4.1.1).
  const asksForGrant =
    searchParams.has('client_id') && (searchParams.has('response_type') || searchParams.has('scope'));
  return asksForGrant ? ['permission'] : [];
}
