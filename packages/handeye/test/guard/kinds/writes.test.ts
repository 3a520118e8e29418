import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act } from '../../../src/guard/act.ts';
import { button, clicking, field, kindsFor, part, screen, text } from './scene.ts';

const typing = (words: string): Partial<Act> => ({ tool: 'input_text', toolClass: 'type', text: words });
const key = (name: string): Partial<Act> => ({ tool: 'press_key', toolClass: 'type', key: name });

test('typing into a password or a one-time code signs in', () => {
  const fields = [
    field({ password: true }),
    field({ hint: 'Verification code' }),
    field({ hint: 'Code eingeben' }),
    field({ hint: 'Введите код' }),
    field({ hint: '请输入验证码' }),
    field({ resourceId: 'com.example.bank:id/otp_input' }),
    field({ resourceId: 'com.example.bank:id/editPin' }),
    field({ resourceId: 'com.example.bank:id/sms_code' }),
  ];
  for (const one of fields) assert.deepEqual(clicking(screen([one]), one, typing('123456')), ['sign-in']);
});

test('typing elsewhere, clearing, and touching the field do not', () => {
  const others = [
    field({ hint: 'Promo code' }),
    field({ hint: 'Zip code' }),
    field({ resourceId: 'com.example.shop:id/coupon_code' }),
    field({ hint: 'Search' }),
    field({ hint: 'User name' }),
    field({ resourceId: 'com.example.app:id/opinion' }),
  ];
  for (const one of others) assert.deepEqual(clicking(screen([one]), one, typing('123456')), []);
  const secret = field({ password: true });
  assert.deepEqual(clicking(screen([secret]), secret), []);
  assert.deepEqual(
    clicking(screen([secret]), secret, { tool: 'clear_text', toolClass: 'type', text: '' }),
    [],
  );
  assert.deepEqual(clicking(screen([secret]), secret, key('TAB')), []);
});

test('the button, the pad and ENTER beside such a field sign in', () => {
  const [name, secret] = [field({ hint: 'E-mail' }), field({ password: true })];
  const [signIn, forgot, digit] = [button('Anmelden'), button('Forgot password?'), button('7')];
  const login = screen([name, secret, signIn, forgot, digit]);
  assert.deepEqual(clicking(login, signIn), ['sign-in']);
  assert.deepEqual(clicking(login, forgot), []);
  assert.deepEqual(clicking(login, digit), ['sign-in']);
  assert.deepEqual(clicking(login, name, key('ENTER')), ['sign-in']);
  assert.deepEqual(clicking(login, secret, key('ctrl+v')), ['sign-in']);
  assert.deepEqual(clicking(screen([signIn]), signIn), []);
});

test('a key of the on-screen keyboard types into the field that has the focus', () => {
  const secret = field({ password: true, focused: true });
  const shown = screen([secret]);
  const element = shown.elements.find(({ node }) => node === secret);
  assert.deepEqual(
    kindsFor({ tool: 'tap' }, { name: 'com.example.app', element, snapshot: shown, typed: true }),
    ['sign-in'],
  );
  assert.deepEqual(kindsFor({ tool: 'tap' }, { name: 'com.example.app', element, snapshot: shown }), []);
});

test('ENTER in a composer sends, a line break typed into one line too; in a search it does not', () => {
  const message = field({ hint: 'Message', text: 'Hello' });
  const long = field({ hint: 'Mail', text: 'Hello', multiline: true });
  const search = field({ hint: 'Search' });
  const chat = screen([message, long, search, part('ImageButton', { description: 'Send', clickable: true })]);
  assert.deepEqual(clicking(chat, message, key('ENTER')), ['send']);
  assert.deepEqual(clicking(chat, message, key('ctrl+ENTER')), ['send']);
  assert.deepEqual(clicking(chat, message, typing('Hello\n')), ['send']);
  assert.deepEqual(clicking(chat, message, typing('Hello')), []);
  assert.deepEqual(clicking(chat, message, key('DEL')), []);
  assert.deepEqual(clicking(chat, long, typing('Dear Anna,\nhello')), []);
  assert.deepEqual(clicking(chat, search, key('ENTER')), []);
  const alone = field({ text: 'Hello' });
  assert.deepEqual(clicking(screen([alone, button('Save')]), alone, key('ENTER')), []);
});

test('ENTER in a form submits it, and on a focused button presses that', () => {
  const cvc = field({ hint: 'CVC' });
  const pay = button('Pay 49 €', { focused: true });
  const buy = button('Buy now');
  assert.deepEqual(clicking(screen([cvc, buy]), cvc, key('ENTER')), ['payment']);
  assert.deepEqual(clicking(screen([pay]), pay, key('ENTER')), ['payment']);
  assert.deepEqual(clicking(screen([pay]), pay, key('SPACE')), ['payment']);
  assert.deepEqual(clicking(screen([pay]), pay, key('TAB')), []);
});

test('the Delete key removes what is chosen, and in a field a character', () => {
  const file = part('listitem', { text: 'thesis.odt', focused: true });
  const name = field({ text: 'thesis' });
  assert.deepEqual(clicking(screen([file]), file, key('FORWARD_DEL')), ['delete']);
  assert.deepEqual(clicking(screen([name]), name, key('FORWARD_DEL')), []);
});

