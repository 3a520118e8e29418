import { agentPhrases, forgedForms } from './agent-phrases.ts';
import { systemSentences } from './system-dialog-words.ts';
import { asLatin as lettersAsLatin } from '../text/look-alikes.ts';
import type { UiNode } from '@handeye/screen/node';

/** A text of the screen in the forms that are compared. */
export interface ReadText {
  /** It addresses an agent instead of a person, or is written in the form of a tool's answer. */
  readonly speaksToAgent: boolean;
  /** It asks or alarms as only the system does. */
  readonly soundsLikeSystem: boolean;
  /** The text folded, and once more with each letter as the Latin one that it looks like, where that differs. */
  readonly forms: readonly string[];
}

/** A text that is shorter tells nothing but its label. */
const SHORTEST = 6;
/** A hidden order may stand in a long text; more than this is a book. */
const LONGEST = 20_000;
/** Texts repeat from look to look. The store is emptied when it is full, so that it stays small. */
const MOST_KEPT = 4_000;
const LONGEST_KEPT = 400;

// Folding ends in NFC, which some letters of Hindi have no single character in.
const SPEECH = new RegExp(
  agentPhrases
    .flatMap(({ patterns }) => patterns)
    .join('|')
    .normalize('NFC'),
  'u',
);
const FORGED = new RegExp(forgedForms.join('|'), 'u');
const SYSTEM = new RegExp(systemSentences.join('|'), 'u');
const kept = new Map<string, ReadText>();

/** Reads a text of the screen. */
export function readText(text: string): ReadText {
  const known = kept.get(text);
  if (known) return known;
  const read = readAnew(text.length > LONGEST ? text.slice(0, LONGEST) : text);
  if (kept.size >= MOST_KEPT) kept.clear();
  if (text.length <= LONGEST_KEPT) kept.set(text, read);
  return read;
}

function readAnew(text: string): ReadText {
  const plain = folded(text);
  const latin = asLatin(plain);
  const forms = latin === undefined ? [plain] : [plain, latin];
  if (text.length < SHORTEST) return { speaksToAgent: false, soundsLikeSystem: false, forms };
  return {
    speaksToAgent: FORGED.test(text.toLowerCase()) || forms.some((form) => SPEECH.test(form)),
    soundsLikeSystem: forms.some((form) => SYSTEM.test(form)),
    forms,
  };
}

const PLAIN = /^[\x20-\x7e\s]*$/;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const ACCENT = /(\p{Script=Latin})[\u0300-\u036f]+/gu;
const APOSTROPHE = /[’‘ʼ`´]/g;

/** A text in small letters, without what is invisible and without accents, words by single spaces. */
export function folded(text: string): string {
  if (PLAIN.test(text)) return spaced(text.toLowerCase());
  const visible = text.replace(INVISIBLE, '').normalize('NFKC').replace(APOSTROPHE, "'").toLowerCase();
  return spaced(visible.normalize('NFD').replace(ACCENT, '$1').normalize('NFC'));
}

/** The same with each letter as the Latin one that it looks like; undefined if there is none of those. */
export function asLatin(foldedText: string): string | undefined {
  const latin = lettersAsLatin(foldedText);
  return latin === foldedText ? undefined : latin;
}

const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;

function spaced(text: string): string {
  return UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

/** Every node of a tree, parents first. Without recursion: trees may be deep. */
export function nodesIn(root: UiNode | undefined): readonly UiNode[] {
  const nodes = root === undefined ? [] : [root];
  // The list grows while it is gone through.
  for (const { children } of nodes) for (const child of children) nodes.push(child);
  return nodes;
}
