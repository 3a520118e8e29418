/** What a label says, by where its words stand in it. Phrases are separated by commas and folded before they are compared. */
export interface Phrases {
  /** The whole label. */
  readonly only?: string;
  /** What it begins with, the rest being what or how much: "Pay 49 €". */
  readonly first?: string;
  /** What it ends with, where verbs stand last: "Nachricht senden". */
  readonly last?: string;
  /** Words that make something else of it, wherever they stand: "Call history". */
  readonly unless?: string;
}

/** The kinds that a label alone can say. */
export const saidKinds = ['payment', 'send', 'call', 'delete', 'install', 'permission'] as const;
export type SaidKind = (typeof saidKinds)[number];

/** What buttons and titles say in one language. Each list is for real labels of real applications. */
export interface Language extends Readonly<Record<SaidKind, Phrases>> {
  /** Whether words stand apart. Where they do not, a phrase is looked for at both ends of the letters. */
  readonly spaced: boolean;
  /** Whole labels that say yes to whatever the window asks or offers. */
  readonly confirm: string;
  /** Whole labels that say no, or leave. */
  readonly cancel: string;
  /** What a label begins with before it says what it does: "Yes, delete". */
  readonly yes: string;
  /** Whole labels that send only what was just written in the same window: elsewhere they open something. */
  readonly sendsWritten: string;
  /** What a button says that hands over a password or a code beside it. */
  readonly signIn: Phrases;
  /** Phrases in the hint or name of a field for a one-time code or a PIN. */
  readonly codeFields: string;
  /** Phrases of a window where something is paid. */
  readonly checkout: string;
  /** Phrases in the titles of Settings pages where control of the device is given away. */
  readonly riskTitles: string;
  /** Phrases in the titles of Settings pages that give an application access to something. */
  readonly accessTitles: string;
  /** What rows and buttons of Settings begin with that do such a thing, whatever page they are on. */
  readonly riskLabels: string;
  /** What a dialog says before an application may watch and use the screen. */
  readonly riskTexts: string;
  /** Rows of the Accessibility page that only change how the screen looks or sounds. */
  readonly readingAids: string;
}

export function listed(phrases = ''): string[] {
  return phrases
    .split(/[,、]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}
