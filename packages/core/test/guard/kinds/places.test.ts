import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, clicking, field, kindsFor, list, part, row, screen, text } from './scene.ts';

const CONTROLLER = 'com.google.android.permissioncontroller';
const INSTALLER = 'com.google.android.packageinstaller';

test('every button of a permission dialog grants, except those that refuse, whatever they say', () => {
  const named = (id: string, words: string) =>
    button(words, { resourceId: `com.android.permissioncontroller:id/${id}` });
  const dialog = [
    text('Allow Maps to access this device’s location?'),
    named('permission_allow_foreground_only_button', 'Kun mens appen er i bruk'),
    named('permission_allow_one_time_button', 'Bare denne gangen'),
    named('permission_deny_button', 'Ikke tillat'),
  ] as const;
  const asked = screen(dialog, { app: CONTROLLER });
  assert.deepEqual(clicking(asked, dialog[1]), ['permission']);
  assert.deepEqual(clicking(asked, dialog[2]), ['permission']);
  assert.deepEqual(clicking(asked, dialog[3]), []);
});

test('rows of the permission manager only lead to pages; its choices grant', () => {
  const camera = row('Camera', '4 of 12 apps allowed');
  const choice = part('RadioButton', { text: 'Tillat bare', clickable: true, checkable: true });
  const manager = screen([list(camera), choice], { app: CONTROLLER });
  assert.deepEqual(clicking(manager, camera), []);
  assert.deepEqual(clicking(manager, choice), ['permission']);
});

test('a permission button is one in any package', () => {
  const allow = button('OK', { resourceId: 'com.vendor.dialogs:id/permission_allow_button' });
  assert.deepEqual(clicking(screen([allow], { app: 'com.vendor.dialogs' }), allow), ['permission']);
});

test('the package installer installs, and removes', () => {
  const [install, remove, cancel] = [button('Install'), button('OK'), button('Cancel')];
  const installing = screen([text('Do you want to install this app?'), install, cancel], { app: INSTALLER });
  const removing = screen([text('Do you want to uninstall this app?'), remove, cancel], { app: INSTALLER });
  assert.deepEqual(clicking(installing, install), ['install', 'permission']);
  assert.deepEqual(clicking(installing, cancel), []);
  assert.deepEqual(clicking(removing, remove), ['delete', 'permission']);
});

test('what a dialog of the system holds is taken for a permission if it cannot be read', () => {
  assert.deepEqual(kindsFor({ tool: 'tap' }, { name: CONTROLLER }), ['permission']);
  assert.deepEqual(kindsFor({ tool: 'tap' }, { name: 'com.example.app' }), []);
});

const risks: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Accessibility',
    'Device admin apps',
    'Display over other apps',
    'Install unknown apps',
    'Developer options',
    'Erase all data (factory reset)',
  ],
  de: [
    'Bedienungshilfen',
    'Apps zur Geräteverwaltung',
    'Über anderen Apps einblenden',
    'Unbekannte Apps installieren',
    'Entwickleroptionen',
    'Auf Werkseinstellungen zurücksetzen',
  ],
  fr: [
    'Accessibilité',
    'Applis d’administration de l’appareil',
    'Superposition aux autres applis',
    'Installer des applis inconnues',
    'Options pour les développeurs',
    'Effacer toutes les données',
  ],
  es: [
    'Accesibilidad',
    'Administradores de dispositivos',
    'Mostrar sobre otras aplicaciones',
    'Instalar aplicaciones desconocidas',
    'Opciones para desarrolladores',
    'Borrar todos los datos',
  ],
  pt: [
    'Acessibilidade',
    'Apps de administrador do dispositivo',
    'Sobrepor a outros apps',
    'Instalar apps desconhecidos',
    'Opções do desenvolvedor',
    'Limpar todos os dados',
  ],
  it: [
    'Accessibilità',
    'App di amministrazione dispositivo',
    'Mostra sopra altre app',
    'Installa app sconosciute',
    'Opzioni sviluppatore',
    'Cancella tutti i dati',
  ],
  pl: [
    'Ułatwienia dostępu',
    'Administratorzy urządzenia',
    'Wyświetlanie nad innymi aplikacjami',
    'Instalowanie nieznanych aplikacji',
    'Opcje programisty',
    'Wykasuj wszystkie dane',
  ],
  ru: [
    'Специальные возможности',
    'Администраторы устройства',
    'Поверх других приложений',
    'Установка неизвестных приложений',
    'Для разработчиков',
    'Удалить все данные',
  ],
  ja: [
    'ユーザー補助',
    'デバイス管理アプリ',
    '他のアプリの上に重ねて表示',
    '不明なアプリのインストール',
    '開発者向けオプション',
    'すべてのデータを消去',
  ],
  zh: [
    '无障碍',
    '设备管理应用',
    '显示在其他应用的上层',
    '安装未知应用',
    '开发者选项',
    '清除所有数据（恢复出厂设置）',
  ],
};

