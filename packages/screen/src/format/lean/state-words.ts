import type { UiNode } from '../../node.ts';
import { flat } from '../../sanitize.ts';

/*
 * An Android Switch or ToggleButton reports the words for its state as its text (Switch up to Android 10, ToggleButton always),
 * and the tiles of the quick settings in their description. These are the platform's words (capital_on, capital_off and their
 * predecessors) in its larger languages.
 */
const ON = setOf(
  ['on', 'enabled', 'ein', 'an', 'aktiviert', 'activé', 'activado', 'ativado', 'ligado', 'attivo', 'attiva'],
  ['aan', 'på', 'til', 'päällä', 'käytössä', 'wł', 'włączono', 'włączone', 'zap', 'zapnuto', 'zapnuté'],
  ['be', 'bekapcsolva', 'activat', 'açık', 'вкл', 'включено', 'увімк', 'увімкнено', 'ενεργό', 'ενεργοποίηση'],
  ['开启', '开', '已开启', '開啟', '開', 'オン', '켜짐', '사용', 'bật', 'đang bật', 'เปิด', 'aktif', 'hidup'],
  ['تشغيل', 'مفعّل', 'פועל', 'चालू', 'চালু', 'روشن'],
);
const OFF = setOf(
  ['off', 'disabled', 'aus', 'deaktiviert', 'désactivé', 'desactivado', 'desativado', 'desligado'],
  ['non attivo', 'disattiva', 'uit', 'av', 'fra', 'pois', 'ei käytössä', 'wył', 'wyłączono', 'wyłączone'],
  ['vyp', 'vypnuto', 'vypnuté', 'ki', 'kikapcsolva', 'dezactivat', 'kapalı', 'выкл', 'выключено', 'вимк'],
  [
    'вимкнено',
    'изкл',
    'ανενεργό',
    '关闭',
    '关',
    '已关闭',
    '關閉',
    '關',
    'オフ',
    '꺼짐',
    '사용 안함',
    '사용 안 함',
  ],
  ['tắt', 'đang tắt', 'ปิด', 'nonaktif', 'tidak aktif', 'mati'],
  ['إيقاف', 'غير مفعّل', 'כבוי', 'बंद', 'বন্ধ', 'خاموش'],
);
/** Words that are also the answers of a question, so that they are a state only as the whole text of a switch. */
const ANSWERS = setOf(['yes', 'no', 'oui', 'non', 'sí', 'sim', 'não']);

/**
 * Whether a text only repeats the state that a switch's mark shows: one of the platform's words, or the node's own state
 * description.
 */
export function isStateWord(
  text: string,
  { stateDescription }: Pick<Partial<UiNode>, 'stateDescription'>,
): boolean {
  const word = plain(text);
  const isWord = ON.has(word) || OFF.has(word) || ANSWERS.has(word);
  return word !== '' && (isWord || word === plain(flat(stateDescription)));
}

/** The entries of a description, and the separators between them. */
const ENTRIES = /(\s*[,;\n\u060c\u3001\uff0c\uff1b]\s*)/;

/**
 * A description without the entries that the mark of `state` shows: `Bluetooth, On` is `Bluetooth` where the mark is `on`. So is
 * the name of its class, as in `On, Switch`.
 */
export function withoutState(description: string, state: UiNode): string {
  const pieces = description.trim().split(ENTRIES);
  const entries = pieces.filter((_, at) => at % 2 === 0);
  const isOfState = (entry: string) => saysState(entry, state);
  if (!entries.some(isOfState)) return description;
  const kept = entries.filter((entry) => !isOfState(entry) && !saysClass(entry, state));
  return kept.length === entries.length ? description : kept.join(', ');
}

function saysState(entry: string, { checked, mixed, stateDescription }: UiNode): boolean {
  const word = plain(entry);
  if (word === '') return false;
  return word === plain(flat(stateDescription)) || (!mixed && (checked ? ON : OFF).has(word));
}

function saysClass(entry: string, { className = '' }: UiNode): boolean {
  return plain(entry).replace(/ /g, '') === className.slice(className.lastIndexOf('.') + 1).toLowerCase();
}

function setOf(...lists: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(lists.flat().map(plain));
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.\s]+$/, '')
    .trim();
}