test('tools that delete, install, grant or answer are what they do', () => {
  const app = { name: 'Notes', id: 'com.example.notes' };
  const kinds = {
    install_app: 'install',
    uninstall_app: 'delete',
    clear_app_data: 'delete',
    delete_file: 'delete',
    set_permission: 'permission',
    notification_reply: 'send',
  };
  for (const [tool, kind] of Object.entries(kinds)) {
    assert.deepEqual(kindsFor({ tool, toolClass: 'apps' }, app), [kind], tool);
    assert.deepEqual(kindsFor({ tool, toolClass: 'files' }, undefined), [kind], tool);
  }
  assert.deepEqual(kindsFor({ tool: 'close_app', toolClass: 'apps' }, app), []);
  assert.deepEqual(kindsFor({ tool: 'set_clipboard', toolClass: 'state' }, undefined), []);
});

test('an answer to a notification is judged once, not again at the button that sends it', () => {
  const send = part('ImageButton', { description: 'Send', clickable: true });
  assert.deepEqual(clicking(screen([send]), send, { tool: 'notification_reply', toolClass: 'type' }), []);
});

test('a permission that gives control away is a risk', () => {
  const grant = { tool: 'set_permission', toolClass: 'apps' } as const;
  const app = { name: 'Helper', id: 'com.example.helper' };
  assert.deepEqual(kindsFor(grant, { ...app, permission: 'CAMERA' }), ['permission']);
  assert.deepEqual(kindsFor(grant, { ...app, permission: 'android.permission.SYSTEM_ALERT_WINDOW' }), [
    'permission',
    'system-risk',
  ]);
});

const addresses: Readonly<Record<string, string | undefined>> = {
  'tel:+49301234567': 'call',
  'TEL:110': 'call',
  'facetime:anna@example.com': 'call',
  'upi://pay?pa=shop@bank&am=49': 'payment',
  'bitcoin:bc1qxy2?amount=0.1': 'payment',
  'https://paypal.me/someone/49': 'payment',
  'https://www.paypal.com/paypalme/someone/49': 'payment',
  'https://example.com/app-release.apk': 'install',
  'https://example.com/get.apk?from=ad': 'install',
  'https://accounts.example.com/o/oauth2/auth?client_id=1&response_type=code&scope=mail': 'permission',
  'intent:#Intent;action=android.settings.ACCESSIBILITY_SETTINGS;end': 'system-risk',
  'intent://pay?pa=x#Intent;scheme=upi;end': 'payment',
  'sms:+49301234567?body=hi': undefined,
  'mailto:anna@example.com': undefined,
  'market://details?id=com.example.app': undefined,
  'geo:52.5,13.4': undefined,
  'https://example.com/apk-history': undefined,
  'https://example.com/?client_id=1': undefined,
  'https://paypal.com/help': undefined,
};

test('addresses that pay, call, install or grant are recognised; those that only open something are not', () => {
  for (const [uri, kind] of Object.entries(addresses)) {
    const found = kindsFor({ tool: 'open_uri', toolClass: 'apps' }, { name: 'Some app', uri });
    assert.deepEqual(found, kind === undefined ? [] : [kind], uri);
  }
});

const intents: Readonly<Record<string, string | undefined>> = {
  'android.settings.ACCESSIBILITY_SETTINGS': 'system-risk',
  'android.settings.action.MANAGE_OVERLAY_PERMISSION': 'system-risk',
  'android.settings.MANAGE_UNKNOWN_APP_SOURCES': 'system-risk',
  'android.settings.APPLICATION_DEVELOPMENT_SETTINGS': 'system-risk',
  'android.app.action.ADD_DEVICE_ADMIN': 'system-risk',
  'android.intent.action.MASTER_CLEAR': 'system-risk',
  'android.settings.ACTION_NOTIFICATION_LISTENER_SETTINGS': 'permission',
  'android.intent.action.CALL': 'call',
  'android.intent.action.DELETE': 'delete',
  'android.intent.action.UNINSTALL_PACKAGE': 'delete',
  'android.intent.action.INSTALL_PACKAGE': 'install',
  'android.intent.action.SEND': undefined,
  'android.intent.action.SENDTO': undefined,
  'android.intent.action.DIAL': undefined,
  'android.intent.action.VIEW': undefined,
  'android.settings.WIFI_SETTINGS': undefined,
};

test('intents are what they start', () => {
  for (const [intent, kind] of Object.entries(intents)) {
    const found = kindsFor({ tool: 'send_intent', toolClass: 'apps' }, { name: 'Some app', intent });
    assert.deepEqual(found, kind === undefined ? [] : [kind], intent);
  }
});

test('an activity of Settings is what its page is, started by component or by open_app', () => {
  const settings = { name: 'Settings', id: 'com.android.settings' };
  const started = (component: string) =>
    kindsFor({ tool: 'open_app', toolClass: 'apps' }, { ...settings, component });
  assert.deepEqual(started('com.android.settings/.Settings$AccessibilitySettingsActivity'), ['system-risk']);
  assert.deepEqual(started('.DeviceAdminAdd'), ['system-risk']);
  assert.deepEqual(started('.Settings$DevelopmentSettingsDashboardActivity'), ['system-risk']);
  assert.deepEqual(started('.Settings$WifiSettingsActivity'), []);
  const other = { name: 'Reader', id: 'com.example.reader', component: '.AccessibilityActivity' };
  assert.deepEqual(kindsFor({ tool: 'open_app', toolClass: 'apps' }, other), []);
});

test('looking and scrolling are nothing, whatever they meet', () => {
  const pay = button('Pay');
  assert.deepEqual(clicking(screen([pay]), pay, { tool: 'scroll', toolClass: 'navigate' }), []);
  assert.deepEqual(clicking(screen([pay]), pay, { tool: 'get_element_details', toolClass: 'read' }), []);
  assert.deepEqual(clicking(screen([text('a'), pay]), pay, { tool: 'swipe' }), ['payment']);
});
