import type { Act, Kind, Reached, TypedKey } from '../act.ts';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { kindsOfAddress } from './addresses.ts';
import { isInstaller, isPermissionAsker, isStore, isTerminal } from './apps.ts';
import { kindsByLabel, kindsOfButton } from './by-label.ts';
import { type Pressed, pressedBy } from './screen/pressed.ts';
import { kindsInSettings } from './settings-pages.ts';
import { fold } from './text/fold.ts';
import { PhraseSet } from './text/phrases.ts';
import { kindsOfTyping, kindsOfTypingUnseen, presses, types } from './typing.ts';
import { factsOf } from './screen/window-facts.ts';
import { askedAbout, cancels, meaningOf } from './text/label-meaning.ts';

const NONE: ReadonlySet<Kind> = new Set();

/** The kinds of some tools, for every use. */
const toolKinds: Readonly<Record<string, Kind>> = {
  install_app: 'install',
  uninstall_app: 'delete',
  clear_app_data: 'delete',
  delete_file: 'delete',
  set_permission: 'permission',
  notification_reply: 'send',
};

/** Every rule of a policy asks about the same act. */
const known = new WeakMap<Act, Map<Reached | undefined, ReadonlySet<Kind>>>();

/** The kinds of a write that Handeye recognises. `reached` undefined: it reaches no application. */
export function kindsOf(act: Act, reached: Reached | undefined): ReadonlySet<Kind> {
  const ofAct = known.get(act) ?? new Map<Reached | undefined, ReadonlySet<Kind>>();
  const kinds = ofAct.get(reached) ?? recognised(act, reached);
  known.set(act, ofAct.set(reached, kinds));
  return kinds;
}

function recognised(act: Act, reached: Reached | undefined): ReadonlySet<Kind> {
  // Looking and scrolling press nothing.
  if (act.toolClass === 'read' || act.toolClass === 'navigate') return NONE;
  const ofTool = toolKinds[act.tool];
  if (!reached) return ofTool ? new Set([ofTool]) : NONE;
  const kinds = new Set(kindsOfAddress(reached));
  if (isTerminal(reached.id, reached.name)) kinds.add('terminal');
  for (const kind of reached.button === undefined ? [] : kindsOfButton(reached.button)) kinds.add(kind);
  for (const kind of screenKinds(act, reached)) kinds.add(kind);
  // A tool's own kind is judged once, before its first touch: `notification_reply` then presses "Send" itself.
  if (ofTool && reached.element) kinds.delete(ofTool);
  else if (ofTool && reached.pressOnly !== true) kinds.add(ofTool);
  return kinds;
}

/** The kinds by the element that would be hit, and by its screen. */
function screenKinds(act: Act, { id, name, element, snapshot, typed }: Reached): readonly Kind[] {
  const app = id ?? name;
  if (act.toolClass !== 'touch' && act.toolClass !== 'type') return [];
  if (typed !== undefined) return kindsOfKey(typed, element);
  if (!element) {
    const window = snapshot?.windows.find(({ active }) => active);
    const studio: readonly Kind[] = window && factsOf(window).isStudio ? ['terminal'] : [];
    const asks: readonly Kind[] = isPermissionAsker(app) || isInstaller(app) ? ['permission'] : [];
    return [...studio, ...asks, ...(act.toolClass === 'type' ? kindsUnseen(act, app, snapshot) : [])];
  }
  const terminal: Kind[] = isInTerminal(element) ? ['terminal'] : [];
  if (act.toolClass === 'type' && !(presses(act) && !element.node.editable)) {
    const deletes = isDeleteKey(act) && !element.node.editable;
    const settings = types(act) ? kindsInSettings(element, app, snapshot) : [];
    return [
      ...terminal,
      ...kindsOfTyping(act, element),
      ...kindsIfDrawn(act, element),
      ...settings,
      ...(deletes ? (['delete'] as const) : []),
      ...kindsOfMnemonic(act, app, snapshot),
    ];
  }
  const system = [...kindsInSystemDialogs(element, app), ...kindsInSettings(element, app, snapshot)];
  // The button was judged as that of the application that posted the notification; here it is SystemUI's.
  if (act.tool === 'notification_action') return [...terminal, ...system];
  const pastedInto = fieldPastedInto(element, snapshot);
  const pasted = pastedInto ? kindsOfKey('character', pastedInto) : [];
  return [
    ...terminal,
    ...system,
    ...pasted,
    ...kindsIfDrawn(act, element),
    ...kindsByLabel(element, app),
    ...storeKinds(element, app),
  ];
}

