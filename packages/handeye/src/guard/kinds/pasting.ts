import type { Element, Snapshot } from '../../ui/snapshot.ts';
import { pressedBy } from './screen/pressed.ts';
import { fold } from './text/fold.ts';

/** How the menu over a field names what puts the clipboard into it, or what somebody has kept for it. */
const pasting: ReadonlySet<string> = new Set(
  `paste, paste as plain text, autofill, einfügen, einsetzen, als nur-text einfügen, als klartext einfügen, automatisch ausfüllen, coller,
   coller en texte brut, saisie automatique, pegar, pegar como texto sin formato, autocompletar, colar, colar como texto simples, preencher automaticamente,
   incolla, incolla come testo normale, compilazione automatica, wklej, wklej jako zwykły tekst, autouzupełnianie, вставить, вставить как обычный текст,
   автозаполнение, 貼り付け, ペースト, 書式なしテキストとして貼り付け, 自動入力, 粘贴, 以纯文本形式粘贴, 自动填充`
    .split(',')
    .map((label) => fold(label)),
);

/** Android's own: `android:id/paste`, `android:id/pasteAsPlainText`, `android:id/autofill`. */
const PASTE_ID = /^android:id\/(?:paste|autofill)/;

/** The field that a press on "Paste" types into; undefined if it is no such press, or nobody can tell the field. */
export function fieldPastedInto(element: Element, snapshot: Snapshot | undefined): Element | undefined {
  const isPaste =
    PASTE_ID.test(element.node.resourceId ?? '') ||
    pressedBy(element).labels.some((label) => pasting.has(fold(label)));
  return isPaste ? snapshot?.elements.find(({ node }) => node.focused && node.editable) : undefined;
}
