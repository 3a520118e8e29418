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
    field({ text: 'Enter code' }),
    field({ hint: 'Введите код' }),
    field({ hint: '请输入验证码' }),
    field({ resourceId: 'com.example.bank:id/otp_input' }),
    field({ resourceId: 'com.example.bank:id/editPin' }),
    field({ resourceId: 'com.example.bank:id/sms_code' }),
  ];
  for (const one of fields) assert.deepEqual(clicking(screen([one]), one, typing('123456')), ['sign-in']);
});

test('a press on Paste types into the field that has the focus', () => {
  const into = (
    words: string,
    parts: Parameters<typeof field>[0],
    paste: Parameters<typeof button>[1] = {},
  ) => {
    const pressed = button(words, paste);
    return clicking(screen([field({ ...parts, focused: true }), pressed]), pressed);
  };
  for (const label of [
    'Paste',
    'Einfügen',
    'Coller',
    'Pegar',
    'Colar',
    'Incolla',
    'Wklej',
    'Вставить',
    '貼り付け',
    '粘贴',
  ]) {
    assert.deepEqual(into(label, { password: true }), ['sign-in'], label);
  }
  assert.deepEqual(into('', { hint: 'Verification code' }, { resourceId: 'android:id/paste' }), ['sign-in']);
  assert.deepEqual(into('Paste', { hint: 'Notes' }), []);
  assert.deepEqual(into('Copy', { password: true }), []);
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
  for (const pastes of ['PASTE', 'ctrl+v', 'ctrl+shift+v', 'shift+INSERT', 'cmd+alt+shift+v'])
    assert.deepEqual(clicking(login, secret, key(pastes)), ['sign-in'], pastes);
  assert.deepEqual(clicking(screen([signIn]), signIn), []);
});

test('a key of the on-screen keyboard types into the field that has the focus', () => {
  const secret = field({ password: true, focused: true });
  const shown = screen([secret]);
  const element = shown.elements.find(({ node }) => node === secret);
  assert.deepEqual(
    kindsFor({ tool: 'tap' }, { name: 'com.example.app', element, snapshot: shown, typed: 'character' }),
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

test('a field is a search by whole words of its own name and hint, not by its package or a part of a word', () => {
  const send = button('Send');
  const others = [
    field({ resourceId: 'com.wallet:id/recipient_address' }),
    field({ resourceId: 'com.findmyfriends:id/message' }),
    field({ resourceId: 'com.search.chat:id/message' }),
    field({ className: 'com.find.chat.MessageField' }),
    field({ resourceId: 'com.lab:id/research_note' }),
    field({ resourceId: 'com.chat:id/finding' }),
    field({ hint: 'Write something, such as hello' }),
    field({ hint: 'Tell the others how they can find you there' }),
    field({ hint: 'Hourly rate' }),
    field({ hint: 'Delivery address' }),
  ];
  for (const one of others)
    assert.deepEqual(
      clicking(screen([one, send]), one, key('ENTER')),
      ['send'],
      `${one.resourceId} ${one.hint}`,
    );
  const searches = [
    field({ resourceId: 'com.browser:id/url_bar' }),
    field({ resourceId: 'com.browser:id/addressBar' }),
    field({ resourceId: 'urlbar-input' }),
    field({ resourceId: 'com.app:id/search_src_text' }),
    field({ className: 'androidx.appcompat.widget.SearchView$SearchAutoComplete' }),
    field({ className: 'searchfield' }),
    field({ description: 'Address and search bar' }),
    field({ hint: 'Search your phone, the web and everything else' }),
    field({ hint: 'Suche' }),
    field({ hint: 'Suchbegriff' }),
    field({ hint: 'Kontakte durchsuchen' }),
    field({ hint: 'Rechercher' }),
    field({ hint: 'Buscar en el chat' }),
    field({ hint: '検索' }),
  ];
  for (const one of searches)
    assert.deepEqual(
      clicking(screen([one, send]), one, key('ENTER')),
      [],
      `${one.resourceId} ${one.className} ${one.hint}`,
    );
});

test('ENTER in a form submits it, and on a focused button presses that', () => {
  const cvc = field({ hint: 'CVC' });
  const pay = button('Pay 49 €', { focused: true });
  const buy = button('Buy now');
  assert.deepEqual(clicking(screen([cvc, buy]), cvc, key('ENTER')), ['payment']);
  assert.deepEqual(clicking(screen([cvc, button('Pay now')]), cvc, key('ENTER')), ['payment']);
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

test('the button that an answer is given by is judged by itself, too: it may pay or delete', () => {
  const reply = { tool: 'notification_reply', toolClass: 'type' } as const;
  const pay = { name: 'Messages', id: 'com.android.messaging', button: 'Pay 49 €' };
  assert.deepEqual(kindsFor(reply, pay), ['payment', 'send']);
  assert.deepEqual(kindsFor(reply, { ...pay, pressOnly: true }), ['payment']);
});

test('a permission that gives control away is a risk', () => {
  const grant = { tool: 'set_permission', toolClass: 'apps' } as const;
  const app = { name: 'Helper', id: 'com.example.helper' };
  assert.deepEqual(kindsFor(grant, { ...app, permission: 'CAMERA' }), ['permission']);
  // A device takes blanks and line breaks around a name away.
  for (const name of ['android.permission.SYSTEM_ALERT_WINDOW', 'WRITE_SECURE_SETTINGS ', 'DUMP\n']) {
    assert.deepEqual(kindsFor(grant, { ...app, permission: name }), ['permission', 'system-risk'], name);
  }
});

test('an app that is installed with every permission it asks for gets permissions, too', () => {
  const install = { tool: 'install_app', toolClass: 'apps' } as const;
  const app = { name: 'Helper', id: 'com.example.helper' };
  assert.deepEqual(kindsFor(install, { ...app, permission: 'every permission it asks for' }), [
    'install',
    'permission',
  ]);
});

const addresses: Readonly<Record<string, string | undefined>> = {
  'tel:+49301234567': 'call',
  'TEL:110': 'call',
  'facetime:anna@example.com': 'call',
  'upi://pay?pa=shop@bank&am=49': 'payment',
  'bitcoin:bc1qxy2?amount=0.1': 'payment',
  'https://paypal.me/someone/49': 'payment',
  'https://paypal.me./someone/49': 'payment',
  'https://www.paypal.com/us/PayPalMe/someone/49': 'payment',
  'https://www.paypal.com/paypalme/someone/49': 'payment',
  'https://example.com/app-release.apk': 'install',
  'https://example.com/get.apk?from=ad': 'install',
  'https://example.com/get%2eapk': 'install',
  'https://example.com/get.%41%70k%3Ffrom=ad': 'install',
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