/** A page of Settings since Android 12: the title is the description of the collapsing bar. */
function settingsPage(title: string, window = {}) {
  const up = part('ImageButton', { description: 'Navigate up', clickable: true });
  const bar = part('FrameLayout', {
    description: title,
    resourceId: 'com.android.settings:id/collapsing_toolbar',
    children: [up],
  });
  const first = row('Helper', 'Off');
  return {
    up,
    first,
    page: screen([bar, list(first)], { app: 'com.android.settings', title: undefined, ...window }),
  };
}

for (const [language, titles] of Object.entries(risks)) {
  test(`pages of Settings that give control away are recognised by their titles in ${language}`, () => {
    for (const title of titles) {
      const { page, first, up } = settingsPage(title);
      assert.deepEqual(clicking(page, first), ['system-risk'], title);
      assert.deepEqual(clicking(page, up), [], title);
    }
  });
}

test('larger text and the like are no risk, although they stand on the page for accessibility', () => {
  const rows = [
    'Font size',
    'Mono audio',
    'Touch & hold delay',
    'Schriftgröße',
    'Taille d’affichage',
    '字体大小',
  ];
  for (const label of rows) {
    const [aid, service] = [row(label, 'Default'), row('Helpful Reader', 'Off')];
    const page = screen([text('Accessibility'), list(aid, service)], { app: 'com.android.settings' });
    assert.deepEqual(clicking(page, aid), [], label);
    assert.deepEqual(clicking(page, service), ['system-risk']);
  }
  const allow = button('Allow', { resourceId: 'android:id/permission_enable_allow_button' });
  const dialog = screen([text('Font size'), allow], { app: 'com.android.settings' });
  assert.deepEqual(clicking(dialog, allow), ['permission', 'system-risk']);
});

test('pages of Settings are recognised by their activity in any language', () => {
  const { page, first } = settingsPage('Tilgjengelighet', {
    title: 'com.android.settings/com.android.settings.Settings$AccessibilitySettingsActivity',
  });
  assert.deepEqual(clicking(page, first), ['system-risk']);
});

test('other pages of Settings are no risk, and neither are rows that lead to such a page', () => {
  const display = settingsPage('Display');
  assert.deepEqual(clicking(display.page, display.first), []);
  const accessibility = row('Accessibility', 'Display, interaction, audio');
  const home = screen([text('Settings'), list(accessibility)], { app: 'com.android.settings' });
  assert.deepEqual(clicking(home, accessibility), []);
});

test('the same title in another application is nothing', () => {
  const { page, first } = settingsPage('Accessibility', { app: 'com.example.browser' });
  assert.deepEqual(clicking(page, first), []);
});

test('pages that give an application access to something are permissions', () => {
  const { page, first } = settingsPage('Notification access');
  assert.deepEqual(clicking(page, first), ['permission']);
});

test('the row that unlocks the developer options, and the one that erases the phone, are risks on any page', () => {
  const build = row('Build number', 'UP1A.231005.007');
  const erase = row('Erase all data (factory reset)');
  const about = screen([text('About phone'), list(build, erase)], { app: 'com.android.settings' });
  assert.deepEqual(clicking(about, build), ['system-risk']);
  assert.deepEqual(clicking(about, erase), ['system-risk']);
});

test('the dialog before an accessibility service is switched on is a risk, its refusal is none', () => {
  const allow = button('Tillat', { resourceId: 'com.android.settings:id/permission_enable_allow_button' });
  const deny = button('Avvis', { resourceId: 'com.android.settings:id/permission_enable_deny_button' });
  const dialog = screen([text('Allow Helper to have full control of your device?'), allow, deny], {
    app: 'com.android.settings',
    type: 'dialog',
  });
  assert.deepEqual(clicking(dialog, allow), ['system-risk']);
  assert.deepEqual(clicking(dialog, deny), []);
  // Up to Android 9 its buttons are those of any alert.
  const ok = button('OK', { resourceId: 'android:id/button1' });
  const old = screen([text('Use Helper?'), text('Helper needs to:'), text('Observe your actions'), ok], {
    app: 'com.android.settings',
    type: 'dialog',
  });
  assert.deepEqual(clicking(old, ok), ['system-risk']);
});