/**
 * A view that draws itself, such as a page or a canvas, has the focus for fields that are not in the tree. A terminal is judged
 * as one.
 */
function kindsIfDrawn(act: Act, element: Element): readonly Kind[] {
  const { editable, clickable, checkable } = element.node;
  const isDrawn = !editable && !clickable && !checkable && !isInTerminal(element);
  return act.toolClass === 'type' && isDrawn ? kindsOfTypingUnseen(act, element.window) : [];
}

/** The kinds of typing or of a key where the focused element is not known. */
function kindsUnseen(act: Act, app: string | undefined, snapshot: Snapshot | undefined): readonly Kind[] {
  const window = snapshot?.windows.find(({ active }) => active);
  const deletes: readonly Kind[] = isDeleteKey(act) ? ['delete'] : [];
  const typed = window ? kindsOfTypingUnseen(act, window) : [];
  return [...deletes, ...typed, ...kindsOfMnemonic(act, app, snapshot)];
}

/** Alt and a letter, or both with Shift on pages, press the button on which the letter is underlined. */
const MNEMONIC = /^(?:shift\+)?alt\+(?:shift\+)?(.)$/iu;

/** Which letter is underlined is not told: it may be any button that has it. */
function kindsOfMnemonic({ key = '' }: Act, app: string | undefined, snapshot: Snapshot | undefined): Kind[] {
  const [, letter] = MNEMONIC.exec(key) ?? [];
  if (letter === undefined || !snapshot) return [];
  const isMeant = (label: string) => label.toLowerCase().includes(letter.toLowerCase());
  return snapshot.elements
    .filter(({ node, window }) => window.active && node.clickable && node.visible)
    .filter((element) => pressedBy(element).labels.some(isMeant))
    .flatMap((element) => [...kindsByLabel(element, app)]);
}

/** A key of the on-screen keyboard is judged like one of a keyboard: some character, or ENTER. */
const CHARACTER: Act = { tool: 'input_text', toolClass: 'type', reach: [], text: 'a' };
const ENTER: Act = { tool: 'press_key', toolClass: 'type', reach: [], key: 'ENTER' };

function kindsOfKey(typed: TypedKey, field: Element | undefined): readonly Kind[] {
  const sends: readonly Kind[] = typed === 'send' ? ['send'] : [];
  if (!field) return sends;
  const terminal: Kind[] = isInTerminal(field) ? ['terminal'] : [];
  return [...sends, ...terminal, ...kindsOfTyping(typed === 'character' ? CHARACTER : ENTER, field)];
}

/** A terminal inside of another program, such as an editor's, or Studio in a browser, which decides as a terminal does. */
function isInTerminal(element: Element): boolean {
  if (factsOf(element.window).isStudio) return true;
  for (let at: Element | undefined = element; at; at = at.parent) {
    if (at.node.className === 'terminal') return true;
  }
  return false;
}

/** Command and the key above Return move a file to the Trash on a Mac. */
const TRASHES = /^(?=.*\bcmd\+).*\+DEL$/i;

/** On a desktop the Delete key removes what is chosen: files, mails. */
function isDeleteKey({ key }: Act): boolean {
  return key !== undefined && (/(?:^|\+)(?:FORWARD_DEL|DELETE)$/i.test(key) || TRASHES.test(key));
}

/** The labels of a store's install buttons. */
const installing = new PhraseSet(
  [{ spaced: true }],
  () => `update, update all, get, download, aktualisieren, alle aktualisieren, herunterladen, laden, mettre à jour, tout mettre à jour, télécharger, obtenir,
   actualizar, actualizar todo, descargar, obtener, atualizar, atualizar tudo, transferir, baixar, obter, aggiorna, aggiorna tutto, scarica, ottieni,
   aktualizuj, zaktualizuj, aktualizuj wszystko, pobierz, обновить, обновить все, скачать, загрузить, получить, 更新, すべて更新, ダウンロード, 入手, 全部更新, 下载, 获取,
   تحديث, تحديث الكل, تنزيل, الحصول, 업데이트, 모두 업데이트, 다운로드, 받기, güncelle, tümünü güncelle, indir, al, bijwerken, alles bijwerken, updaten,
   alles updaten, downloaden, ophalen, अपडेट करें, सभी अपडेट करें, डाउनलोड करें, पाएं, update, update semua, perbarui, perbarui semua,
   download, unduh, dapatkan, cập nhật, cập nhật tất cả, tải xuống, cài đặt, nhận, оновити, оновити все, завантажити, отримати, อัปเดต,
   อัปเดตทั้งหมด, ดาวน์โหลด, รับ`,
);

