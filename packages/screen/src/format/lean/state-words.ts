import type { UiNode } from '../../node.ts';
import { flat } from '../../sanitize.ts';

/*
 * An Android Switch or ToggleButton reports the words for its state as its text (Switch up to Android 10, ToggleButton always).
 * These are the platform's words (capital_on, capital_off and their predecessors) in its larger languages.
 */
const WORDS: ReadonlySet<string> = new Set(
  [
    ...['on', 'off', 'enabled', 'disabled', 'yes', 'no'],
    ...[
      'ein',
      'aus',
      'an',
      'aktiviert',
      'deaktiviert',
      'oui',
      'non',
      'activé',
      'désactivé',
      'sí',
      'activado',
      'desactivado',
    ],
    ...[
      'ativado',
      'desativado',
      'ligado',
      'desligado',
      'sim',
      'não',
      'attivo',
      'non attivo',
      'attiva',
      'disattiva',
    ],
    ...['aan', 'uit', 'på', 'av', 'til', 'fra', 'päällä', 'pois', 'käytössä', 'ei käytössä'],
    ...[
      'wł',
      'wył',
      'włączono',
      'wyłączono',
      'włączone',
      'wyłączone',
      'zap',
      'vyp',
      'zapnuto',
      'vypnuto',
      'zapnuté',
      'vypnuté',
    ],
    ...[
      'be',
      'ki',
      'bekapcsolva',
      'kikapcsolva',
      'activat',
      'dezactivat',
      'açık',
      'kapalı',
      'вкл',
      'выкл',
      'увімк',
      'вимк',
    ],
    ...[
      'включено',
      'выключено',
      'увімкнено',
      'вимкнено',
      'вкл.',
      'изкл',
      'ενεργό',
      'ανενεργό',
      'ενεργοποίηση',
    ],
    ...[
      '开启',
      '关闭',
      '开',
      '关',
      '已开启',
      '已关闭',
      '開啟',
      '關閉',
      '開',
      '關',
      'オン',
      'オフ',
      '켜짐',
      '꺼짐',
      '사용',
      '사용 안함',
      '사용 안 함',
    ],
    ...[
      'bật',
      'tắt',
      'đang bật',
      'đang tắt',
      'เปิด',
      'ปิด',
      'aktif',
      'nonaktif',
      'tidak aktif',
      'hidup',
      'mati',
    ],
    ...['تشغيل', 'إيقاف', 'مفعّل', 'פועל', 'כבוי', 'चालू', 'बंद', 'চালু', 'বন্ধ', 'روشن', 'خاموش'],
  ].map((word) => plain(word)),
);

/**
 * Whether a text only repeats the state that a switch's mark shows: one of the platform's words, or the node's own state
 * description.
 */
export function isStateWord(text: string, { stateDescription }: UiNode): boolean {
  const word = plain(text);
  return word !== '' && (WORDS.has(word) || word === plain(flat(stateDescription)));
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.\s]+$/, '')
    .trim();
}