test('terminals are recognised by id, by name and by role', () => {
  const typing = { tool: 'input_text', toolClass: 'type', text: 'ls' } as const;
  for (const name of ['com.termux', 'gnome-terminal-server', 'konsole', 'kgx']) {
    assert.deepEqual(kindsFor(typing, { name }), ['terminal'], name);
  }
  assert.deepEqual(kindsFor(typing, { name: 'Terminal', id: 'com.apple.Terminal' }), ['terminal']);
  assert.deepEqual(kindsFor({ tool: 'open_app', toolClass: 'apps' }, { name: 'Termux', id: 'com.termux' }), [
    'terminal',
  ]);
  assert.deepEqual(kindsFor(typing, { name: 'Text Editor', id: 'org.gnome.TextEditor' }), []);
  const inside = part('terminal', { focused: true, text: '$' });
  const editor = screen([part('group', { children: [inside] })], { app: 'code' });
  assert.deepEqual(clicking(editor, inside, typing), ['terminal']);
});

test('Studio in a browser is a terminal, with all of its window and with keys that go nowhere known', () => {
  const allow = button('Allow once');
  const page = part('WebView', { resourceId: 'handeye-studio', children: [allow] });
  const toolbar = button('Reload');
  const browser = screen([toolbar, page], { app: 'org.mozilla.firefox' });
  assert.ok(clicking(browser, allow).includes('terminal'));
  assert.ok(clicking(browser, toolbar).includes('terminal'));
  assert.deepEqual(clicking(screen([toolbar], { app: 'org.mozilla.firefox' }), toolbar), []);
  assert.deepEqual(kindsFor({ tool: 'tap' }, { name: 'com.termux.api' }), ['terminal']);
});

test('“Delete” on a key pad and on a keyboard takes back a character', () => {
  const keys = Array.from('0123456789', (digit) => button(digit));
  const back = part('ImageButton', { description: 'delete', clickable: true });
  assert.deepEqual(clicking(screen([...keys, back]), back), []);
  const key = button('Delete');
  const send = button('Send');
  const keyboard = screen([key, send], { type: 'keyboard', app: 'com.android.inputmethod.latin' });
  assert.deepEqual(clicking(keyboard, key), []);
  assert.deepEqual(clicking(keyboard, send), [], 'it is judged by what it does to the field');
});

test('an update in a store installs; one in another application does not', () => {
  const update = button('Update');
  assert.deepEqual(clicking(screen([update], { app: 'com.android.vending' }), update), ['install']);
  assert.deepEqual(clicking(screen([update], { app: 'com.example.profile' }), update), []);
});

test('an answer to a question is what the question asks', () => {
  const [ok, no] = [button('OK'), button('Cancel')];
  const asking = (question: string) => screen([text(question), ok, no], { type: 'dialog' });
  assert.deepEqual(clicking(asking('Delete chat?'), ok), ['delete']);
  assert.deepEqual(clicking(asking('Möchtest du diese Notiz wirklich löschen?'), ok), ['delete']);
  assert.deepEqual(clicking(asking('Are you sure you want to send this message?'), ok), ['send']);
  assert.deepEqual(clicking(asking('本当に削除しますか？'), ok), ['delete']);
  assert.deepEqual(clicking(asking('Delete chat?'), no), []);
  assert.deepEqual(clicking(asking('Save your changes?'), ok), []);
});

test('a confirmation beside an amount and the words of a checkout pays', () => {
  const confirm = button('Confirm');
  const next = button('Weiter');
  assert.deepEqual(clicking(screen([text('Total'), text('49,00 €'), confirm]), confirm), ['payment']);
  assert.deepEqual(clicking(screen([text('Gesamtbetrag 49,00 €'), next]), next), ['payment']);
  assert.deepEqual(clicking(screen([text('Total 12 items'), confirm]), confirm), []);
  assert.deepEqual(clicking(screen([text('You saved 49,00 € last year'), confirm]), confirm), []);
});

test('a field that was written into makes its button send', () => {
  const reply = button('Reply');
  const empty = field({ hint: 'Add a comment' });
  const written = field({ text: 'Nice!' });
  assert.deepEqual(clicking(screen([empty, reply]), reply), []);
  assert.deepEqual(clicking(screen([written, reply]), reply), ['send']);
});