function storeKinds(element: Element, app: string | undefined): Kind[] {
  if (!isStore(app)) return [];
  return pressedBy(element).labels.some((label) => installing.has(fold(label))) ? ['install'] : [];
}

/** Labels in the menu over a field that paste the clipboard, or a text that an app keeps for it. */
const pasting = new PhraseSet(
  [{ spaced: true }],
  () => `paste, paste as plain text, autofill, einfügen, einsetzen, als nur-text einfügen, als klartext einfügen, automatisch ausfüllen, coller,
   coller en texte brut, saisie automatique, pegar, pegar como texto sin formato, autocompletar, colar, colar como texto simples, preencher automaticamente,
   incolla, incolla come testo normale, compilazione automatica, wklej, wklej jako zwykły tekst, autouzupełnianie, вставить, вставить как обычный текст,
   автозаполнение, 貼り付け, ペースト, 書式なしテキストとして貼り付け, 自動入力, 粘贴, 以纯文本形式粘贴, 自动填充,
   لصق, لصق كنص عادي, ملء تلقائي, 붙여넣기, 일반 텍스트로 붙여넣기, 자동 완성, 자동완성, yapıştır, düz metin olarak yapıştır, otomatik doldur, plakken,
   plakken als platte tekst, automatisch invullen, चिपकाएं, पेस्ट करें, सादे टेक्स्ट के रूप में चिपकाएं, ऑटोमैटिक भरें, tempel,
   tempel sebagai teks biasa, isi otomatis, dán, dán dưới dạng văn bản thuần túy, tự động điền, вставити, вставити як звичайний текст,
   автозаповнення, วาง, วางเป็นข้อความธรรมดา, ป้อนข้อความอัตโนมัติ`,
);

/** Android's own: `android:id/paste`, `android:id/pasteAsPlainText`, `android:id/autofill`. */
const PASTE_ID = /^android:id\/(?:paste|autofill)/;

/** The field that a press on "Paste" types into; undefined if it is no such press, or the field is not known. */
function fieldPastedInto(element: Element, snapshot: Snapshot | undefined): Element | undefined {
  const isPaste =
    PASTE_ID.test(element.node.resourceId ?? '') ||
    pressedBy(element).labels.some((label) => pasting.has(fold(label)));
  return isPaste ? snapshot?.elements.find(({ node }) => node.focused && node.editable) : undefined;
}

/** Buttons of the permission dialog: AOSP's names, which vendors keep. */
const GRANTS = /:id\/permission_(?:allow|location_accuracy_radio_fine|allow_\w+)_?(?:button|radio\w*)?$/;
const REFUSES = /:id\/(?:permission_(?:deny|no_upgrade|dont_allow)\w*|deny\w*|cancel\w*|button_?cancel)$/;
const ANDROID_NO = 'android:id/button2';
const SYSTEM_UI = 'com.android.systemui';

/** The kind of a press in a dialog of the system that asks for a permission or installs. */
function kindsInSystemDialogs(element: Element, app: string | undefined): Kind[] {
  const { resourceId = '' } = element.node;
  if (GRANTS.test(resourceId)) return ['permission'];
  const projects = app === SYSTEM_UI && asksForScreen(element);
  if (!isPermissionAsker(app) && !isInstaller(app) && !projects) return [];
  const pressed = pressedBy(element);
  const named = pressed.node.resourceId ?? '';
  if (REFUSES.test(named) || named === ANDROID_NO || pressed.labels.some(cancels)) return [];
  // Rows of the list of permissions lead to pages.
  if (isPermissionAsker(app) && pressed.control === 'row') return [];
  return isInstaller(app) ? installerKinds(pressed, element) : ['permission'];
}

const SCREEN_REQUEST = /MediaProjection|UsbConfirm|UsbPermission|ScreenRecord/;

/** SystemUI asks whether an application may record the screen or use a USB device. */
function asksForScreen({ window }: Element): boolean {
  return SCREEN_REQUEST.test(window.title ?? '');
}

/** The installer also removes, and asked for permissions up to Android 9. */
function installerKinds({ labels }: Pressed, { window }: Element): Kind[] {
  const said = new Set<Kind>(labels.flatMap((label) => [...meaningOf(label).said.keys()]));
  if (said.has('delete')) return ['permission', 'delete'];
  if (said.has('install')) return ['permission', 'install'];
  if (said.has('permission')) return ['permission'];
  const asked = new Set([...factsOf(window).texts()].flatMap(askedAbout));
  const kinds = (['delete', 'install'] as const).filter((kind) => asked.has(kind));
  return ['permission', ...kinds];
}
